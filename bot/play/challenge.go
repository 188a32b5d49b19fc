package play

import (
	"errors"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// challengeLife is how long a challenge stays open.
const challengeLife = 7 * 24 * time.Hour

// challenge invites somebody to a game. On a ladder, against the computer and for a study it
// begins the game at once.
func challenge(c *action.Call) (bot.Reply, error) {
	if OnLadder(c) {
		return c.Bot.Ports.Climb(c)
	}
	if strings.EqualFold(c.Args.Word("name"), "me") {
		return studyGame(c)
	}
	// also under its name in games, such as "Computer, level 5"
	if action.IsComputer(c.Args.Word("name")) {
		return challengeComputer(c)
	}
	if _, said := c.Args.Words["level"]; said {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Only the computer has levels. `challenge computer level 3` plays against it.")
	}
	if c.Args.Variant == nil { // no variant is needed to challenge a person on a ladder
		if p, err := c.Known(c.Args.Word("name")); err == nil && p.ID != 0 && p.ID != c.Me.ID {
			if err := c.Bot.Ports.WhichChallenge(c, p); err != nil {
				return bot.Reply{}, err
			}
		}
	}
	if err := Usual(c, c.Command.Usage(), c.Command.Example); err != nil {
		return bot.Reply{}, err
	}
	opponent, err := c.Person(c.Args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	if opponent.ID == c.Me.ID {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You cannot challenge yourself. `study %s` begins a game in which you move both sides.", c.Args.Variant.Name)
	}
	ch, err := proposal(c)
	if err != nil {
		return bot.Reply{}, err
	}
	return invite(c, ch, opponent)
}

// invite stores a challenge and tells the opponent. The computer accepts at once.
func invite(c *action.Call, ch bot.Challenge, opponent bot.Player) (bot.Reply, error) {
	if err := mayPlayMore(c, opponent); err != nil {
		return bot.Reply{}, err
	}
	if level := opponent.Level(); level > 0 {
		return beginAgainstComputer(c, ch, level)
	}
	ch.To = opponentSeat(c, ch.From, opponent)
	ch.Conceal()
	if ch.Sight == bot.Hidden {
		ch.From.Room, ch.To.Room = bot.RoomID{}, bot.RoomID{}
	}
	for _, check := range []func() error{func() error { return mayOpen(c) }, func() error { return notAsked(c, ch) }, func() error { return mayInvite(c, opponent) }} {
		if err := check(); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := open(c, &ch); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s challenges %s: %s. %s, `accept %d` begins the game and `decline %d` declines it.",
		ch.From.User.Known(), ch.To.User.Said(), ch.Words(), ch.To.User.Said(), ch.ID, ch.ID)
	notice := ch.To.Address().ChallengeMessage(ch, text, c.Bot.Button("accept", ch.ID.String()), c.Bot.Button("decline", ch.ID.String()))
	return c.Reply(bot.Awaiting(notice), phrase.Of("Your challenge %d has gone to %s. `cancel %d` withdraws it.", ch.ID, ch.To.User.Said(), ch.ID)), nil
}

// notAsked refuses a challenge if an identical one to the same opponent is still open.
func notAsked(c *action.Call, ch bot.Challenge) error {
	all, err := c.Tx.ChallengesOf(c.Me.ID)
	for _, other := range all {
		if other.IsFrom(c.Me.ID) && other.IsTo(ch.To.Player) && !c.Expired(other) && other.Variant == ch.Variant && other.Pace == ch.Pace &&
			other.Rated == ch.Rated && other.Options == ch.Options && other.Colour == ch.Colour {
			return bot.Problemf(bot.NotNow, "You have asked %s for that already: challenge %d waits for an answer. `cancel %d` withdraws it.", ch.To.User.Said(), other.ID, other.ID)
		}
	}
	return err
}

// proposal returns the challenge that the command describes, without an opponent.
func proposal(c *action.Call) (ch bot.Challenge, err error) {
	ch = bot.Challenge{
		From: seat(c),
		Proposal: bot.Proposal{
			Variant: c.Args.Variant.ID(),
			Colour:  bot.Colour(c.Args.Word("colour")),
			Rated:   c.Args.Word("stakes") == "rated",
		},
		Expires: c.Uptime.Moment().Plus(challengeLife),
	}
	if ch.Colour == "" {
		ch.Colour = bot.Random
	}
	if c.Args.Pace != nil {
		ch.Pace = *c.Args.Pace
	}
	ch.Options, err = options(c, ch.Pace)
	ch.Conceal()
	return ch, err
}

// seat returns the asker's seat in a game that is shown where they ask.
func seat(c *action.Call) bot.Seat {
	return bot.Seat{Player: c.Me.ID, User: c.Request.From, Room: c.Request.Room, Within: c.Request.Within, Reach: c.Request.Reach, Present: c.Request.Room != (bot.RoomID{})}
}

// open stores a new challenge under the next number, unless the asker has too many open ones.
func open(c *action.Call, ch *bot.Challenge) (err error) {
	if err := errors.Join(mayOpen(c), c.Bot.Guests.Admit(*ch)); err != nil {
		return err
	}
	if err := action.MayShare(c, ch.From, ch.To); err != nil {
		return err
	}
	if ch.ID, err = c.Tx.NextGame(); err != nil {
		return err
	}
	return errors.Join(action.MarkUsed(c, ch.Variant), c.Tx.PutChallenge(*ch), addEntry(c, ch.ID, bot.Entry{What: bot.Challenged, Proposal: ch.Proposal}))
}

// opponentSeat returns the seat of an opponent who has not answered yet. They see the game where
// the challenger does, or in private if they have no account on the challenger's platform.
func opponentSeat(c *action.Call, mine bot.Seat, opponent bot.Player) bot.Seat {
	if user, ok := addressed(c, opponent, mine.User.Platform); ok {
		return bot.Seat{Player: opponent.ID, User: user, Room: mine.Room, Within: mine.Within, Reach: mine.Reach}
	}
	return bot.Seat{Player: opponent.ID, User: opponent.Users[0]}
}

// addressed returns the account of a player on a platform: the one that the asker has named, else
// any. It returns false if there is none.
func addressed(c *action.Call, p bot.Player, on bot.Platform) (bot.User, bool) {
	word := c.Args.Word("name")
	for _, u := range p.Users {
		mentioned, ok := c.Request.Mentions[word]
		if u.Platform == on && (ok && mentioned.UserID == u.UserID || !ok && bot.FoldName(u.Name) == bot.FoldName(strings.TrimPrefix(word, "@"))) {
			return u, true
		}
	}
	return p.User(on)
}

// note adds an event caused by the asker to the log of a game.
func note(c *action.Call, id bot.GameID, what bot.Event) error {
	return addEntry(c, id, bot.Entry{What: what})
}

// addEntry adds an entry to the log of a game, with the asker as its author and the current time.
func addEntry(c *action.Call, id bot.GameID, e bot.Entry) error {
	e.At, e.By = c.Uptime.Beat.UTC(), c.Me.ID
	return c.Tx.AppendLog(id, e)
}

// DefaultOptions returns the options of a game if the command gives none. Fischer paces and paces
// of whole days per move allow vacations.
func DefaultOptions(p bot.Pace) bot.Options {
	return bot.Options{Vacation: p.Fischer() || p.PerMove > 0 && p.PerMove%bot.Day == 0}
}

// options returns the options that the command gives, or else the defaults of the pace.
func options(c *action.Call, p bot.Pace) (bot.Options, error) {
	o := DefaultOptions(p)
	vacation, weekends := c.Args.Word("vacation"), c.Args.Word("weekends")
	if word := vacation + weekends; word != "" && !p.Ticks() {
		return o, bot.Problemf(bot.Misunderstood, "A game without a clock needs no word about %s. Name a pace, such as `3d`, or leave that out.", bot.QuoteWord(word))
	}
	if vacation != "" {
		o.Vacation = vacation == "vacation"
	}
	o.Weekends = weekends != ""
	o.Sight = bot.Sight(c.Args.Word("sight"))
	return o, nil
}

// OnLadder reports whether a challenge command is meant for a ladder.
func OnLadder(c *action.Call) bool { return c.Args.Tournament != 0 || c.Args.Word("ladder") != "" }
