package bot

import (
	"cmp"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// Room holds the settings that organisers have made for a room. An empty field is inherited from
// the place that contains the room, or else is the bot's default. All values are those of commands,
// in whatever language they were given.
type Room struct {
	ID RoomID
	// Variant and Pace are the defaults of challenges made there.
	Variant string `json:",omitzero"`
	Pace    *Pace  `json:",omitzero"`
	// Look is the default of how boards are drawn there.
	Look Look `json:",omitzero"`
	// Language is the code of the language of messages to the room.
	Language string `json:",omitzero"`
	// Locale is the room's language as reported by the platform. It counts if Language is empty.
	Locale string `json:",omitzero"`
	// Zone is the time zone in which the room sees times, as [ParseZone] names it.
	Zone string `json:",omitzero"`
	// Pictures is "off" if pictures are shown only on request.
	Pictures string `json:",omitzero"`
	// Tournaments is "anyone" if members who are not organisers may create tournaments.
	Tournaments string `json:",omitzero"`
	// Events is "off" if rounds of the room's tournaments are not listed among its server's events.
	Events string `json:",omitzero"`
	// Puzzle is when the room gets the puzzle of the day; nil for never.
	Puzzle *DailyPuzzle `json:",omitempty"`
	// Barred are the people whom organisers bar from the room's games.
	Barred []Bar `json:",omitempty"`
	// Organisers are the people known to organise the room, the latest last.
	Organisers []Organiser `json:",omitempty"`
}

// Or returns the look with its empty fields taken from another.
func (l Look) Or(other Look) Look {
	return Look{cmp.Or(l.View, other.View), cmp.Or(l.Theme, other.Theme), cmp.Or(l.Pieces, other.Pieces), cmp.Or(l.Side, other.Side), cmp.Or(l.Form, other.Form)}
}

// Words describes the settings that apply in a room, a line for each.
func (r Room) Words() phrase.Text {
	words := []phrase.Text{phrase.Of("Game of invitations that name none: %s", phrase.Of("the bot asks"))}
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
	if r.Events == "off" {
		words = append(words, phrase.Of("Rounds of tournaments among the events of the server: none"))
	}
	if r.Puzzle != nil && !r.Puzzle.Ended {
		words = append(words, phrase.Of("Puzzle of the day: %s", r.Puzzle.Words(r.Zone)))
	}
	if r.Language != "" {
		words = append(words, phrase.Of("Language: %s", locale.Names[r.Language]))
	}
	if r.Zone != "" {
		words = append(words, phrase.Of("Times: those of %s", r.Zone))
	}
	return phrase.Join(words, "\n")
}

// LanguageCode returns the code of the room's language: the organisers' choice, or else
// the platform's.
func (r Room) LanguageCode() string { return cmp.Or(r.Language, locale.Spoken(r.Locale)) }

// Speaks reports whether somebody has chosen the room's language. A platform reports English also
// for rooms where nobody has.
func (r Room) Speaks() bool {
	return r.Language != "" || r.LanguageCode() != "" && r.LanguageCode() != locale.English
}

// Look is a preference for how boards are drawn. Empty fields mean the default.
type Look struct {
	View   string `json:",omitzero"`
	Theme  string `json:",omitzero"`
	Pieces string `json:",omitzero"`
	// Side is "white" to show White at the bottom even in the player's games as Black.
	Side string `json:",omitzero"`
	// Form is "text" for boards in words instead of pictures, "both" for words and pictures.
	Form string `json:",omitzero"`
}

// Apply returns a copy of a picture to which the look has been applied where the picture does not
// already say otherwise.
func (l Look) Apply(p *Picture) *Picture {
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
	// the diagram of a piece has no view, and neither has a table
	if p.Piece != "" || p.Tournament != 0 || p.Curve {
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

// From returns the side shown at the bottom to a player of the given side.
func (l Look) From(own rules.Side) rules.Side {
	if l.Side == "white" {
		return rules.White
	}
	return own
}

// ViewName returns the name of the chosen view, or an empty string. A look may hold an alias of it.
func (l Look) ViewName() string {
	if v, err := render.ParseView(l.View); err == nil {
		return v.String()
	}
	return l.View
}

// Words describes the look.
func (l Look) Words() phrase.Text {
	var words []phrase.Text
	switch l.Form {
	case "text":
		words = append(words, phrase.Of("words in place of pictures"))
	case "both":
		words = append(words, phrase.Of("words beside pictures"))
	}
	if l.View != "" {
		words = append(words, phrase.Of("view %s", phrase.Term(l.ViewName())))
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
	return phrase.Of("with %s", phrase.Join(words, ", "))
}
