package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/event/cmdschema"
	"maunium.net/go/mautrix/id"

	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

const (
	// describePause is the time between two descriptions of commands. Each is an event, and counts for
	// the limit of the homeserver like a move.
	describePause = time.Minute
	// describeRound is the time between two looks for rooms without descriptions.
	describeRound = 10 * time.Minute
)

// describer describes the bot's commands in the state of rooms (MSC4391), so that apps can offer
// forms for them. It does so in rooms where somebody has given the bot the power to set state, and
// not in encrypted ones, because state is never encrypted. It sends one event at a time, without
// haste, and none while anything else waits.
type describer struct {
	s     *session
	pause time.Duration // describePause, except in tests
}

// run describes the commands in all rooms until ctx ends.
func (d describer) run(ctx context.Context) {
	for sleep(ctx, d.pause); ctx.Err() == nil; sleep(ctx, describeRound) {
		if err := d.round(ctx); err != nil && ctx.Err() == nil {
			d.s.log.Warn("cannot describe the commands", "err", err)
		}
	}
}

// round describes the commands in those rooms where that has not been done. It returns errors of
// the stores only.
func (d describer) round(ctx context.Context) error {
	rooms, _, err := d.s.store.notes(ctx, joinedNote, math.MaxInt32)
	for _, note := range rooms {
		room := id.RoomID(strings.TrimPrefix(note, joinedNote))
		may, cannot := d.mayDescribe(ctx, room)
		if err = errors.Join(err, cannot); err != nil || ctx.Err() != nil {
			return err
		}
		if may {
			err = d.describeIn(ctx, room)
		}
	}
	return err
}

// mayDescribe reports whether the bot may describe its commands in a room. In rooms that it has
// created itself, for games and chats, it may do everything, so nobody has asked for descriptions.
func (d describer) mayDescribe(ctx context.Context, room id.RoomID) (bool, error) {
	encrypted, err := d.s.store.IsEncrypted(ctx, room)
	if err != nil || encrypted || !d.s.store.IsInRoom(ctx, room, d.s.api.UserID) {
		return false, err
	}
	create, err := d.s.store.GetCreate(ctx, room)
	if err != nil || create == nil || create.Sender == d.s.api.UserID {
		return false, err
	}
	levels, err := d.s.store.GetPowerLevels(ctx, room)
	if levels == nil || err != nil {
		return false, err
	}
	return levels.GetUserLevel(d.s.api.UserID) >= levels.GetEventLevel(event.StateMSC4391BotCommand), nil
}

// describeIn describes the commands in a room unless that has been done.
func (d describer) describeIn(ctx context.Context, room id.RoomID) error {
	all := d.s.descriptions(d.s.language(ctx, incoming{place: place{room: room}}))
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	digest := fmt.Sprintf("%08x", crc32.ChecksumIEEE(data))
	known, err := d.s.store.note(ctx, describedNote+string(room))
	if err != nil || known == digest {
		return err
	}
	if err := d.describe(ctx, room, all); err != nil {
		if transient(err) || ctx.Err() != nil {
			return nil // the next round tries again
		}
		d.s.log.Info("the commands are not described in a room", "room", room, "reason", err)
	}
	return d.s.store.putNote(ctx, describedNote+string(room), digest)
}

// describe sends the descriptions that a room does not have yet, and empties those of commands that
// the bot does not have any more.
func (d describer) describe(ctx context.Context, room id.RoomID, all []*cmdschema.EventContent) error {
	state, err := d.s.api.State(ctx, room)
	if err != nil {
		return err
	}
	own := d.s.api.UserID
	there := state[event.StateMSC4391BotCommand]
	for _, c := range all {
		key := c.StateKey(own)
		before := there[key]
		delete(there, key)
		if before != nil && before.Sender == own {
			if now, ok := before.Content.Parsed.(*cmdschema.EventContent); ok && now.Equals(c) {
				continue
			}
		}
		if err := d.send(ctx, room, key, c); err != nil {
			return err
		}
	}
	for key, e := range there {
		if now, ok := e.Content.Parsed.(*cmdschema.EventContent); e.Sender == own && ok && now.Command != "" {
			if err := d.send(ctx, room, key, struct{}{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// send sends one description when nothing else waits, and pauses.
func (d describer) send(ctx context.Context, room id.RoomID, key string, content any) error {
	for {
		ctx, t, end, err := d.s.sending.begin(context.WithValue(ctx, urgencyKey{}, decorating), room)
		if err == nil {
			err = t.do(ctx, func() error {
				_, err := d.s.api.SendStateEvent(ctx, room, event.StateMSC4391BotCommand, key, content)
				return err
			})
			end()
		}
		sleep(ctx, d.pause)
		if !errors.Is(err, mautrix.MLimitExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// descriptions returns what apps need to know of the commands for daily use, those that Discord
// shows by themselves. Their names are the same in all languages.
func (s *session) descriptions(language string) (all []*cmdschema.EventContent) {
	say := func(text string) *event.ExtensibleTextContainer {
		return event.MakeExtensibleText(locale.Render(language, phrase.Term(text)))
	}
	for _, c := range s.service.Commands() {
		if c.Slash.Group != "" {
			continue
		}
		d := &cmdschema.EventContent{Command: c.Name, Description: say(c.Brief)}
		for _, p := range c.Params {
			if p.Kind == command.FileValue {
				continue
			}
			d.Parameters = append(d.Parameters, &cmdschema.Parameter{Key: p.Name, Schema: schema(p), Optional: p.Optional, Description: say(p.Help)})
			if p.Kind == command.Rest || p.Kind == command.MoveText {
				d.TailParam = p.Name
			}
		}
		all = append(all, d)
	}
	return all
}

// schema returns which values a parameter takes.
func schema(p command.Param) *cmdschema.ParameterSchema {
	switch p.Kind {
	case command.Number, command.TournamentNumber, command.Count:
		return cmdschema.PrimitiveTypeInteger.Schema()
	case command.Person: // who plays elsewhere has no Matrix ID, and neither has the computer
		return cmdschema.Union(cmdschema.PrimitiveTypeUserID.Schema(), cmdschema.PrimitiveTypeString.Schema())
	case command.Choice:
		var words []any
		for _, word := range p.Choices {
			words = append(words, word)
		}
		return cmdschema.Enum(words...)
	}
	return cmdschema.PrimitiveTypeString.Schema()
}
