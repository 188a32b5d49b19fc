package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/throttle"
	"raumbot/bot/tournament"
)

// The challenges that commands can be about.
var (
	toAccept  = &action.Invitations{Concern: bot.Challenge.MayAccept, Open: true}
	toDecline = &action.Invitations{Concern: bot.Challenge.IsTo}
	toCancel  = &action.Invitations{Concern: bot.Challenge.IsFrom}
)

// pending returns the open challenge that is meant, among those that the command can be about. If
// there are several, the error asks which is meant.
func pending(c *action.Call, among *action.Invitations) (bot.Challenge, error) {
	if c.Args.Game != 0 {
		return pendingNumber(c, c.Args.Game, among.Concern)
	}
	begun := func() error { return nil }
	if among.Open {
		begun = func() error { return begunAlready(c) }
	}
	all, err := action.Challenges(c)
	if err == nil && among.Open {
		all, err = action.WithOpen(c, all)
	}
	if err != nil {
		return bot.Challenge{}, err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !among.Concern(ch, c.Me.ID) || c.Expired(ch) })
	if name := c.Args.Word("name"); name != "" {
		if all, err = pendingWith(c, name, all); err != nil {
			return bot.Challenge{}, cmp.Or(begun(), err)
		}
	}
	switch len(all) {
	case 0:
		if err := begun(); err != nil {
			return bot.Challenge{}, err
		}
		if among == toCancel {
			return bot.Challenge{}, bot.Problemf(bot.Unknown, "There is no challenge to %s. `games` lists what is open.", phrase.Term(c.Command.Name))
		}
		return bot.Challenge{}, bot.Problemf(bot.Unknown, "There is no challenge to you. `games` lists what is open.")
	case 1:
		return all[0], nil
	}
	which := bot.Problemf(bot.Ambiguous, "Which challenge do you mean?")
	for _, ch := range all[:min(len(all), tournament.Listed)] {
		command := fmt.Sprintf("%s %d", c.Command.Name, ch.ID)
		which.Text += phrase.Sprintf("\n`%s`: %s, %s", command, ch.OtherName(c.Me.ID), ch.Words())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(phrase.Term(c.Command.Name)) + " " + phrase.Said(ch.ID.String()), Command: command})
	}
	return bot.Challenge{}, which
}

// pendingNumber returns the challenge with a number, or an error that says why the asker cannot
// answer it.
func pendingNumber(c *action.Call, id bot.GameID, concerns func(bot.Challenge, bot.PlayerID) bool) (bot.Challenge, error) {
	ch, err := c.Tx.Challenge(id)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		g, err := c.Tx.Game(id)
		switch {
		case err == nil && !c.MaySee(g) && !g.Private(): // of private games nobody learns that there is one
			return ch, bot.Problemf(bot.NotNow, "Challenge %d has been accepted, and its game is not shown here.", id)
		case err == nil && c.MaySee(g):
			return ch, errTooLate(g)
		}
		return ch, bot.Problemf(bot.Unknown, "There is no challenge %d. `games` lists what is open.", id)
	case err != nil:
		return ch, err
	case !action.MayKnow(c, ch):
		return ch, bot.Problemf(bot.Unknown, "There is no challenge %d. `games` lists what is open.", id)
	case c.Expired(ch):
		return ch, bot.Problemf(bot.NotNow, "Challenge %d has expired. `challenge` asks again.", id)
	case ch.Open() && !ch.IsFrom(c.Me.ID) && action.KnownElsewhere(c, ch.Variant):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is of a game that only those of its place play. Ask there.", id)
	case !concerns(ch, c.Me.ID):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is from %s to %s: it is not for you to %s.", id, ch.From.User.Said(), ch.Opponent(), phrase.Term(c.Command.Name))
	}
	return ch, nil
}

