package matrix

import (
	"encoding/json"
	"errors"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/event/cmdschema"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
)

// form is the content of a message with a command in the structured form.
func form(command string, arguments map[string]any, mentioned ...string) map[string]any {
	return map[string]any{"msgtype": "m.text", "body": command + " 1",
		"m.mentions": map[string]any{"user_ids": mentioned}, "org.matrix.msc4391.command": map[string]any{"command": command, "arguments": arguments}}
}

// sendsForm sends a command in the structured form.
func (c *club) sendsForm(who *matrixtest.User, command string, arguments map[string]any, mentioned ...string) string {
	return who.Send(c.den, "m.room.message", form(command, arguments, mentioned...))
}

// TestStructuredCommands plays with commands in the structured form.
func TestStructuredCommands(t *testing.T) {
	c := newClub(t)
	me := c.robot.ID
	c.sendsForm(c.alice, "challenge", map[string]any{"name": "@bob:x", "variant": "raumschach", "colour": "white", "pace": nil}, me)
	c.reads(c.den, "challenges bob: Raumschach, alice plays White")
	// Others are meant, or the bot and others.
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1}, "@other:x")
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1}, me, "@other:x")
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1})
	// What the command does not have is not ignored, and a value cannot pass for another argument.
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1, "rated": true}, me)
	c.reads(c.den, "Accept a challenge")
	c.sendsForm(c.bob, "accept", map[string]any{"id": map[string]any{"type": "room_id", "id": "!den:x"}}, me)
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1.5}, me)
	c.sendsForm(c.alice, "say", map[string]any{"id": "1 and more", "text": "hello"}, me)
	c.sendsForm(c.alice, "nonsense", map[string]any{"x": "y"}, me)
	c.reads(c.den, "nonsense")
	if n := c.said(c.den, "Game 1 begins"); n > 0 {
		t.Fatal("the game begins by a command that was not meant so")
	}
	c.sendsForm(c.bob, "accept", map[string]any{"id": 1}, me)
	c.reads(c.den, "Game 1 begins")
	c.sendsForm(c.alice, "move", map[string]any{"id": 1, "move": "ab1-ac3"}, me)
	c.reads(c.den, "alice plays Knight ab1-ac3")
}

// TestStructuredEdits edits commands in the structured form: what was refused can be mended, and
// what has been done stays. In a direct chat no mention is needed.
func TestStructuredEdits(t *testing.T) {
	c := newClub(t)
	challenge := func(variant string) map[string]any { return map[string]any{"name": "@bob:x", "variant": variant} }
	original := c.sendsForm(c.alice, "challenge", challenge("nonsense"), c.robot.ID)
	c.reads(c.den, "no game called")
	edit := func(variant string) {
		c.alice.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.text", "body": "* edited",
			"m.new_content": form("challenge", challenge(variant), c.robot.ID),
			"m.relates_to":  map[string]any{"rel_type": "m.replace", "event_id": original}})
	}
	edit("raumschach")
	c.reads(c.den, "challenges bob: Raumschach")
	edit("gutenschach")
	c.reads(c.den, "editing it changes nothing")
	if n := c.said(c.den, "challenges bob"); n != 1 {
		t.Errorf("there are %d challenges", n)
	}
	c.alice.Send(c.chats[c.alice], "m.room.message", form("help", map[string]any{"command": "challenge"}))
	c.reads(c.chats[c.alice], "Invite somebody to a game")
}

// TestDescriptions describes the commands in a room where the bot has the power to set state, once.
// Commands that are gone are emptied, and what others have described stays.
func TestDescriptions(t *testing.T) {
	c := newClub(t)
	s := testSession(t, &homeserver{})
	c.stop()
	s.service = c.service
	if err := s.address(c.server.URL); err != nil {
		t.Fatal(err)
	}
	s.setToken("token-of-" + c.robot.ID)
	kind := event.StateMSC4391BotCommand
	room := c.alice.CreateRoom("Commands", c.robot)
	c.robot.Join(room)
	s.api.UserID = id.UserID(c.robot.ID)
	if err := s.store.putNote(t.Context(), joinedNote+room.ID, "1"); err != nil {
		t.Fatal(err)
	}
	if err := s.store.SetMembership(t.Context(), id.RoomID(room.ID), s.api.UserID, event.MembershipJoin); err != nil {
		t.Fatal(err)
	}
	creation := &event.Event{Type: event.StateCreate, RoomID: id.RoomID(room.ID), Sender: id.UserID(c.alice.ID), Content: event.Content{Parsed: &event.CreateEventContent{}}}
	if err := s.store.SetCreate(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	described := func(level int) map[string]*cmdschema.EventContent {
		t.Helper()
		levels := &event.PowerLevelsEventContent{Users: map[id.UserID]int{s.api.UserID: level}}
		if err := s.store.SetPowerLevels(t.Context(), id.RoomID(room.ID), levels); err != nil {
			t.Fatal(err)
		}
		if err := (describer{s, 0}).round(t.Context()); err != nil {
			t.Fatal(err)
		}
		all := map[string]*cmdschema.EventContent{}
		c.server.Look(func() {
			for _, e := range room.From(c.robot, kind.Type) {
				var content cmdschema.EventContent
				data, err := json.Marshal(e.Content)
				if err == nil {
					err = json.Unmarshal(data, &content)
				}
				if err != nil {
					t.Error(err)
				}
				if content.Command != "" {
					if err := content.Validate(); err != nil || *e.StateKey != content.StateKey(s.api.UserID) {
						t.Errorf("%s: %v", data, err)
					}
				}
				if all[*e.StateKey] != nil && content.Command != "" {
					t.Errorf("%s is described twice", content.Command)
				}
				all[*e.StateKey] = &content
			}
		})
		return all
	}
	if all := described(0); len(all) > 0 {
		t.Errorf("without the power, %d commands are described", len(all))
	}
	creation.Sender = s.api.UserID
	if err := s.store.SetCreate(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	if all := described(100); len(all) > 0 {
		t.Errorf("in a room of the bot, %d commands are described", len(all))
	}
	creation.Sender = id.UserID(c.alice.ID)
	if err := s.store.SetCreate(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	gone := cmdschema.EventContent{Command: "gone"}
	if _, err := s.api.SendStateEvent(t.Context(), id.RoomID(room.ID), kind, gone.StateKey(s.api.UserID), gone); err != nil {
		t.Fatal(err)
	}
	all := described(50)
	move := cmdschema.EventContent{Command: "move"}
	if n := len(s.descriptions("")) + 1; len(all) != n || n < 10 || all[move.StateKey(s.api.UserID)] == nil {
		t.Errorf("%d of %d commands are described", len(all), n)
	}
	if all[gone.StateKey(s.api.UserID)].Command != "" {
		t.Error("a command that is gone is still described")
	}
	before := len(room.Events)
	described(100)
	if len(room.Events) != before {
		t.Error("the commands are described again")
	}
	if err := s.store.putNote(t.Context(), describedNote+room.ID, "another"); err != nil {
		t.Fatal(err)
	}
	described(100)
	if len(room.Events) != before {
		t.Errorf("%d descriptions are sent that are there", len(room.Events)-before)
	}
	if err := errors.Join(s.store.putNote(t.Context(), describedNote+room.ID, "another"),
		s.store.SetEncryptionEvent(t.Context(), id.RoomID(room.ID), &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1})); err != nil {
		t.Fatal(err)
	}
	c.server.Look(func() { room.Events = nil })
	if all := described(100); len(all) > 0 {
		t.Errorf("in an encrypted room, %d commands are described", len(all))
	}
}
