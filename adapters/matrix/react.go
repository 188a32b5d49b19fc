package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// keyedButton is a button with the reaction that presses it.
type keyedButton struct {
	Key     string
	Label   string
	Command string
}

// signs are the reactions of commands, by their first word or by an answer behind it.
var signs = map[string]string{
	"accept": "✅", "decline": "❌", "cancel": "❌", "pick": "♟️", "moves": "🔍", "views": "👁️", "more": "➕", "board": "🖼️", "log": "📜", "rematch": "🔁",
	"draw": "🤝", "resign": "🏳️", "takeback": "↩️", "games": "📋", "nudge": "👋", "replay": "▶️", "help": "❓", "export": "💾",
}

// digits number the buttons for which there is no sign, or which share one.
var digits = []string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"}

// likes stand for a sign as well.
var likes = map[string]string{"👍": "✅", "👎": "❌", "✔": "✅", "❎": "❌"}

// keyed gives each button a reaction of its own. Buttons for which there is none are
// left out: what they do can be typed.
func keyed(buttons []bot.Button) []keyedButton {
	var all []keyedButton
	used := map[string]bool{}
	for _, b := range buttons {
		key := sign(b.Command)
		for i := 0; (key == "" || used[key]) && i < len(digits); i++ {
			key = digits[i]
		}
		if key == "" || used[key] {
			continue
		}
		used[key] = true
		all = append(all, keyedButton{key, b.Label, b.Command})
	}
	return all
}

// sign returns the reaction of a command, if it has one.
func sign(command string) string {
	words := strings.Fields(command)
	if len(words) == 0 {
		return ""
	}
	switch last := words[len(words)-1]; {
	case last == "accept" || last == "confirm" || words[0] == "move" && strings.HasSuffix(last, "!"):
		return signs["accept"]
	case last == "decline":
		return signs["decline"]
	}
	return signs[words[0]]
}

// legend says what the reactions do, as a line behind the text.
func legend(buttons []keyedButton) string {
	var parts []string
	for _, b := range buttons {
		parts = append(parts, b.Key+" "+b.Label)
	}
	if parts == nil {
		return ""
	}
	return "\n" + strings.Join(parts, " · ")
}

// pressable is what is kept of a message with buttons.
type pressable struct {
	Place   string
	Game    bot.GameID
	Buttons []keyedButton
	At      time.Time
}

// command returns what a reaction asks for.
func (p pressable) command(key string) (string, bool) {
	key = plainKey(key)
	if like, ok := likes[key]; ok {
		key = like
	}
	for _, b := range p.Buttons {
		if plainKey(b.Key) == plainKey(key) {
			return b.Command, true
		}
	}
	return "", false
}

// plainKey removes what clients add to an emoji or leave out: the mark of
// coloured drawing and the colour of the skin.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff {
			return -1
		}
		return r
	}, key)
}

// seededAtMost is how many reactions the bot adds itself, so that one can press them.
const seededAtMost = 4

// sendWithButtons sends a message and keeps what reactions to it do, before
// anybody's reaction is heard. The message before it about the same game loses its buttons.
func (s *session) sendWithButtons(ctx context.Context, sp speech, game bot.GameID, content *event.MessageEventContent, part string, buttons []keyedButton) (id.EventID, error) {
	defer s.pressing.WithLock(sp.place.room)()
	sent, err := s.send(ctx, sp, content, part)
	if err != nil {
		return "", err
	}
	if err := s.keepButtons(ctx, sp.place.room, sent, pressable{sp.place.roomID().ID, game, buttons, time.Now().UTC()}); err != nil {
		return "", err
	}
	if len(buttons) <= seededAtMost {
		s.answers.queue(sp.place.room, func(ctx context.Context) {
			for _, b := range buttons {
				if err := s.answers.patiently(ctx, func() error { return s.react(ctx, sp.place.room, sent, b.Key) }); err != nil {
					s.log.Debug("cannot react", "room", sp.place.room, "err", err)
					return
				}
			}
		})
	}
	return sent, nil
}

// keepButtons keeps what reactions to a message do.
func (s *session) keepButtons(ctx context.Context, room id.RoomID, message id.EventID, p pressable) error {
	value, err := json.Marshal(p)
	if err != nil {
		return err
	}
	key := "buttons/" + string(room) + "/" + string(message)
	if p.Game != 0 {
		latest := "latest/" + p.Game.String() + "/" + p.Place
		before, err := s.service.Recall(ctx, Platform, latest)
		if err != nil {
			return err
		}
		if before != nil && string(before) != key {
			if err := s.service.Keep(ctx, Platform, string(before), nil); err != nil {
				return err
			}
		}
		if err := s.service.Keep(ctx, Platform, latest, []byte(key)); err != nil {
			return err
		}
	}
	return s.service.Keep(ctx, Platform, key, value)
}

// moveButtons lets the reactions to a message count in another place.
func (s *session) moveButtons(ctx context.Context, room id.RoomID, message id.EventID, to place) error {
	defer s.pressing.WithLock(room)()
	p, err := s.pressable(ctx, room, message)
	if err != nil || p.Buttons == nil {
		return err
	}
	p.Place = to.roomID().ID
	return s.keepButtons(ctx, room, message, p)
}

// pressable returns what reactions to a message do, without Buttons if nothing.
func (s *session) pressable(ctx context.Context, room id.RoomID, message id.EventID) (p pressable, err error) {
	value, err := s.service.Recall(ctx, Platform, "buttons/"+string(room)+"/"+string(message))
	if err != nil || value == nil {
		return p, err
	}
	return p, json.Unmarshal(value, &p)
}

// hearReaction gives the command of a button that somebody has pressed.
func (s *session) hearReaction(ctx context.Context, room id.RoomID, e *event.Event, content *event.ReactionEventContent) {
	message := content.RelatesTo.GetAnnotationID()
	if message == "" {
		return
	}
	done := s.pressing.WithLock(room)
	p, err := s.pressable(ctx, room, message)
	done()
	if err != nil {
		s.log.Error("cannot tell what a reaction does", "event", e.ID, "err", err)
		return
	}
	command, ok := p.command(content.RelatesTo.Key)
	if !ok {
		return
	}
	at := placeOf(bot.RoomID{Platform: Platform, ID: p.Place})
	h := heard{event: e.ID, sender: e.Sender, place: at, answer: message, thread: at.thread}
	if h.direct, err = s.direct(ctx, room); err != nil {
		s.log.Error("cannot tell where somebody reacts", "event", e.ID, "err", err)
		return
	}
	s.ask(ctx, h, words{text: command, addressed: true})
}

// buttonsLast is how long the buttons of an answer are of use. Those of a game end
// with the next message about it.
const buttonsLast = 30 * 24 * time.Hour

// forgetButtons removes those of old answers.
func (s *session) forgetButtons(ctx context.Context) error {
	keys, err := s.service.Kept(ctx, Platform, "buttons/", 0)
	for _, key := range keys {
		value, recalled := s.service.Recall(ctx, Platform, key)
		var p pressable
		if recalled != nil || json.Unmarshal(value, &p) != nil {
			err = errors.Join(err, recalled)
			continue
		}
		if p.Game == 0 && time.Since(p.At) > buttonsLast {
			err = errors.Join(err, s.service.Keep(ctx, Platform, key, nil))
		}
	}
	return err
}
