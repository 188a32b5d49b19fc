package bot

import (
	"raumbot/bot/phrase"
)

// Words describes the proposal.
func (ch Challenge) Words() phrase.Text {
	return ch.Proposal.words(phrase.Of("%s plays %s", ch.From.User.Said(), ch.Colour.Title()))
}

// Words describes the proposal, without the challenger's name.
func (p Proposal) Words() phrase.Text { return p.words(phrase.Of("as %s", p.Colour.Title())) }

// Title returns the colour with a capital, for display.
func (c Colour) Title() phrase.Text { return phrase.Upper(phrase.Term(string(c))) }

// words describes the proposal; colours says which colour the challenger asked for.
func (p Proposal) words(colours phrase.Text) phrase.Text {
	if p.Colour == Random {
		colours = phrase.Of("colours by lot")
	}
	return phrase.Sprintf("%s, %s, %s", Title(p.Variant), colours, Agreed(p.Pace, p.Options, p.Rated))
}

// Opponent names the player challenged.
func (ch Challenge) Opponent() phrase.Text {
	if ch.Open() {
		return phrase.Of("everybody")
	}
	return ch.To.User.Said()
}

func (ch Challenge) IsTo(p PlayerID) bool { return p != 0 && ch.To.Player == p }

func (ch Challenge) IsFrom(p PlayerID) bool { return p != 0 && ch.From.Player == p }

// MayAccept reports whether a player may accept the challenge.
func (ch Challenge) MayAccept(p PlayerID) bool {
	return ch.IsTo(p) || ch.Open() && !ch.IsFrom(p)
}

// OtherName returns the name of the other side as a phrase: that for everybody in an open challenge
// of the player's own.
func (ch Challenge) OtherName(p PlayerID) phrase.Text {
	if ch.From.Player == p {
		return ch.Opponent()
	}
	return ch.From.User.Said()
}

// Other returns the seat of the other side.
func (ch Challenge) Other(p PlayerID) Seat {
	if ch.From.Player == p {
		return ch.To
	}
	return ch.From
}

// Challenge is an invitation to a game that nobody has accepted yet. An open
// challenge, with no player in To, can be accepted by anybody.
type Challenge struct {
	ID       GameID // the number that the game will have
	From, To Seat
	Proposal
	Expires Moment
}

// Proposal is what a challenge proposes to play.
type Proposal struct {
	Variant string
	Colour  Colour // of the challenger
	Pace    Pace
	Rated   bool `json:",omitzero"`
	Options
}

// Wake returns when the challenge expires.
func (c Challenge) Wake() Moment { return c.Expires }

// Open reports whether anybody may accept the challenge.
func (c Challenge) Open() bool { return c.To.Player == 0 }

// Private reports whether only its two players know of the challenge.
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
