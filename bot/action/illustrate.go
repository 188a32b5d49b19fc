package action

import (
	"context"
	"errors"

	"raumbot/bot"
)

// Illustrated translates messages and makes their drawings. It leaves out a drawing that fails,
// because the text is useful without it.
func (s *Bot) Illustrated(ctx context.Context, messages []bot.Message) (ready []bot.RenderedMessage, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error { // the view may run again
		ready = make([]bot.RenderedMessage, len(messages))
		for i := range ready {
			m, l := &ready[i], s.Languages[messages[i].Language]
			*m = bot.Render(messages[i], s.Namers.In(tx, messages[i].Room, l))
			if m.Picture == nil {
				continue
			}
			if err := s.linkPage(tx, m); err != nil {
				return err
			}
			drawing, err := s.Ports.Draw(tx, *m.Picture, s.Namers.InPicture(tx, m.Room, l))
			if damage := new(bot.Damage); errors.As(err, &damage) && !damage.Aside {
				return err // once the damage is set aside, the text goes out without a picture
			}
			if err != nil {
				s.Log.Error("no picture", "game", m.Picture.Game, "err", err)
				continue
			}
			drawing.Meter = s.Meter
			inForm(m, drawing)
		}
		return nil
	})
	return ready, err
}

// linkPage adds the link to a public game's page to a message with its board.
func (s *Bot) linkPage(tx bot.Tx, m *bot.RenderedMessage) error {
	if s.Site == "" || m.Picture.Game == 0 {
		return nil
	}
	g, err := tx.Game(m.Picture.Game)
	if err != nil {
		return err
	}
	if c := (&Call{Bot: s, Tx: tx}); c.Public(g) {
		m.Link = s.Site + "/game/" + g.ID.String()
	}
	return nil
}

// inForm adds a drawing to a message as an image, as text or as both, according to the Form of its
// picture.
func inForm(m *bot.RenderedMessage, drawing *bot.Drawing) {
	form := m.Picture.Form
	if form == "text" || form == "both" {
		m.Text += "\n" + drawing.Words()
	}
	if form == "text" {
		m.Picture = nil
		return
	}
	m.Drawing = drawing
}
