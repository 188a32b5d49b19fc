package bot

import (
	"slices"
	"strings"

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

// blocks reports whether p wants nothing to do with another player.
func (p Player) blocks(other Player) bool {
	return slices.ContainsFunc(p.Settings.Blocked, other.is)
}

// is reports whether a number is the player's, or was that of one who has become them.
func (p Player) is(id PlayerID) bool { return p.ID == id || slices.Contains(p.Former, id) }

// block keeps somebody away from the speaker, or lists who is.
func block(c *call) (Reply, error) {
	if c.args.word("name") == "" {
		return c.listBlocked()
	}
	other, err := c.person(c.args.word("name"))
	switch {
	case err != nil:
		return Reply{}, err
	case other.ID == c.me.ID:
		return Reply{}, problem(NotAllowed, "You cannot block yourself.")
	case c.me.blocks(other):
		return Reply{}, problem(NotNow, "You have blocked %s already. `unblock %s` ends that.", other.Name, other.Name)
	case len(c.me.Settings.Blocked) >= maxBlocked:
		return Reply{}, problem(NotAllowed, "You have blocked %d people, and more than that nobody can. `block` lists them.", maxBlocked)
	}
	notices, err := c.dismiss(other)
	if err != nil {
		return Reply{}, err
	}
	c.me.Settings.Blocked = append(slices.Clone(c.me.Settings.Blocked), other.ID)
	text := phrase.Of("%s can no longer challenge you, nudge you, talk to you in games or accept what you seek. Games that go on are not touched. `unblock %s` ends that.", other.Name, other.Name)
	return Reply{Answer: []Message{c.message(Private, text)}, Notices: notices}, c.tx.PutPlayer(c.me)
}

// dismiss declines what somebody has challenged the speaker to.
func (c *call) dismiss(other Player) (notices []Message, err error) {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, ch := range all {
		if err != nil || !ch.isTo(c.me.ID) || !ch.isFrom(other.ID) || c.expired(ch) {
			continue
		}
		notices = append(notices, ch.tell(ch.From, phrase.Of("%s declines the challenge of %s.", c.me.Name, ch.From.User.Name))...)
		err = c.drop(ch, "declined")
	}
	return notices, err
}

// unblock lets somebody near the speaker again.
func unblock(c *call) (Reply, error) {
	other, err := c.known(c.args.word("name"))
	switch {
	case err != nil:
		return Reply{}, err
	case !c.me.blocks(other):
		return Reply{}, problem(NotNow, "You have not blocked %s. `block` lists whom you have.", other.Name)
	}
	c.me.Settings.Blocked = slices.DeleteFunc(slices.Clone(c.me.Settings.Blocked), other.is)
	return Reply{Answer: []Message{c.message(Private, phrase.Of("%s may challenge you again.", other.Name))}}, c.tx.PutPlayer(c.me)
}

// listBlocked tells the speaker alone whom they have blocked.
func (c *call) listBlocked() (Reply, error) {
	var names []string
	for _, id := range c.me.Settings.Blocked {
		p, err := present(c.tx, id)
		if err != nil {
			return Reply{}, err
		}
		if !p.Forgotten && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	text := phrase.Of("You have blocked nobody. `block NAME` does.")
	if names != nil {
		text = phrase.Of("You have blocked %s. `unblock NAME` ends that.", strings.Join(names, ", "))
	}
	return Reply{Answer: []Message{c.message(Private, text)}}, nil
}

// mayMeet makes sure that a new game of the speaker with somebody is welcome to both.
func (c *call) mayMeet(other Player) error {
	if err := c.notBlocked(other); err != nil {
		return err
	}
	if err := c.hasRoom(c.me); err != nil {
		return err
	}
	return c.hasRoom(other)
}

// notBlocked makes sure that neither of the speaker and somebody has blocked the other.
func (c *call) notBlocked(other Player) error {
	switch {
	case c.me.blocks(other):
		return problem(NotAllowed, "You have blocked %s. `unblock %s` ends that.", other.Name, other.Name)
	case other.blocks(c.me):
		return problem(NotAllowed, "%s does not want to play with you.", other.Name)
	}
	return nil
}

// hasRoom makes sure that a player has fewer games than the limit that they have set, and than
// anybody can have.
func (c *call) hasRoom(p Player) error {
	limit := maxGames
	if p.Settings.Limit > 0 {
		limit = p.Settings.Limit
	}
	games, err := c.tx.GamesOf(p.ID, false, Page{Limit: maxGames + maxStudies})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, Game.study)
	switch {
	case len(games) < limit:
		return nil
	case p.ID == c.me.ID && len(games) >= maxGames:
		return problem(NotNow, "You have %s, and more than that nobody has at once.", gameCount(len(games)))
	case p.ID == c.me.ID:
		return problem(NotNow, "You have %s, as many as you want at once. `limit %d` allows one more, `limit off` any number.", gameCount(len(games)), len(games)+1)
	default:
		return problem(NotNow, "%s has as many games as they want at once. Ask again when one is over.", p.Name)
	}
}

// mayOpen makes sure that the speaker has not too many challenges without an answer.
func (c *call) mayOpen() error {
	all, err := c.tx.ChallengesOf(c.me.ID)
	all = slices.DeleteFunc(all, func(ch Challenge) bool { return !ch.isFrom(c.me.ID) || c.expired(ch) })
	if len(all) >= maxOpen {
		return problem(NotNow, "You have %d challenges without an answer, and more than that nobody has. `games` lists them, `cancel ID` withdraws one.", len(all))
	}
	return err
}

// unwelcome reports whether a challenge is from somebody who has blocked the
// speaker or whom the speaker has blocked.
func (c *call) unwelcome(ch Challenge) (bool, error) {
	p, err := c.tx.Player(ch.From.Player)
	return p.blocks(c.me) || c.me.blocks(p), err
}

func gameCount(n int) string { return phrase.Count(n, "%d game", "%d games") }

// setLimit says or sets how many games the speaker wants at once.
func setLimit(c *call) (Reply, error) {
	word := c.args.word("games")
	if word == "" {
		word = c.args.word("none")
	}
	switch n, ok := ParseGameID(word); {
	case word == "":
	case word == "off":
		c.me.Settings.Limit = 0
	case !ok || n > maxLimit:
		return Reply{}, problem(Misunderstood, "A limit is a number of games from 1 to %d, or `off`.", maxLimit)
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
