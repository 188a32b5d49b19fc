package bot

import (
	"cmp"
	"errors"
	"strings"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Look is how somebody wants boards to be drawn, or a room. An empty field
// leaves the choice to the bot.
type Look struct {
	View   string `json:",omitzero"`
	Theme  string `json:",omitzero"`
	Pieces string `json:",omitzero"`
	// Side is "white" for White's side at the bottom also of one's games as Black.
	Side string `json:",omitzero"`
}

// suit returns a picture in this look, where nothing else was asked for. The
// picture that is given may belong to other messages too.
func (l Look) suit(p *Picture) *Picture {
	if p == nil {
		return nil
	}
	suited := *p
	if p.Theme == "" {
		suited.Theme = l.Theme
	}
	if p.Piece != "" || p.Tournament != 0 { // the diagram of a piece has no view, nor has a table
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

// from returns which side is at the bottom for somebody who plays one.
func (l Look) from(own rules.Side) rules.Side {
	if l.Side == "white" {
		return rules.White
	}
	return own
}

// viewpoint returns which side of the command's game is at the bottom for the asker.
func (c *call) viewpoint() rules.Side { return c.me.Look.from(c.side) }

// suitAsker gives answers the language of the asker, or of the room where all can read them, and makes their
// pictures what the asker prefers, and where they prefer nothing what is usual where they ask.
func (c *call) suitAsker(answers []Message) error {
	if len(answers) == 0 {
		return nil
	}
	here, err := c.decidedHere()
	if err != nil {
		return err
	}
	for i := range answers {
		m := &answers[i]
		m.Language = here.language()
		if m.Audience != Public && m.Audience != Thread {
			m.Language = cmp.Or(c.askersOwn(), m.Language)
		}
		m.Picture = c.me.Look.or(here.Look).suit(m.Picture)
	}
	return nil
}

// suitReader gives a notice the language of its readers, and makes its picture what they prefer. What a
// room sees has one language, one look and one side for all.
func (c *call) suitReader(m *Message) error {
	if m.Room != (RoomID{}) {
		return c.suitRoom(m)
	}
	if len(m.To) == 0 {
		return nil
	}
	p, err := c.tx.PlayerOf(m.To[0].UserID)
	if errors.Is(err, ErrNotFound) { // the asker, whom the command forgets
		m.Language, err = c.askersLanguage()
		return err
	}
	if err != nil {
		return err
	}
	if m.Language = cmp.Or(p.Language, spoken(p.Locale)); m.Language == "" && m.Game == 0 && m.Platform == c.request.From.Platform {
		if m.Language, err = c.languageAround(); err != nil {
			return err
		}
	}
	if m.Picture == nil || len(m.To) != 1 {
		return nil
	}
	m.Picture = p.Look.suit(m.Picture)
	if m.Picture.Game == 0 {
		return nil
	}
	g, err := c.tx.Game(m.Picture.Game)
	if err != nil {
		return err
	}
	if g.Seats[rules.Black].Player == p.ID && g.Seats[rules.White].Player != p.ID {
		m.Picture.Side = p.Look.from(rules.Black)
	}
	return nil
}

// suitRoom gives a notice the language, and its picture the look, that its room's organisers have decided.
func (c *call) suitRoom(m *Message) error {
	places := []RoomID{m.Room}
	if m.Room == c.request.Room {
		places = c.request.places()
	}
	if g, err := c.tx.Game(m.Game); err == nil {
		for _, seat := range g.Seats {
			if seat.Room == m.Room {
				places = seat.Places()
			}
		}
	} else if !errors.Is(err, ErrNotFound) {
		return err
	}
	here, err := decided(c.tx, places)
	m.Language = here.language()
	if m.Picture == nil {
		return err
	}
	if here.Pictures == "off" {
		m.Picture = nil
	}
	m.Picture = here.Look.suit(m.Picture)
	return err
}

// words say what has been chosen.
func (l Look) words() string {
	var words []string
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

// prefer says or sets how boards are drawn for the player, and in which language they are spoken to.
func prefer(c *call) (Reply, error) {
	look, before := &c.me.Look, c.me
	if c.args.word("reset") != "" {
		*look, c.me.Language = Look{}, ""
	}
	for name, field := range map[string]*string{"view": &look.View, "theme": &look.Theme, "pieces": &look.Pieces, "side": &look.Side} {
		if word := c.args.word(name); word != "" {
			*field = word
		}
	}
	if look.Side == "own" {
		look.Side = ""
	}
	if word := c.args.word("language"); word != "" {
		c.me.Language = languageCode(word)
	}
	text := phrase.Of("Boards are drawn for you %s.", look.words())
	if code := c.me.Language; code != "" {
		text += " " + phrase.Of("I speak to you in %s.", languageNames[code])
	}
	if *look == before.Look && c.me.Language == before.Language {
		return c.answer(text + " " + phrase.Of("`prefer ranks dark badges` changes that, `prefer default` forgets it.")), nil
	}
	return c.answer(text), c.tx.PutPlayer(c.me)
}
