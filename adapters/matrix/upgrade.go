package matrix

import (
	"context"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// replaced goes on to the room that is said to take the place of another. Games follow with
// the next that is said of them.
func (d *door) replaced(ctx context.Context, room, by id.RoomID, who id.UserID) error {
	if by == "" || by == room {
		return nil
	}
	if err := d.s.service.Keep(ctx, Platform, "moved/"+string(room), []byte(by)); err != nil {
		return err
	}
	if err := d.s.service.Keep(ctx, Platform, "successor/"+string(by), []byte(room)); err != nil {
		return err
	}
	if d.s.store.IsInRoom(ctx, by, d.s.api.UserID) {
		return d.inherit(ctx, room, by)
	}
	if err := d.s.store.putNote(ctx, "follows/"+string(by), string(room)); err != nil {
		return err
	}
	return d.note(ctx, "join", by, who)
}

// arrived looks at a room that the bot has come to. One that it has followed another to, and
// that knows nothing of it, it leaves again: nobody can send the bot where they like.
func (d *door) arrived(ctx context.Context, room id.RoomID) error {
	old, err := d.s.service.Recall(ctx, Platform, "successor/"+string(room))
	if err != nil || old == nil {
		return err
	}
	follows, err := d.s.store.note(ctx, "follows/"+string(room))
	if err != nil {
		return err
	}
	if err := d.s.store.putNote(ctx, "follows/"+string(room), ""); err != nil {
		return err
	}
	if follows == "" || d.s.succeeds(ctx, id.RoomID(old), room) {
		return d.inherit(ctx, id.RoomID(old), room)
	}
	d.s.log.Info("a room that is said to replace another does not, and is left", "room", room, "other", follows)
	return d.note(ctx, "leave", room, d.s.api.UserID)
}

// succeeds reports whether a room was made to take the place of another, by what it says itself:
// who may close one room must not direct its games into somebody else's.
func (s *session) succeeds(ctx context.Context, old, room id.RoomID) bool {
	create, err := s.store.GetCreate(ctx, room)
	if err != nil || create == nil {
		return false
	}
	content, ok := create.Content.Parsed.(*event.CreateEventContent)
	return ok && content.GetPredecessor().RoomID == old
}

// inherit makes a room what the one was for whose place it takes.
func (d *door) inherit(ctx context.Context, old, room id.RoomID) error {
	if !d.s.succeeds(ctx, old, room) {
		return nil
	}
	for _, kind := range []string{"room/", "parent/"} {
		value, err := d.s.service.Recall(ctx, Platform, kind+string(old))
		if err == nil && value != nil {
			err = d.s.service.Keep(ctx, Platform, kind+string(room), value)
		}
		if err != nil {
			return err
		}
	}
	direct, err := d.s.store.note(ctx, "direct/"+string(old))
	if err == nil && direct != "" {
		err = d.s.store.putNote(ctx, "direct/"+string(room), direct)
	}
	return err
}