// pendingWith returns the challenges whose other player is called name, or an error that suggests
// the nearest name.
func pendingWith(c *action.Call, name string, all []bot.Challenge) ([]bot.Challenge, error) {
	var names []string
	var found []bot.Challenge
	for _, ch := range all {
		other := ch.Other(c.Me.ID)
		theirs := bot.FoldName(other.User.Name)
		if ch.IsFrom(c.Me.ID) {
			theirs = bot.FoldName(phrase.English(ch.Opponent()))
		}
		names = append(names, theirs)
		if user, ok := c.Request.Mentions[name]; ok && user.UserID == other.User.UserID || theirs == bot.FoldName(name) {
			found = append(found, ch)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	hint := phrase.Of("`games` lists what is open.")
	if near := command.Nearest(bot.FoldName(name), names); near != "" {
		hint = phrase.Of("Did you mean `%s %s`?", c.Command.Name, near)
	}
	return nil, bot.Problemf(bot.Unknown, "There is no challenge to %s with %s. %s", phrase.Term(c.Command.Name), bot.QuoteWord(name), hint)
}

const (
	// MaxBlocked is how many people one player can block.
	MaxBlocked = 200
	// maxOpen is the maximum number of open challenges of a player, and maxGuestOpen that of a
	// guest. maxGuestSeeks is the maximum number of guests' challenges that anybody may accept.
	maxOpen, maxGuestOpen, maxGuestSeeks = 20, 3, 100
	// MaxLimit is the largest limit that players can set on the number of their games.
	MaxLimit = maxGames
	// maxGuestGames is the maximum number of ongoing games of a guest.
	maxGuestGames = 10
)

// mayBeginGame returns an error if the asker and other may not begin a game with each other: one
// has blocked the other, or has too many games.
func mayBeginGame(c *action.Call, other bot.Player) error {
	if err := mayPlayMore(c, other); err != nil {
		return err
	}
	return accepts(c, other)
}

// mayPlayMore returns an error if the asker has blocked other, or has too many games.
func mayPlayMore(c *action.Call, other bot.Player) error {
	if c.Me.Blocks(other) {
		return BlockedByYou(other)
	}
	return underGameLimit(c, c.Me)
}

// accepts returns an error if other has blocked the asker or has too many games. The error is the
// same in both cases, and this must be the last check, so that it does not reveal a block.
func accepts(c *action.Call, other bot.Player) error {
	if other.Blocks(c.Me) || underGameLimit(c, other) != nil {
		return bot.NotAccepting(other)
	}
	return nil
}

// underGameLimit returns an error if a player has as many games as they want, or maxGames.
// Studies do not count.
func underGameLimit(c *action.Call, p bot.Player) error {
	if p.Level() > 0 {
		return nil // the computer has no limit
	}
	limit := maxGames
	if p.Guest() {
		limit = maxGuestGames
	} else if p.Settings.Limit > 0 {
		limit = p.Settings.Limit
	}
	games, err := c.Tx.GamesOf(p.ID, false, bot.Page{Limit: maxGames + maxStudies})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, bot.Game.Study)
	switch {
	case len(games) < limit:
		return nil
	case p.ID == c.Me.ID && p.Guest():
		return bot.Problemf(bot.NotNow, "A guest has at most %s at once. Finish one first, or sign in: your games come along.", action.GameCount(limit))
	case p.ID == c.Me.ID && len(games) >= maxGames:
		return bot.Problemf(bot.NotNow, "You have %s, and more than that nobody has at once.", action.GameCount(len(games)))
	case p.ID == c.Me.ID:
		return bot.Problemf(bot.NotNow, "You have %s, as many as you want at once. `limit %d` allows one more, `limit off` any number.", action.GameCount(len(games)), len(games)+1)
	default:
		return bot.NotAccepting(p)
	}
}

// mayOpen returns an error if the asker already has the maximum number of open challenges.
func mayOpen(c *action.Call) error {
	all, err := c.Tx.ChallengesOf(c.Me.ID)
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsFrom(c.Me.ID) || c.Expired(ch) })
	if c.Me.Guest() && len(all) >= maxGuestOpen {
		return bot.Problemf(bot.NotNow, "A guest has at most %d challenges without an answer. `games` lists them, `cancel ID` withdraws one.", maxGuestOpen)
	}
	if len(all) >= maxOpen {
		return bot.Problemf(bot.NotNow, "You have %d challenges without an answer, and more than that nobody has. `games` lists them, `cancel ID` withdraws one.", len(all))
	}
	return err
}

