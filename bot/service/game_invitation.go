package service

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// gameButtons returns the buttons below messages about an ongoing game.
func (s *Service) gameButtons(g bot.Game) []bot.Button {
	id := g.ID.String()
	return []bot.Button{s.button("pick", id), s.button("moves", id), s.button("views", id), s.button("more", id)}
}

// pending returns the open challenge that the command is about, among those for which
// concerns is true. It asks which is meant if there are several.
func (c *call) pending(concerns func(bot.Challenge, bot.PlayerID) bool) (bot.Challenge, error) {
	if c.args.Game != 0 {
		return c.pendingNumber(c.args.Game, concerns)
	}
	all, err := c.challenges()
	if err == nil && c.command.Name == "accept" {
		all, err = c.withOpen(all)
	}
	if err != nil {
		return bot.Challenge{}, err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !concerns(ch, c.me.ID) || c.expired(ch) })
	if name := c.args.Word("name"); name != "" {
		if all, err = c.pendingWith(name, all); err != nil {
			return bot.Challenge{}, cmp.Or(c.begunAlready(), err)
		}
	}
	switch len(all) {
	case 0:
		if err := c.begunAlready(); err != nil {
			return bot.Challenge{}, err
		}
		return bot.Challenge{}, bot.Problemf(bot.Unknown, "There is no challenge to %s. `games` lists what is open.", phrase.Term(c.command.Name))
	case 1:
		return all[0], nil
	}
	which := bot.Problemf(bot.Ambiguous, "Which challenge do you mean?")
	for _, ch := range all[:min(len(all), tournament.Listed)] {
		command := fmt.Sprintf("%s %d", c.command.Name, ch.ID)
		which.Text += fmt.Sprintf("\n`%s`: %s, %s", command, ch.Other(c.me.ID).User.Said(), ch.Words())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(phrase.Term(c.command.Name)) + " " + ch.ID.String(), Command: command})
	}
	return bot.Challenge{}, which
}

// withOpen adds to all the challenges to anybody that were made in this room or, if
// the command names a person, anywhere.
func (c *call) withOpen(all []bot.Challenge) ([]bot.Challenge, error) {
	open, err := c.tx.OpenChallenges(0)
	for _, ch := range open {
		unwelcome, err := c.unwelcome(ch)
		if err != nil {
			return nil, err
		}
		if !unwelcome && !ch.IsFrom(c.me.ID) && (c.args.Word("name") != "" || ch.From.Room == c.request.Room && ch.From.Room != (bot.RoomID{})) {
			all = append(all, ch)
		}
	}
	return all, err
}

// pendingNumber returns the challenge with a number, or an error that says why the speaker cannot answer it.
func (c *call) pendingNumber(id bot.GameID, concerns func(bot.Challenge, bot.PlayerID) bool) (bot.Challenge, error) {
	ch, err := c.tx.Challenge(id)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		g, err := c.tx.Game(id)
		switch {
		case err == nil && !c.maySee(g):
			return ch, bot.Problemf(bot.NotNow, "Challenge %d has been accepted, and its game is not shown here.", id)
		case err == nil:
			return ch, begun(g)
		}
		return ch, bot.Problemf(bot.Unknown, "There is no challenge %d. `games` lists what is open.", id)
	case err != nil:
		return ch, err
	case c.expired(ch):
		return ch, bot.Problemf(bot.NotNow, "Challenge %d has expired. `challenge` asks again.", id)
	case ch.Open() && !ch.IsFrom(c.me.ID) && c.foreign(ch.Variant):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is of a game that only those of its place play. Ask there.", id)
	case !concerns(ch, c.me.ID) && !ch.IsTo(c.me.ID) && !ch.IsFrom(c.me.ID) && (ch.Private() || !ch.Open() && ch.Sight != bot.Shown && !c.near(ch.From) && !c.near(ch.To)):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is private, and not for you to %s.", id, phrase.Term(c.command.Name))
	case !concerns(ch, c.me.ID):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is from %s to %s: it is not for you to %s.", id, ch.From.User.Said(), ch.Opponent(), phrase.Term(c.command.Name))
	}
	return ch, nil
}

