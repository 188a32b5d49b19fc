package service

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// sender implements [outbox.Sender].
type sender struct{ *Service }

// Prepare implements [outbox.Sender].
func (s sender) Prepare(ctx context.Context, m bot.Message) (bot.RenderedMessage, error) {
	ready, err := s.Illustrated(ctx, []bot.Message{m})
	if err != nil {
		return bot.RenderedMessage{}, err
	}
	if m.Edits != 0 {
		var shown []byte
		shown, err = s.Recall(ctx, m.Platform, bot.ShownKey(m.Edits))
		ready[0].Shown = string(shown)
	}
	return ready[0], err
}

// noteShown stores where an editable message is shown, and deletes that memo after the last edit.
func noteShown(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	switch {
	case m.Edits == 0 && m.Editable && receipt.Shown != "":
		return tx.PutMemo(m.Platform, bot.ShownKey(m.ID), []byte(receipt.Shown))
	case m.Edits != 0 && !m.Editable:
		return tx.PutMemo(m.Platform, bot.ShownKey(m.Edits), nil)
	}
	return nil
}

// Delivered implements [outbox.Sender]. If a message could not be posted in its room, Delivered
// tells the other players who should have read it there, and moves its game to where it is shown
// now.
func (s sender) Delivered(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	if err := noteShown(tx, m, receipt); err != nil {
		return err
	}
	if !receipt.Lost {
		s.Questions.AddButtons(m, cmp.Or(receipt.Thread, m.Room), s.Clock.Now())
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
func (s *Service) moved(tx bot.Tx, from, to bot.RoomID) error {
	return s.InTurn(func(f action.Feature) error {
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
