package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// keyedButton is a button with the emoji of its reaction.
type keyedButton struct {
	Key     string
	Label   string
	Command string
}

// reactions are the emojis of commands, by the first word of the command or the last word of the answer it gives.
var reactions = map[string]string{
	"accept": "✅", "decline": "❌", "cancel": "❌", "pick": "♟️", "moves": "🔍", "views": "👁️", "more": "➕", "board": "🖼️", "log": "📜", "rematch": "🔁",
	"draw": "🤝", "resign": "🏳️", "takeback": "↩️", "games": "📋", "nudge": "👋", "replay": "▶️", "help": "❓", "export": "💾",
}

// digits are for buttons whose command has no emoji, or whose emoji another button has.
var digits = []string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"}

// reactionAliases maps other emojis to those of the buttons.
var reactionAliases = map[string]string{"👍": "✅", "👎": "❌", "✔": "✅", "❎": "❌"}

// withKeys assigns each button an emoji of its own: that of its command, or a digit if it has none or is one of several
// ways to give the command. When there are none left, buttons are dropped: their commands can still be typed.
func withKeys(buttons []bot.Button) []keyedButton {
	var all []keyedButton
	used, ways := map[string]bool{}, map[string]int{}
	way := func(command string) string {
		word, _, _ := strings.Cut(command, " ")
		return word + reactionFor(command)
	}
	for _, b := range buttons {
		ways[way(b.Command)]++
	}
	for _, b := range buttons {
		key := reactionFor(b.Command)
		if ways[way(b.Command)] > 1 {
			key = ""
		}
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

// reactionFor returns the emoji of a command, empty if it has none.
func reactionFor(command string) string {
	words := strings.Fields(command)
	if len(words) == 0 {
		return ""
	}
	switch last := words[len(words)-1]; {
	case last == "accept" || last == "confirm" || words[0] == "move" && strings.HasSuffix(last, "!"):
		return reactions["accept"]
	case last == "decline":
		return reactions["decline"]
	}
	return reactions[words[0]]
}

// menuKeys returns the lines of a menu, and its options with a digit each if there are enough of them besides the buttons'.
func menuKeys(menu *bot.Menu, buttons []keyedButton) (lines string, options []keyedButton) {
	lines = menu.Lines()
	free := slices.DeleteFunc(slices.Clone(digits), func(key string) bool {
		return slices.ContainsFunc(buttons, func(b keyedButton) bool { return b.Key == key })
	})
	if len(menu.Options) > len(free) {
		return lines, nil
	}
	split := strings.Split(lines, "\n")
	for i, o := range menu.Options {
		options = append(options, keyedButton{free[i], o.Label, o.Command})
		split[i] = free[i] + " " + split[i]
	}
	return strings.Join(split, "\n"), options
}

// legend returns a line that explains the reactions, to follow the text.
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

// buttonSet is what is stored about a message with buttons.
type buttonSet struct {
	Place   string
	Game    bot.GameID
	Buttons []keyedButton
	At      time.Time
}

// command returns the command of a reaction.
func (p buttonSet) command(key string) (string, bool) {
	key = plainKey(key)
	if like, ok := reactionAliases[key]; ok {
		key = like
	}
	for _, b := range p.Buttons {
		if plainKey(b.Key) == plainKey(key) {
			return b.Command, true
		}
	}
	return "", false
}

// plainKey removes variation selectors and skin tones, which some clients add to an emoji and others don't.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff {
			return -1
		}
		return r
	}, key)
}

// maxSeeded is the number of buttons up to which the bot adds the reactions itself, so that users only need to tap them.
const maxSeeded = 4

// sendWithButtons sends a message and stores its buttons before any reaction to it can be handled. The buttons of
// the previous message about the same game are removed.
func (s *session) sendWithButtons(ctx context.Context, sp outgoing, game bot.GameID, content *event.MessageEventContent, part string, buttons []keyedButton) (id.EventID, error) {
	defer s.buttonLocks.WithLock(sp.place.room)()
	sent, err := s.send(ctx, sp, content, part)
	if err != nil {
		return "", err
	}
	if err := s.storeButtons(ctx, sp.place.room, sent, buttonSet{sp.place.roomID().ID, game, buttons, time.Now().UTC()}); err != nil {
		return "", err
	}
	if len(buttons) <= maxSeeded {
		s.answers.queue(sp.place.room, func(ctx context.Context) {
			for _, b := range buttons {
				if err := s.answers.retry(ctx, func() error { return s.react(ctx, sp.place.room, sent, b.Key) }); err != nil {
					s.log.Debug("cannot react", "room", sp.place.room, "err", err)
					return
				}
			}
		})
	}
	return sent, nil
}

// storeButtons stores the buttons of a message.
func (s *session) storeButtons(ctx context.Context, room id.RoomID, message id.EventID, p buttonSet) error {
	value, err := json.Marshal(p)
	if err != nil {
		return err
	}
	key := buttonsMemo + string(room) + "/" + string(message)
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

// moveButtons makes the buttons of a message act in another place.
func (s *session) moveButtons(ctx context.Context, room id.RoomID, message id.EventID, to place) error {
	defer s.buttonLocks.WithLock(room)()
	p, err := s.buttonSet(ctx, room, message)
	if err != nil || p.Buttons == nil {
		return err
	}
	p.Place = to.roomID().ID
	return s.storeButtons(ctx, room, message, p)
}

// buttonSet returns the buttons of a message. If it has none, Buttons is empty.
func (s *session) buttonSet(ctx context.Context, room id.RoomID, message id.EventID) (p buttonSet, err error) {
	value, err := s.service.Recall(ctx, Platform, buttonsMemo+string(room)+"/"+string(message))
	if err != nil || value == nil {
		return p, err
	}
	return p, json.Unmarshal(value, &p)
}

// handleReaction carries out the command of the button that a reaction presses.
func (s *session) handleReaction(ctx context.Context, room id.RoomID, e *event.Event, content *event.ReactionEventContent) error {
	message := content.RelatesTo.GetAnnotationID()
	if message == "" {
		return nil
	}
	done := s.buttonLocks.WithLock(room)
	p, err := s.buttonSet(ctx, room, message)
	done()
	if err != nil {
		return err
	}
	command, ok := p.command(content.RelatesTo.Key)
	if !ok {
		return nil
	}
	at := placeOf(bot.RoomID{Platform: Platform, ID: p.Place})
	h := incoming{event: e.ID, sender: e.Sender, place: at, answer: message, thread: at.thread}
	if h.direct, err = s.direct(ctx, room); err != nil {
		return err
	}
	return s.handleCommand(ctx, h, parsed{text: command, addressed: true})
}

// buttonLifetime is how long the buttons of an answer work. Those of a game last until the next message about it.
const buttonLifetime = 30 * 24 * time.Hour

// pruneButtons removes expired buttons.
func (s *session) pruneButtons(ctx context.Context) error {
	keys, err := s.service.Kept(ctx, Platform, buttonsMemo, 0)
	for _, key := range keys {
		value, recalled := s.service.Recall(ctx, Platform, key)
		var p buttonSet
		if recalled != nil || json.Unmarshal(value, &p) != nil {
			err = errors.Join(err, recalled)
			continue
		}
		if p.Game == 0 && time.Since(p.At) > buttonLifetime {
			err = errors.Join(err, s.service.Keep(ctx, Platform, key, nil))
		}
	}
	return err
}
