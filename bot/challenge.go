package bot

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// challengeLife is how long a challenge waits for an answer.
const challengeLife = 7 * 24 * time.Hour

// challenge invites somebody.
func challenge(c *call) (Reply, error) {
	if strings.EqualFold(c.args.word("name"), "me") {
		return studyGame(c)
	}
	if err := c.usual(); err != nil {
		return Reply{}, err
	}
	opponent, err := c.person(c.args.word("name"))
	if err != nil {
		return Reply{}, err
	}
	if opponent.ID == c.me.ID {
		return Reply{}, problem(NotAllowed, "You cannot challenge yourself. `study %s` begins a game in which you move both sides.", c.args.Variant.Name)
	}
	ch, err := c.proposal()
	if err != nil {
		return Reply{}, err
	}
	return c.invite(ch, opponent)
}

// invite stores a challenge to somebody, and tells them.
func (c *call) invite(ch Challenge, opponent Player) (Reply, error) {
	if err := c.mayMeet(opponent); err != nil {
		return Reply{}, err
	}
	if err := c.mayInvite(opponent); err != nil {
		return Reply{}, err
	}
	if ch.Sight == Hidden {
		ch.From.Room = RoomID{}
	}
	ch.To = c.opposite(ch.From, opponent)
	if err := c.notAsked(ch); err != nil {
		return Reply{}, err
	}
	if err := c.open(&ch); err != nil {
		return Reply{}, err
	}
	text := phrase.Of("%s challenges %s: %s. %s, `accept %d` begins the game and `decline %d` declines it.",
		ch.From.User.Name, ch.To.User.Name, ch.words(), ch.To.User.Name, ch.ID, ch.ID)
	notices := ch.tell(ch.To, text, c.service.button("accept", ch.ID.String()), c.service.button("decline", ch.ID.String()))
	return c.told(ch, notices, phrase.Of("Your challenge %d has gone to %s. `cancel %d` withdraws it.", ch.ID, ch.To.User.Name, ch.ID)), nil
}

// notAsked refuses a challenge that waits for an answer already.
func (c *call) notAsked(ch Challenge) error {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, other := range all {
		if other.isFrom(c.me.ID) && other.isTo(ch.To.Player) && !c.expired(other) && other.Variant == ch.Variant && other.Pace == ch.Pace &&
			other.Rated == ch.Rated && other.Options == ch.Options && other.Colour == ch.Colour {
			return problem(NotNow, "You have asked %s for that already: challenge %d waits for an answer. `cancel %d` withdraws it.", ch.To.User.Name, other.ID, other.ID)
		}
	}
	return err
}

// proposal returns a challenge as the command words it.
func (c *call) proposal() (ch Challenge, err error) {
	ch = Challenge{
		From:    c.seat(),
		Variant: c.args.Variant.Name,
		Colour:  Colour(c.args.word("colour")),
		Rated:   c.args.word("stakes") == "rated",
		Expires: c.uptime.Moment().Plus(challengeLife),
	}
	if ch.Colour == "" {
		ch.Colour = Random
	}
	if c.args.Pace != nil {
		ch.Pace = *c.args.Pace
	}
	ch.Options, err = c.options(ch.Pace)
	return ch, err
}

// seat returns the seat of the asker in a game that is seen where they ask.
func (c *call) seat() Seat {
	return Seat{Player: c.me.ID, User: c.request.From, Room: c.request.Room, Within: c.request.Within}
}

// open stores a new challenge and gives it its number.
func (c *call) open(ch *Challenge) (err error) {
	if err := c.mayOpen(); err != nil {
		return err
	}
	if ch.ID, err = c.tx.NextGame(); err != nil {
		return err
	}
	return errors.Join(c.tx.PutChallenge(*ch), c.note(ch.ID, Challenged, ch.wordsOf(phrase.Of("as %s", ch.Colour.title()))))
}

// opposite returns the seat of an opponent who has not spoken yet: where the
// challenger is, or in private on a platform that the challenger is not on.
func (c *call) opposite(mine Seat, opponent Player) Seat {
	if user, ok := c.addressed(opponent, mine.User.Platform); ok {
		return Seat{Player: opponent.ID, User: user, Room: mine.Room, Within: mine.Within}
	}
	return Seat{Player: opponent.ID, User: opponent.Users[0]}
}

// addressed returns the identity of a player on a platform that the asker has named, else any there.
func (c *call) addressed(p Player, on Platform) (User, bool) {
	word := c.args.word("name")
	for _, u := range p.Users {
		mentioned, ok := c.request.Mentions[word]
		if u.Platform == on && (ok && mentioned.UserID == u.UserID || !ok && FoldName(u.Name) == FoldName(strings.TrimPrefix(word, "@"))) {
			return u, true
		}
	}
	return p.user(on)
}

// words describes what is proposed.
func (ch Challenge) words() string {
	return ch.wordsOf(phrase.Of("%s plays %s", ch.From.User.Name, ch.Colour.title()))
}

// title names the colour.
func (c Colour) title() string { return phrase.Upper(phrase.Term(string(c))) }

// wordsOf describes what is proposed, with the words for a colour that the challenger has asked for.
func (ch Challenge) wordsOf(colours string) string {
	if ch.Colour == Random {
		colours = phrase.Of("colours by lot")
	}
	return fmt.Sprintf("%s, %s, %s", title(ch.Variant), colours, agreed(ch.Pace, ch.Options, ch.Rated))
}

// tell returns a message about the challenge to one of its sides, where they are.
func (ch Challenge) tell(to Seat, text string, buttons ...Button) []Message {
	m := Message{
		Platform: to.User.Platform,
		Audience: Public,
		Room:     to.Room,
		To:       []User{to.User},
		Game:     ch.ID,
		Text:     text,
		Buttons:  buttons,
	}
	if to.Room == (RoomID{}) {
		m.Audience = Private
	}
	return []Message{m}
}

// told returns the reply to a change of a challenge: the notice to the other
// side, and a word to the asker if they do not see it where they are.
func (c *call) told(ch Challenge, notices []Message, text string) Reply {
	reply := Reply{Notices: notices}
	if room := notices[0].Room; room == (RoomID{}) || room != c.request.Room {
		reply.Answer = c.answer(text).Answer
	}
	return reply
}

// note adds an entry of the speaker's to a log.
func (c *call) note(id GameID, what Event, note string) error {
	return c.tx.AppendLog(id, Entry{At: c.uptime.Beat.UTC(), By: c.me.ID, What: what, Note: note})
}
