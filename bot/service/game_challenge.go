package service

import (
	"errors"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// challengeLife is how long a challenge stays open before it expires.
const challengeLife = 7 * 24 * time.Hour

// challenge invites somebody to a game, or begins one on a ladder, against the computer or as a study.
func challenge(c *call) (bot.Reply, error) {
	if c.onLadder() {
		return climb(c)
	}
	if strings.EqualFold(c.args.Word("name"), "me") {
		return studyGame(c)
	}
	if isComputer(c.args.Word("name")) { // also as it is called in its games: Computer, level 5
		return challengeComputer(c)
	}
	if _, said := c.args.Words["level"]; said {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Only the computer has levels. `challenge computer level 3` plays against it.")
	}
	if c.args.Variant == nil { // a person on a ladder needs no game to be named
		if p, err := c.known(c.args.Word("name")); err == nil && p.ID != 0 && p.ID != c.me.ID {
			if err := c.whichChallenge(p); err != nil {
				return bot.Reply{}, err
			}
		}
	}
	if err := c.usual(c.command.Usage(), c.command.Example); err != nil {
		return bot.Reply{}, err
	}
	opponent, err := c.person(c.args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	if opponent.ID == c.me.ID {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You cannot challenge yourself. `study %s` begins a game in which you move both sides.", c.args.Variant.Name)
	}
	ch, err := c.proposal()
	if err != nil {
		return bot.Reply{}, err
	}
	return c.invite(ch, opponent)
}

// invite stores a challenge to an opponent and tells them; the computer accepts at once.
func (c *call) invite(ch bot.Challenge, opponent bot.Player) (bot.Reply, error) {
	if err := c.mayPlayMore(opponent); err != nil {
		return bot.Reply{}, err
	}
	if level := opponent.Level(); level > 0 {
		return c.meetComputer(ch, level)
	}
	if ch.Sight == bot.Hidden {
		ch.From.Room = bot.RoomID{}
	}
	ch.To = c.opposite(ch.From, opponent)
	for _, check := range []func() error{c.mayOpen, func() error { return c.notAsked(ch) }, func() error { return c.mayInvite(opponent) }} {
		if err := check(); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := c.open(&ch); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s challenges %s: %s. %s, `accept %d` begins the game and `decline %d` declines it.",
		ch.From.User.Known(), ch.To.User.Said(), ch.Words(), ch.To.User.Said(), ch.ID, ch.ID)
	notice := ch.To.Address().ChallengeMessage(ch, text, c.service.button("accept", ch.ID.String()), c.service.button("decline", ch.ID.String()))
	return c.reply([]bot.Message{notice}, phrase.Of("Your challenge %d has gone to %s. `cancel %d` withdraws it.", ch.ID, ch.To.User.Said(), ch.ID)), nil
}

// notAsked refuses a challenge if an identical one to the same opponent is still open.
func (c *call) notAsked(ch bot.Challenge) error {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, other := range all {
		if other.IsFrom(c.me.ID) && other.IsTo(ch.To.Player) && !c.expired(other) && other.Variant == ch.Variant && other.Pace == ch.Pace &&
			other.Rated == ch.Rated && other.Options == ch.Options && other.Colour == ch.Colour {
			return bot.Problemf(bot.NotNow, "You have asked %s for that already: challenge %d waits for an answer. `cancel %d` withdraws it.", ch.To.User.Said(), other.ID, other.ID)
		}
	}
	return err
}

// proposal returns the challenge that the command describes, without an opponent.
func (c *call) proposal() (ch bot.Challenge, err error) {
	ch = bot.Challenge{
		From: c.seat(),
		Proposal: bot.Proposal{
			Variant: c.args.Variant.ID(),
			Colour:  bot.Colour(c.args.Word("colour")),
			Rated:   c.args.Word("stakes") == "rated",
		},
		Expires: c.uptime.Moment().Plus(challengeLife),
	}
	if ch.Colour == "" {
		ch.Colour = bot.Random
	}
	if c.args.Pace != nil {
		ch.Pace = *c.args.Pace
	}
	ch.Options, err = c.options(ch.Pace)
	return ch, err
}

// seat returns the asker's seat in a game that is shown where they ask.
func (c *call) seat() bot.Seat {
	return bot.Seat{Player: c.me.ID, User: c.request.From, Room: c.request.Room, Within: c.request.Within, Reach: c.request.Reach, Present: c.request.Room != (bot.RoomID{})}
}

// open assigns a number to a new challenge and stores it, unless the asker has too many.
func (c *call) open(ch *bot.Challenge) (err error) {
	if err := c.mayOpen(); err != nil {
		return err
	}
	if err := c.mayShare(ch.From, ch.To); err != nil {
		return err
	}
	if ch.ID, err = c.tx.NextGame(); err != nil {
		return err
	}
	return errors.Join(c.use(ch.Variant), c.tx.PutChallenge(*ch), c.addEntry(ch.ID, bot.Entry{What: bot.Challenged, Proposal: ch.Proposal}))
}

// opposite returns the seat of an opponent who has not spoken yet: where the
// challenger is, or in private on a platform that the challenger is not on.
func (c *call) opposite(mine bot.Seat, opponent bot.Player) bot.Seat {
	if user, ok := c.addressed(opponent, mine.User.Platform); ok {
		return bot.Seat{Player: opponent.ID, User: user, Room: mine.Room, Within: mine.Within, Reach: mine.Reach}
	}
	return bot.Seat{Player: opponent.ID, User: opponent.Users[0]}
}

// addressed returns the account of a player on a platform: the one that the asker has named, else any; false if there is none.
func (c *call) addressed(p bot.Player, on bot.Platform) (bot.User, bool) {
	word := c.args.Word("name")
	for _, u := range p.Users {
		mentioned, ok := c.request.Mentions[word]
		if u.Platform == on && (ok && mentioned.UserID == u.UserID || !ok && bot.FoldName(u.Name) == bot.FoldName(strings.TrimPrefix(word, "@"))) {
			return u, true
		}
	}
	return p.User(on)
}

// note adds an event by the speaker to the log of a game.
func (c *call) note(id bot.GameID, what bot.Event) error {
	return c.addEntry(id, bot.Entry{What: what})
}

// addEntry adds an entry to the log of a game, setting its author to the speaker and its time to now.
func (c *call) addEntry(id bot.GameID, e bot.Entry) error {
	e.At, e.By = c.uptime.Beat.UTC(), c.me.ID
	return c.tx.AppendLog(id, e)
}

// defaultOptions returns the options of a pace if none are given: vacations are
// allowed with Fischer paces and with whole days per move.
func defaultOptions(p bot.Pace) bot.Options {
	return bot.Options{Vacation: p.Fischer() || p.PerMove > 0 && p.PerMove%bot.Day == 0}
}

// options returns the options of the command, or the defaults of its pace.
func (c *call) options(p bot.Pace) (bot.Options, error) {
	o := defaultOptions(p)
	vacation, weekends := c.args.Word("vacation"), c.args.Word("weekends")
	if word := vacation + weekends; word != "" && !p.Ticks() {
		return o, bot.Problemf(bot.Misunderstood, "A game without a clock needs no word about %s. Name a pace, such as `3d`, or leave that out.", bot.QuoteWord(word))
	}
	if vacation != "" {
		o.Vacation = vacation == "vacation"
	}
	o.Weekends = weekends != ""
	o.Sight = bot.Sight(c.args.Word("sight"))
	return o, nil
}
