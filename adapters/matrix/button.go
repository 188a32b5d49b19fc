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

// reactions are the emojis of commands by their first word, or of answers by their last word.
var reactions = map[string]string{
	"accept": "✅", "decline": "❌", "cancel": "❌", "pick": "♟️", "moves": "🔍", "views": "👁️", "more": "➕", "board": "🖼️", "log": "📜", "rematch": "🔁",
	"draw": "🤝", "resign": "🏳️", "takeback": "↩️", "games": "📋", "nudge": "👋", "replay": "▶️", "help": "❓", "export": "💾",
}

// decides reports whether a button answers a question, or is one of several choices. Others only
// show more, and can be typed as well.
func (b keyedButton) decides() bool {
	return b.Key == reactions["accept"] || b.Key == reactions["decline"] || slices.Contains(digits, b.Key)
}

// digits are the emojis of buttons whose command has none, or shares it with another button.
var digits = []string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"}

// reactionAliases maps other emojis to those of the buttons.
var reactionAliases = map[string]string{"👍": "✅", "👎": "❌", "✔": "✅", "❎": "❌"}

// withKeys assigns each button an emoji of its own: the emoji of its command, or a digit if the
// command has none or several buttons have the same command. When all digits are used, it drops the
// remaining buttons; users can still type their commands.
func withKeys(buttons []bot.RenderedButton) []keyedButton {
	var all []keyedButton
	used, ways := map[string]bool{}, map[string]int{}
	kindOf := func(command string) string {
		word, _, _ := strings.Cut(command, " ")
		return word + reactionFor(command)
	}
	for _, b := range buttons {
		ways[kindOf(b.Command)]++
	}
	for _, b := range buttons {
		key := reactionFor(b.Command)
		if ways[kindOf(b.Command)] > 1 {
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

// menuKeys returns the lines of a menu, and its options as buttons with a digit each. It returns no
// options if the buttons leave too few digits.
func menuKeys(menu *bot.RenderedMenu, buttons []keyedButton) (lines string, options []keyedButton) {
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
	// Picture is the event with the picture of the message, whose buttons are the same; empty if it
	// has none.
	Picture id.EventID `json:",omitzero"`
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

// plainKey removes variation selectors and skin tones, which some clients add to an emoji and
// others don't.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff {
			return -1
		}
		return r
	}, key)
}

// maxSeeded is the largest number of buttons for which the bot adds the reactions itself, so that
// users only need to tap them. It does so where there is something to decide. While the homeserver
// limits the bot and something else waits, reactions are left out.
const maxSeeded = 4

// mayReact reports whether reactions in a room are allowed to all of the users addressed or, if
// none of them is on Matrix, to its ordinary members.
func (s *session) mayReact(ctx context.Context, room id.RoomID, to []bot.User) bool {
	levels, err := s.store.GetPowerLevels(ctx, room)
	if err != nil || levels == nil {
		return true
	}
	level := levels.UsersDefault
	var own []int
	for _, u := range to {
		if u.Platform == Platform {
			own = append(own, levels.GetUserLevel(id.UserID(u.ID)))
		}
	}
	if own != nil {
		level = slices.Min(own)
	}
	return level >= levels.GetEventLevel(event.EventReaction)
}

// sendWithButtons sends a message and stores its buttons before any reaction to it can be handled.
// The buttons of the previous message about the same game are removed.
func (s *session) sendWithButtons(ctx context.Context, sp outgoing, game bot.GameID, content *event.MessageEventContent, part string, buttons []keyedButton) (id.EventID, error) {
	ctx, t, end, err := s.sending.begin(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	defer end()
	// What may take long comes before the lock: a reaction in the room waits for it, and holds up
	// everything that is said to the bot.
	if err := s.shareKey(ctx, sp.place.room); err != nil {
		return "", err
	}
	if err := t.await(ctx, time.Now()); err != nil {
		return "", err
	}
	defer s.buttonLocks.WithLock(sp.place.room)()
	sent, err := s.send(ctx, sp, content, part)
	if err != nil {
		return "", err
	}
	if err := s.storeButtons(ctx, sp.place.room, sent, buttonSet{sp.place.roomID().ID, game, buttons, time.Now().UTC(), sp.picture}); err != nil {
		return "", err
	}
	if !sp.unpressed && len(buttons) <= maxSeeded && slices.ContainsFunc(buttons, keyedButton.decides) {
		s.answers.enqueue(sp.place.room, func(ctx context.Context) {
			ctx = context.WithValue(ctx, urgencyKey{}, decorating)
			for _, b := range buttons {
				if err := s.react(ctx, sp.place.room, sent, b.Key); err != nil {
					s.log.Debug("cannot react", "room", sp.place.room, "err", err)
					return
				}
			}
		})
	}
	return sent, nil
}

// storeButtons stores the buttons of a message, and deletes those of the last one about its game in
// the same place.
func (s *session) storeButtons(ctx context.Context, room id.RoomID, message id.EventID, p buttonSet) error {
	value, err := json.Marshal(p)
	if err != nil {
		return err
	}
	of := buttonsMemo + string(room) + "/"
	key := of + string(message)
	if p.Game != 0 {
		latest := "latest/" + p.Game.String() + "/" + p.Place
		before, err := s.service.Recall(ctx, Platform, latest)
		if err == nil && before != nil && string(before) != key {
			err = s.dropButtons(ctx, string(before))
		}
		if err == nil {
			err = s.service.Keep(ctx, Platform, latest, []byte(key))
		}
		if err != nil {
			return err
		}
	}
	if p.Picture != "" {
		if err := s.service.Keep(ctx, Platform, of+string(p.Picture), value); err != nil {
			return err
		}
	}
	return s.service.Keep(ctx, Platform, key, value)
}

// dropButtons deletes the buttons of a message, and of its picture.
func (s *session) dropButtons(ctx context.Context, key string) error {
	value, err := s.service.Recall(ctx, Platform, key)
	if err != nil || value == nil {
		return err
	}
	var p buttonSet
	if err := json.Unmarshal(value, &p); err != nil {
		return err
	}
	if p.Picture != "" {
		room, _, _ := strings.Cut(strings.TrimPrefix(key, buttonsMemo), "/")
		err = s.service.Keep(ctx, Platform, buttonsMemo+room+"/"+string(p.Picture), nil)
	}
	return errors.Join(err, s.service.Keep(ctx, Platform, key, nil))
}

// changeButtons changes what is stored about the buttons of a message, if it has any.
func (s *session) changeButtons(ctx context.Context, room id.RoomID, message id.EventID, change func(*buttonSet)) error {
	defer s.buttonLocks.WithLock(room)()
	p, err := s.buttonSet(ctx, room, message)
	if err != nil || p.Buttons == nil {
		return err
	}
	change(&p)
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
	if h.direct, err = s.isDirect(ctx, room); err != nil {
		return err
	}
	return s.handleCommand(ctx, h, parsed{text: command, addressed: true})
}

// buttonLifetime is how long the buttons of an answer work. The buttons of a game work until the
// next message about it.
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