// pendingWith returns the challenges whose other player has a name, or an error that suggests the nearest name.
func (c *call) pendingWith(name string, all []bot.Challenge) ([]bot.Challenge, error) {
	var names []string
	var found []bot.Challenge
	for _, ch := range all {
		other := ch.Other(c.me.ID)
		theirs := bot.FoldName(phrase.English(other.User.Name)) // the phrase for everybody in an open challenge
		names = append(names, theirs)
		if user, ok := c.request.Mentions[name]; ok && user.UserID == other.User.UserID || theirs == bot.FoldName(name) {
			found = append(found, ch)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	hint := phrase.Of("`games` lists what is open.")
	if near := command.Nearest(bot.FoldName(name), names); near != "" {
		hint = phrase.Of("Did you mean `%s %s`?", c.command.Name, near)
	}
	return nil, bot.Problemf(bot.Unknown, "There is no challenge to %s with %s. %s", phrase.Term(c.command.Name), bot.QuoteWord(name), hint)
}

// expired reports whether a challenge has expired, even if no sweep has removed it yet.
func (c *call) expired(ch bot.Challenge) bool { return ch.Expires <= c.uptime.Moment() }

const (
	// maxBlocked is how many people one player can block.
	maxBlocked = 200
	// maxOpen is how many open challenges one player can have made.
	maxOpen = 20
	// maxLimit is the largest limit of games that a player can set for themselves.
	maxLimit = maxGames
)

// mayMeet returns an error if either the speaker or other does not want or cannot have a new game with each other.
func (c *call) mayMeet(other bot.Player) error {
	if err := c.mayPlayMore(other); err != nil {
		return err
	}
	return c.accepts(other)
}

// mayPlayMore returns an error if the speaker has blocked other, or has too many games for one more.
func (c *call) mayPlayMore(other bot.Player) error {
	if c.me.Blocks(other) {
		return blockedByYou(other)
	}
	return c.hasRoom(c.me)
}

// accepts returns an error if other has blocked the speaker or has too many games. It must be the last check, and gives
// the same refusal in both cases, so that nobody learns from it that they are blocked.
func (c *call) accepts(other bot.Player) error {
	if other.Blocks(c.me) || c.hasRoom(other) != nil {
		return notAccepting(other)
	}
	return nil
}

func notAccepting(p bot.Player) *bot.Problem {
	return bot.Problemf(bot.NotNow, "%s is not accepting challenges. `seek` finds others who want to play.", p.Said())
}

// challenges returns the challenges to and from the speaker, except those sent by people whom they have blocked: these stay
// unseen until they expire, as if the speaker had not answered.
func (c *call) challenges() ([]bot.Challenge, error) {
	all, err := c.tx.ChallengesOf(c.me.ID)
	return slices.DeleteFunc(all, func(ch bot.Challenge) bool {
		from, unknown := c.tx.Player(ch.From.Player)
		err = errors.Join(err, unknown)
		return ch.IsTo(c.me.ID) && c.me.Blocks(from)
	}), err
}

// hasRoom returns an error if a player has reached the limit of games that they have set, or
// maxGames. Studies do not count.
func (c *call) hasRoom(p bot.Player) error {
	if p.Level() > 0 {
		return nil // the computer has no limit
	}
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
		return notAccepting(p)
	}
}

// mayOpen returns an error if the speaker has made maxOpen challenges that are still open.
func (c *call) mayOpen() error {
	all, err := c.tx.ChallengesOf(c.me.ID)
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsFrom(c.me.ID) || c.expired(ch) })
	if len(all) >= maxOpen {
		return bot.Problemf(bot.NotNow, "You have %d challenges without an answer, and more than that nobody has. `games` lists them, `cancel ID` withdraws one.", len(all))
	}
	return err
}

