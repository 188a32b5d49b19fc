package service

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// sender implements [outbox.Sender] for the service.
type sender struct{ *Service }

// Prepare implements [outbox.Sender].
func (s sender) Prepare(ctx context.Context, m *bot.Message) error {
	one := []bot.Message{*m}
	err := s.prepare(ctx, one)
	*m = one[0]
	if err == nil && m.Edits != 0 {
		var shown []byte
		shown, err = s.Recall(ctx, m.Platform, shownKey(m.Edits))
		m.Shown = string(shown)
	}
	return err
}

// shownKey returns the memo key of where an editable message is shown. The memo is kept until the last edit.
func shownKey(id bot.MessageID) string { return fmt.Sprintf("shown/%d", id) }

// noteShown stores where an editable message is shown, and deletes that after its last edit.
func noteShown(tx bot.Tx, m bot.Message, receipt bot.Receipt) error {
	switch {
	case m.Edits == 0 && m.Editable && receipt.Shown != "":
		return tx.PutMemo(m.Platform, shownKey(m.ID), []byte(receipt.Shown))
	case m.Edits != 0 && !m.Editable:
		return tx.PutMemo(m.Platform, shownKey(m.Edits), nil)
	}
	return nil
}

// Delivered implements [outbox.Sender]. If a message could not be posted in its room, the other players who should
// have read it there are told, and its game moves to where it is shown now. The daily puzzles of a room that is gone end, or move with it.
func (s sender) Delivered(tx bot.Tx, m bot.Message, receipt bot.Receipt) error {
	if err := noteShown(tx, m, receipt); err != nil {
		return err
	}
	if receipt.Lost || receipt.Private {
		if err := tellOthers(tx, m, receipt); err != nil {
			return err
		}
	}
	if receipt.Lost && m.Room != (bot.RoomID{}) {
		if err := endDaily(tx, m.Room); err != nil {
			return err
		}
	}
	to := receipt.Thread
	if m.Game == 0 && to != (bot.RoomID{}) && to != m.Room {
		if err := moveDaily(tx, m.Room, to); err != nil {
			return err
		}
	}
	if !receipt.Lost && to == (bot.RoomID{}) || to == m.Room {
		return nil
	}
	return moveIn(tx, m.Game, m.Room, to)
}

// tellOthers sends a message that could not go to its room to those players of the game to whom it was not addressed,
// in private.
func tellOthers(tx bot.Tx, m bot.Message, receipt bot.Receipt) error {
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
		if err != nil || seat.Room != m.Room || slices.ContainsFunc(told, func(u bot.User) bool { return u.UserID == seat.User.UserID }) {
			continue
		}
		told = append(told, seat.User)
		private := bot.Address{User: seat.User}.GameMessage(g, why+"\n"+m.Text)
		private.Event, private.At, private.Picture = m.Event, m.At, m.Picture
		private.Language, private.Zone = m.Language, m.Zone // of what is repeated
		_, err = tx.Enqueue(private)
	}
	return err
}

// moveIn moves the seats of a game from one room to another.
func moveIn(tx bot.Tx, id bot.GameID, from, to bot.RoomID) error {
	g, err := tx.Game(id)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range g.Seats {
		if g.Seats[i].Room == from {
			g.Seats[i].Move(to)
		}
	}
	return tx.PutGame(g)
}

// prepare translates messages, and reads what their pictures show. A picture that can't be made is left out: the text
// is useful without it.
func (s *Service) prepare(ctx context.Context, messages []bot.Message) error {
	raw := slices.Clone(messages)
	return s.store.View(ctx, func(tx bot.Tx) error { // which may run again
		for i, m := range raw {
			messages[i] = m
			s.render(&messages[i])
			if m.Picture == nil {
				continue
			}
			if err := s.linkPage(tx, &messages[i]); err != nil {
				return err
			}
			drawing, err := s.drawing(tx, *m.Picture)
			if damage := new(bot.Damage); errors.As(err, &damage) && !damage.Aside {
				return err // once the damage is set aside, the text goes out without a picture
			}
			if err != nil {
				s.log.Error("no picture", "game", m.Picture.Game, "err", err)
				continue
			}
			drawing.Speak(s.languages[m.Language])
			drawing.Meter = s.meter
			inForm(&messages[i], drawing)
		}
		return nil
	})
}

// linkPage links a message with the board of a public game to the game's page.
func (s *Service) linkPage(tx bot.Tx, m *bot.Message) error {
	if s.pages == "" || m.Picture.Game == 0 {
		return nil
	}
	g, err := tx.Game(m.Picture.Game)
	if err != nil {
		return err
	}
	if c := (&call{service: s, tx: tx}); c.public(g) {
		m.Link = s.pages + "/game/" + g.ID.String()
	}
	return nil
}

// inForm adds a drawing to a message as an image, as text or as both, according to the Form of its picture.
func inForm(m *bot.Message, drawing *bot.Drawing) {
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
