package bot

import (
	"cmp"
	"strings"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Room is what the organisers of a room have decided for it. An empty field
// leaves the decision to the wider place that the room is part of, and to the bot. All
// values are those of commands, whatever language their users speak.
type Room struct {
	ID RoomID
	// Variant and Pace are those of invitations that name none.
	Variant string `json:",omitzero"`
	Pace    *Pace  `json:",omitzero"`
	// Look is how boards are drawn for the room.
	Look Look `json:",omitzero"`
	// Language is the code of the language of what the room sees.
	Language string `json:",omitzero"`
	// Locale is the language that the platform says is spoken there; it counts where none is decided.
	Locale string `json:",omitzero"`
	// Zone is the time zone of what the room sees, as [ParseZone] names it.
	Zone string `json:",omitzero"`
	// Pictures is "off" where pictures are shown on asking only.
	Pictures string `json:",omitzero"`
	// Tournaments is "anyone" where not only organisers may create one.
	Tournaments string `json:",omitzero"`
}

// Or returns a look whose empty fields are those of another.
func (l Look) Or(other Look) Look {
	return Look{cmp.Or(l.View, other.View), cmp.Or(l.Theme, other.Theme), cmp.Or(l.Pieces, other.Pieces), cmp.Or(l.Side, other.Side), cmp.Or(l.Form, other.Form)}
}

// Words says what holds in a room, a line for each thing.
func (r Room) Words() string {
	words := []string{phrase.Of("Game of invitations that name none: %s", phrase.Of("the bot asks"))}
	if r.Variant != "" {
		words[0] = phrase.Of("Game of invitations that name none: %s", Title(r.Variant))
	}
	if r.Pace != nil {
		words = append(words, phrase.Of("Pace of invitations that name none: %s", r.Pace.Words()))
	} else {
		words = append(words, phrase.Of("Pace of invitations that name none: %s", phrase.Of("no clock")))
	}
	if r.Look == (Look{}) {
		words = append(words, phrase.Of("Boards: %s", phrase.Of("as usual")))
	} else {
		words = append(words, phrase.Of("Boards: %s", r.Look.Words()))
	}
	if r.Pictures == "off" {
		words = append(words, phrase.Of("Pictures: %s", phrase.Of("on asking only")))
	} else {
		words = append(words, phrase.Of("Pictures: %s", phrase.Of("with every move")))
	}
	if r.Tournaments == "anyone" {
		words = append(words, phrase.Of("Tournaments are created by: %s", phrase.Of("anyone")))
	} else {
		words = append(words, phrase.Of("Tournaments are created by: %s", phrase.Of("organisers")))
	}
	if r.Language != "" {
		words = append(words, phrase.Of("Language: %s", locale.Names[r.Language]))
	}
	if r.Zone != "" {
		words = append(words, phrase.Of("Times: those of %s", r.Zone))
	}
	return strings.Join(words, "\n")
}

// language returns the language of a room: what its organisers have decided, else what
// the platform says of it.
func (r Room) LanguageCode() string { return cmp.Or(r.Language, locale.Spoken(r.Locale)) }

// Look is how somebody wants boards to be drawn, or a room. An empty field
// leaves the choice to the bot.
type Look struct {
	View   string `json:",omitzero"`
	Theme  string `json:",omitzero"`
	Pieces string `json:",omitzero"`
	// Side is "white" for White's side at the bottom also of one's games as Black.
	Side string `json:",omitzero"`
	// Form is "text" for boards in words in place of pictures, "both" for words and pictures.
	Form string `json:",omitzero"`
}

// Suit returns a picture in this look, where nothing else was asked for. The
// picture that is given may belong to other messages too.
func (l Look) Suit(p *Picture) *Picture {
	if p == nil {
		return nil
	}
	suited := *p
	if p.Form == "" {
		suited.Form = l.Form
	}
	if p.Theme == "" {
		suited.Theme = l.Theme
	}
	if p.Piece != "" || p.Tournament != 0 || p.Curve { // the diagram of a piece has no view, nor has a table
		return &suited
	}
	if p.View == "" {
		suited.View = l.View
	}
	if p.Pieces == "" {
		suited.Pieces = l.Pieces
	}
	return &suited
}

// From returns which side is at the bottom for somebody who plays one.
func (l Look) From(own rules.Side) rules.Side {
	if l.Side == "white" {
		return rules.White
	}
	return own
}

// Words say what has been chosen.
func (l Look) Words() string {
	var words []string
	switch l.Form {
	case "text":
		words = append(words, phrase.Of("words in place of pictures"))
	case "both":
		words = append(words, phrase.Of("words beside pictures"))
	}
	if l.View != "" {
		words = append(words, phrase.Of("view %s", phrase.Term(l.View)))
	}
	if l.Theme != "" {
		words = append(words, phrase.Of("theme %s", phrase.Term(l.Theme)))
	}
	if l.Pieces != "" {
		words = append(words, phrase.Of("pieces %s", phrase.Term(l.Pieces)))
	}
	if l.Side != "" {
		words = append(words, phrase.Of("side %s", phrase.Term(l.Side)))
	}
	if words == nil {
		return phrase.Of("as usual, from your own side")
	}
	return phrase.Of("with %s", strings.Join(words, ", "))
}
