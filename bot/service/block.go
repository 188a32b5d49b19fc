package service

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

const (
	// maxBlocked is how many people one player can block.
	maxBlocked = 200
	// maxOpen is how many challenges of one player wait for an answer at once.
	maxOpen = 20
	// maxLimit is the largest limit of games that one can set.
	maxLimit = maxGames
)

// block keeps somebody away from the speaker, or lists who is.
func block(c *call) (bot.Reply, error) {
	if c.args.Word("name") == "" {
		return c.listBlocked()
	}
	other, err := c.person(c.args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case other.ID == c.me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You cannot block yourself.")
	case c.me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have blocked %s already. `unblock %s` ends that.", other.Name, other.Name)
	case len(c.me.Settings.Blocked) >= maxBlocked:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have blocked %d people, and more than that nobody can. `block` lists them.", maxBlocked)
	}
	notices, err := c.dismiss(other)
	if err != nil {
		return bot.Reply{}, err
	}
	c.me.Settings.Blocked = append(slices.Clone(c.me.Settings.Blocked), other.ID)
	text := phrase.Of("%s can no longer challenge you, nudge you, talk to you in games or accept what you seek. Games that go on are not touched. `unblock %s` ends that.", other.Name, other.Name)
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}, Notices: notices}, c.tx.PutPlayer(c.me)
}

// dismiss declines what somebody has challenged the speaker to.
func (c *call) dismiss(other bot.Player) (notices []bot.Message, err error) {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, ch := range all {
		if err != nil || !ch.IsTo(c.me.ID) || !ch.IsFrom(other.ID) || c.expired(ch) {
			continue
		}
		notices = append(notices, ch.Tell(ch.From, phrase.Of("%s declines the challenge of %s.", c.me.Name, ch.From.User.Name))...)
		err = c.drop(ch, "declined")
	}
	return notices, err
}

// unblock lets somebody near the speaker again.
func unblock(c *call) (bot.Reply, error) {
	other, err := c.known(c.args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case !c.me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not blocked %s. `block` lists whom you have.", other.Name)
	}
	c.me.Settings.Blocked = slices.DeleteFunc(slices.Clone(c.me.Settings.Blocked), other.Is)
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, phrase.Of("%s may challenge you again.", other.Name))}}, c.tx.PutPlayer(c.me)
}

// listBlocked tells the speaker alone whom they have blocked.
func (c *call) listBlocked() (bot.Reply, error) {
	var names []string
	for _, id := range c.me.Settings.Blocked {
		p, err := present(c.tx, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if !p.Forgotten && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	text := phrase.Of("You have blocked nobody. `block NAME` does.")
	if names != nil {
		text = phrase.Of("You have blocked %s. `unblock NAME` ends that.", strings.Join(names, ", "))
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, nil
}

// mayMeet makes sure that a new game of the speaker with somebody is welcome to both.
func (c *call) mayMeet(other bot.Player) error {
	if err := c.notBlocked(other); err != nil {
		return err
	}
	if err := c.hasRoom(c.me); err != nil {
		return err
	}
	return c.hasRoom(other)
}

// notBlocked makes sure that neither of the speaker and somebody has blocked the other.
func (c *call) notBlocked(other bot.Player) error {
	switch {
	case c.me.Blocks(other):
		return bot.Problemf(bot.NotAllowed, "You have blocked %s. `unblock %s` ends that.", other.Name, other.Name)
	case other.Blocks(c.me):
		return bot.Problemf(bot.NotAllowed, "%s does not want to play with you.", other.Name)
	}
	return nil
}

// hasRoom makes sure that a player has fewer games than the limit that they have set, and than
// anybody can have.
func (c *call) hasRoom(p bot.Player) error {
	limit := maxGames
	if p.Settings.Limit > 0 {
		limit = p.Settings.Limit
	}
	games, err := c.tx.GamesOf(p.ID, false, bot.Page{Limit: maxGames + maxStudies})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, bot.Game.Study)
	switch {
	case len(games) < limit:
		return nil
	case p.ID == c.me.ID && len(games) >= maxGames:
		return bot.Problemf(bot.NotNow, "You have %s, and more than that nobody has at once.", gameCount(len(games)))
	case p.ID == c.me.ID:
		return bot.Problemf(bot.NotNow, "You have %s, as many as you want at once. `limit %d` allows one more, `limit off` any number.", gameCount(len(games)), len(games)+1)
	default:
		return bot.Problemf(bot.NotNow, "%s has as many games as they want at once. Ask again when one is over.", p.Name)
	}
}

// mayOpen makes sure that the speaker has not too many challenges without an answer.
func (c *call) mayOpen() error {
	all, err := c.tx.ChallengesOf(c.me.ID)
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsFrom(c.me.ID) || c.expired(ch) })
	if len(all) >= maxOpen {
		return bot.Problemf(bot.NotNow, "You have %d challenges without an answer, and more than that nobody has. `games` lists them, `cancel ID` withdraws one.", len(all))
	}
	return err
}

// unwelcome reports whether a challenge is from somebody who has blocked the
// speaker or whom the speaker has blocked.
func (c *call) unwelcome(ch bot.Challenge) (bool, error) {
	p, err := c.tx.Player(ch.From.Player)
	return p.Blocks(c.me) || c.me.Blocks(p), err
}

func gameCount(n int) string { return phrase.Count(n, "%d game", "%d games") }

// setLimit says or sets how many games the speaker wants at once.
func setLimit(c *call) (bot.Reply, error) {
	word := c.args.Word("games")
	if word == "" {
		word = c.args.Word("none")
	}
	switch n, ok := bot.ParseGameID(word); {
	case word == "":
	case word == "off":
		c.me.Settings.Limit = 0
	case !ok || n > maxLimit:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A limit is a number of games from 1 to %d, or `off`.", maxLimit)
	default:
		c.me.Settings.Limit = int(n)
	}
	if c.me.Settings.Limit == 0 {
		return c.answer(phrase.Of("You may have any number of games at once. `limit 5` sets a limit.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("You want at most %s at once; beyond that nobody can challenge you. Those that go on are not touched, and studies do not count. `limit off` ends the limit.",
		gameCount(c.me.Settings.Limit))
	return c.answer(text), c.tx.PutPlayer(c.me)
}
