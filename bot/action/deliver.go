package action

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Sender implements [outbox.Sender] for the service.
type Sender struct{ *Bot }

// Prepare implements [outbox.Sender].
func (s Sender) Prepare(ctx context.Context, m bot.Message) (bot.RenderedMessage, error) {
	ready, err := s.prepare(ctx, []bot.Message{m})
	if err != nil {
		return bot.RenderedMessage{}, err
	}
	if m.Edits != 0 {
		var shown []byte
		shown, err = s.Recall(ctx, m.Platform, ShownKey(m.Edits))
		ready[0].Shown = string(shown)
	}
	return ready[0], err
}

// ShownKey returns the memo key of where an editable message is shown. The memo is kept until the
// last edit.
func ShownKey(id bot.MessageID) string { return fmt.Sprintf("shown/%d", id) }

// noteShown stores where an editable message is shown, and deletes that memo after the last edit.
func noteShown(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	switch {
	case m.Edits == 0 && m.Editable && receipt.Shown != "":
		return tx.PutMemo(m.Platform, ShownKey(m.ID), []byte(receipt.Shown))
	case m.Edits != 0 && !m.Editable:
		return tx.PutMemo(m.Platform, ShownKey(m.Edits), nil)
	}
	return nil
}

// Delivered implements [outbox.Sender]. If a message could not be posted in its room, Delivered
// tells the other players who should have read it there, and moves its game to where it is shown
// now.
func (s Sender) Delivered(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	if err := noteShown(tx, m, receipt); err != nil {
		return err
	}
	if !receipt.Lost {
		s.Questions.show(m, cmp.Or(receipt.Thread, m.Room), s.Clock.Now())
	}
	if receipt.Lost || receipt.Private {
		if err := tellOthers(tx, m, receipt); err != nil {
			return err
		}
	}
	if receipt.Lost && m.Room != (bot.RoomID{}) {
		if err := s.moved(tx, m.Room, bot.RoomID{}); err != nil {
			return err
		}
	}
	to := receipt.Thread
	if m.Game == 0 && to != (bot.RoomID{}) && to != m.Room {
		if err := s.moved(tx, m.Room, to); err != nil {
			return err
		}
	}
	if !receipt.Lost && to == (bot.RoomID{}) || to == m.Room {
		return nil
	}
	return moveIn(tx, m.Game, m.Room, to, receipt.Parent)
}

// moved tells the features that the contents of a room are now shown elsewhere, or nowhere if to is
// zero.
func (s *Bot) moved(tx bot.Tx, from, to bot.RoomID) error {
	return s.InTurn(func(f Feature) error {
		if f.Moved == nil {
			return nil
		}
		return f.Moved(tx, from, to)
	})
}

// tellOthers sends a message that could not be posted in its room privately to those players of the
// game to whom it was not addressed.
func tellOthers(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	g, err := tx.Game(m.Game)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	why := phrase.Of("I can no longer write where %s was, so it goes on here.", bot.GameNumber(m.Game))
	if receipt.Private {
		why = phrase.Of("I can't write in the room of %s at the moment, so I'm telling you here.", bot.GameNumber(m.Game))
	}
	told := slices.Clone(m.To)
	for _, seat := range g.Seats {
		if err != nil || seat.Room != m.Room || !seat.User.Platform.Reachable() || slices.ContainsFunc(told, func(u bot.User) bool { return u.UserID == seat.User.UserID }) {
			continue
		}
		told = append(told, seat.User)
		private := bot.Address{User: seat.User}.GameMessage(g, why+"\n"+phrase.Said(m.Text))
		private.Event, private.At, private.Picture = m.Event, m.At, m.Picture
		private.Language, private.Zone = m.Language, m.Zone // those of the original message
		_, err = tx.Enqueue(private)
	}
	return err
}

// moveIn moves the seats of a game from one room to another, which parent contains.
func moveIn(tx bot.Tx, id bot.GameID, from, to, parent bot.RoomID) error {
	g, err := tx.Game(id)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range g.Seats {
		if g.Seats[i].Room == from {
			g.Seats[i].Move(to, parent)
		}
	}
	return tx.PutGame(g)
}

// prepare translates messages and makes their drawings. It leaves out a drawing that fails, because
// the text is useful without it.
func (s *Bot) prepare(ctx context.Context, messages []bot.Message) (ready []bot.RenderedMessage, err error) {
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
