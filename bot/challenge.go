package bot

import (
	"fmt"

	"raumbot/bot/phrase"
)

// Words describes what is proposed.
func (ch Challenge) Words() string {
	return ch.WordsOf(phrase.Of("%s plays %s", ch.From.User.Name, ch.Colour.Title()))
}

// Title names the colour.
func (c Colour) Title() string { return phrase.Upper(phrase.Term(string(c))) }

// WordsOf describes what is proposed, with the words for a colour that the challenger has asked for.
func (ch Challenge) WordsOf(colours string) string {
	if ch.Colour == Random {
		colours = phrase.Of("colours by lot")
	}
	return fmt.Sprintf("%s, %s, %s", Title(ch.Variant), colours, Agreed(ch.Pace, ch.Options, ch.Rated))
}

// Tell returns a message about the challenge to one of its sides, where they are.
func (ch Challenge) Tell(to Seat, text string, buttons ...Button) []Message {
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

// Opponent names whom the challenge is for.
func (ch Challenge) Opponent() string {
	if ch.Open() {
		return phrase.Of("everybody")
	}
	return ch.To.User.Name
}

func (ch Challenge) IsTo(p PlayerID) bool { return p != 0 && ch.To.Player == p }

func (ch Challenge) IsFrom(p PlayerID) bool { return p != 0 && ch.From.Player == p }

// MayAccept reports whether it is for a player to accept.
func (ch Challenge) MayAccept(p PlayerID) bool {
	return ch.IsTo(p) || ch.Open() && !ch.IsFrom(p)
}

// Other returns the seat that a player does not have.
func (ch Challenge) Other(p PlayerID) Seat {
	if ch.From.Player == p {
		to := ch.To
		to.User.Name = ch.Opponent()
		return to
	}
	return ch.From
}

// Challenge is an invitation to a game that nobody has accepted yet. An open
// one, without a player in To, is for whoever takes it first.
type Challenge struct {
	ID       GameID // the number of the game that it will be
	From, To Seat
	Variant  string
	Colour   Colour // of the challenger
	Pace     Pace
	Rated    bool `json:",omitzero"`
	Options
	Expires Moment
}

// Wake returns when the challenge expires.
func (c Challenge) Wake() Moment { return c.Expires }

// Open reports whether anybody may accept the challenge.
func (c Challenge) Open() bool { return c.To.Player == 0 }

// Private reports whether the challenge is known to its two sides alone.
func (c Challenge) Private() bool {
	return !c.Open() && c.Sight != Shown && c.From.Room == (RoomID{}) && c.To.Room == (RoomID{})
}

// Colour is the side that a challenger asks for.
type Colour string

// The colours that can be asked for.
const (
	Random    Colour = "random"
	WhiteSide Colour = "white"
	BlackSide Colour = "black"
)