// blockedByYou returns the error for addressing somebody whom the speaker has blocked. It is shown to the speaker only.
func blockedByYou(other bot.Player) *bot.Problem {
	p := bot.Problemf(bot.NotAllowed, "You have blocked %s. `unblock %s` ends that.", other.Said(), other.Word())
	p.Personal = true
	return p
}

// unwelcome reports whether a challenge is open and of a game of another place, or from somebody whom the speaker has blocked. If it is the challenger who has
// blocked the speaker, it is listed like any other.
func (c *call) unwelcome(ch bot.Challenge) (bool, error) {
	p, err := c.tx.Player(ch.From.Player)
	return c.me.Blocks(p) || ch.Open() && !ch.IsFrom(c.me.ID) && c.foreign(ch.Variant), err
}

// unaddressed returns the messages to send for m. If its addressee has blocked the speaker, that is m without anybody to
// notify in a room, and none in private.
func (c *call) unaddressed(to bot.PlayerID, m bot.Message) ([]bot.Message, error) {
	p, err := present(c.tx, to)
	switch {
	case err != nil || !p.Blocks(c.me):
		return []bot.Message{m}, err
	case m.Room == (bot.RoomID{}):
		return nil, nil
	}
	m.To = nil
	return []bot.Message{m}, nil
}

func gameCount(n int) string { return phrase.Count(n, "%d game", "%d games") }

const (
	// maxGames is how many ongoing games against others one player can have.
	maxGames = 500
	// maxReceived is how many challenges can wait for one player at once.
	maxReceived = 50
	// maxBetween is how many challenges by one player can wait for the same opponent.
	maxBetween = 5
	// maxDeclines is how many challenges by one player somebody can decline within declineMemory before
	// further ones are refused. Not 1, because one decline may be about the colour or the pace.
	maxDeclines   = 2
	declineMemory = 24 * time.Hour
)

// recent returns the declines that are younger than declineMemory.
func recent(all []bot.Decline, now bot.Moment) []bot.Decline {
	return slices.DeleteFunc(slices.Clone(all), func(d bot.Decline) bool { return now >= d.At.Plus(declineMemory) })
}

// keepDecline records that the speaker has declined a challenge by a player.
func (c *call) keepDecline(from bot.PlayerID) error {
	now := c.uptime.Moment()
	c.me.Declines = append(recent(c.me.Declines, now), bot.Decline{From: from, At: now})
	return c.tx.PutPlayer(c.me)
}

// mayInvite returns an error if the speaker may not send other one more challenge now.
func (c *call) mayInvite(other bot.Player) error {
	declines := slices.DeleteFunc(recent(other.Declines, c.uptime.Moment()), func(d bot.Decline) bool { return !c.me.Is(d.From) })
	if len(declines) >= maxDeclines {
		until := declines[len(declines)-maxDeclines].At.Plus(declineMemory)
		return bot.Problemf(bot.NotNow, "%s has declined your challenges. Ask again after %s, or wait for a challenge of theirs.", other.Said(), bot.Timestamp(c.uptime.Calendar(until)))
	}
	all, err := c.tx.ChallengesOf(other.ID)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsTo(other.ID) || c.expired(ch) })
	mine, seen := 0, 0 // challenges from the speaker, and those that other sees
	for _, ch := range all {
		from, err := c.tx.Player(ch.From.Player)
		if err != nil {
			return err
		}
		if from.ID == c.me.ID {
			mine++
		}
		if !other.Blocks(from) {
			seen++
		}
	}
	switch {
	case mine >= maxBetween:
		return bot.Problemf(bot.NotNow, "%s has %d challenges of yours to answer. `games` lists them, `cancel ID` withdraws one.", other.Said(), mine)
	case seen >= maxReceived:
		return notAccepting(other)
	}
	return c.accepts(other)
}