// BlockedByYou returns the error for addressing somebody whom the asker has blocked. Only the
// asker sees it.
func BlockedByYou(other bot.Player) *bot.Problem {
	p := bot.Problemf(bot.NotAllowed, "You have blocked %s. `unblock %s` ends that.", other.Said(), other.Word())
	p.Personal = true
	return p
}

const (
	// maxGames is how many ongoing games against others one player can have.
	maxGames = 500
	// maxReceived is how many challenges to one player can be open.
	maxReceived = 50
	// maxBetween is the maximum number of open challenges from one player, or from all guests
	// together, to the same opponent.
	maxBetween = 5
)

// recordDecline stores in the record of the player to whom a challenge went that they have declined
// it, or that its challenger has withdrawn it.
func recordDecline(c *action.Call, to bot.Player, d bot.Decline) error {
	return c.Tx.PutPlayer(throttle.Declined(to, d, c.Uptime))
}

// mayInvite returns an error if the asker may not send other one more challenge now.
func mayInvite(c *action.Call, other bot.Player) error {
	if err := throttle.MayChallenge(c.Me, other, c.Uptime); err != nil {
		return err
	}
	all, err := c.Tx.ChallengesOf(other.ID)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsTo(other.ID) || c.Expired(ch) })
	mine, seen := 0, 0 // challenges from the asker, and challenges that other sees
	for _, ch := range all {
		from, err := c.Tx.Player(ch.From.Player)
		if err != nil {
			return err
		}
		if from.ID == c.Me.ID || c.Me.Guest() && from.Guest() {
			mine++
		}
		if !other.Blocks(from) {
			seen++
		}
	}
	switch {
	case other.IsTeam() && !c.Me.IsTeam(): // only a room can accept a room's challenge
		return bot.Problemf(bot.NotNow, "%s begins its games itself: in its room, `teamgame %s` challenges you.", other.Said(), c.Me.Word())
	case c.Me.Guest() && mine >= maxBetween:
		return bot.NotAccepting(other)
	case mine >= maxBetween:
		return bot.Problemf(bot.NotNow, "%s has %d challenges of yours to answer. `games` lists them, `cancel ID` withdraws one.", other.Said(), mine)
	case seen >= maxReceived && !other.IsTeam(): // any number of rooms may seek an opponent
		return bot.NotAccepting(other)
	}
	return accepts(c, other)
}

// Usual sets the room's usual variant and pace if an invitation does not name them. If the room has
// no usual variant, it returns an error, which shows usage and example.
func Usual(c *action.Call, usage, example string) error {
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	if err != nil {
		return err
	}
	if c.Args.Variant == nil && here.Variant != "" {
		// A game that the place has removed since counts as if none were set.
		if v, err := command.FindVariant(here.Variant, c.Request.Games...); err == nil {
			c.Args.Variant = v
		}
	}
	if c.Args.Variant == nil {
		which := bot.Problemf(bot.Misunderstood, "Which game shall it be? Write `%s`, for example `%s`. `variants` lists the games.", usage, example)
		which.Lacks = true
		return which
	}
	if c.Args.Pace == nil {
		c.Args.Pace = here.Pace
	}
	return nil
}

// unaddressed returns the messages to send for m. If the addressee has blocked the speaker, it
// returns m without an addressee in a room, and nothing in private.
func unaddressed(c *action.Call, to bot.PlayerID, m bot.Message) ([]bot.Message, error) {
	p, err := action.CurrentPlayer(c.Tx, to)
	switch {
	case err != nil || !p.Blocks(c.Me):
		return []bot.Message{m}, err
	case m.Room == (bot.RoomID{}):
		return nil, nil
	}
	m.To = nil
	return []bot.Message{m}, nil
}
