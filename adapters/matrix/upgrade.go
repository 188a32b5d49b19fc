package matrix

import (
	"context"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// followUpgrade follows a tombstone to the replacement room. Games move with their next message.
func (d *roomTasks) followUpgrade(ctx context.Context, room, by id.RoomID, who id.UserID) error {
	if by == "" || by == room {
		return nil
	}
	if err := d.s.service.Keep(ctx, Platform, movedMemo+string(room), []byte(by)); err != nil {
		return err
	}
	if err := d.s.service.Keep(ctx, Platform, successorMemo+string(by), []byte(room)); err != nil {
		return err
	}
	if d.s.store.IsInRoom(ctx, by, d.s.api.UserID) {
		return d.copyToSuccessor(ctx, room, by)
	}
	if err := d.s.store.putNote(ctx, followsNote+string(by), string(room)); err != nil {
		return err
	}
	return d.addTask(ctx, "join", by, who)
}

// handleJoined handles a room that the bot has just joined. If the bot followed a tombstone there
// and the room does not name that predecessor, it leaves again. Otherwise anybody could send it
// into any room.
func (d *roomTasks) handleJoined(ctx context.Context, room id.RoomID) error {
	old, err := d.s.service.Recall(ctx, Platform, successorMemo+string(room))
	if err != nil || old == nil {
		return err
	}
	follows, err := d.s.store.note(ctx, followsNote+string(room))
	if err != nil {
		return err
	}
	if err := d.s.store.putNote(ctx, followsNote+string(room), ""); err != nil {
		return err
	}
	if follows == "" || d.s.isSuccessor(ctx, id.RoomID(old), room) {
		return d.copyToSuccessor(ctx, id.RoomID(old), room)
	}
	d.s.log.Info("leaving a room that does not name its predecessor", "room", room, "other", follows)
	return d.addTask(ctx, "leave", room, d.s.api.UserID)
}

// isSuccessor reports whether a room declares itself the replacement of another. Without this
// check, anybody who may close a room could redirect its games to a room that is not theirs.
func (s *session) isSuccessor(ctx context.Context, old, room id.RoomID) bool {
	create, err := s.store.GetCreate(ctx, room)
	if err != nil || create == nil {
		return false
	}
	content, ok := create.Content.Parsed.(*event.CreateEventContent)
	return ok && content.GetPredecessor().RoomID == old
}

// copyToSuccessor copies what is stored about a room to its replacement.
func (d *roomTasks) copyToSuccessor(ctx context.Context, old, room id.RoomID) error {
	if !d.s.isSuccessor(ctx, old, room) {
		return nil
	}
	for _, kind := range []string{roomMemo, parentMemo, topicMemo} {
		value, err := d.s.service.Recall(ctx, Platform, kind+string(old))
		if err == nil && value != nil {
			err = d.s.service.Keep(ctx, Platform, kind+string(room), value)
		}
		if err != nil {
			return err
		}
	}
	direct, err := d.s.store.note(ctx, directNote+string(old))
	if err == nil && direct != "" {
		err = d.s.store.putNote(ctx, directNote+string(room), direct)
	}
	return err
}

// predecessors returns the rooms that a room has replaced, the last one first. What is said in a
// room is said in all of those, too.
func (s *session) predecessors(ctx context.Context, room id.RoomID) (all []bot.RoomID, err error) {
	for range maxUpgrades {
		old, err := s.service.Recall(ctx, Platform, successorMemo+string(room))
		if err != nil || old == nil || !s.isSuccessor(ctx, id.RoomID(old), room) {
			return all, err
		}
		room = id.RoomID(old)
		all = append(all, place{room: room}.roomID())
	}
	return all, nil
}

// maxUpgrades is how many upgrades of one room are followed.
const maxUpgrades = 5
