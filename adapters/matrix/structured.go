package matrix

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"maunium.net/go/mautrix/event"

	"raumbot/bot/command"
)

// structured returns the command of a message in the structured form of MSC4391, which an app sends
// after its user has filled in a form. Its text does not matter then. In a room it has to mention
// the bot alone, or else it is for others, who may describe commands of the same names.
//
// Arguments that the command does not have must not be ignored, since what is done without them is
// not what was asked for. The answer is the help for the command.
func (s *session) structured(ctx context.Context, h incoming, content *event.MessageEventContent) (w parsed, ok bool) {
	sent := content.MSC4391BotCommand
	if sent == nil {
		return w, false
	}
	if m := content.Mentions; !h.direct && (m == nil || len(m.UserIDs) != 1 || m.UserIDs[0] != s.api.UserID) {
		return w, true
	}
	w = parsed{text: strings.TrimSpace(sent.Command), addressed: true, params: map[string]string{}}
	c := s.service.Commands().Find(strings.ToLower(w.text))
	if c == nil {
		return w, true
	}
	var given map[string]any
	if len(sent.Arguments) > 0 {
		if err := json.Unmarshal(sent.Arguments, &given); err != nil {
			return s.helpFor(w), true
		}
	}
	for name, value := range given {
		if value == nil {
			continue
		}
		text, fits := argument(value)
		if !fits || !slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Name == name && p.Kind != command.FileValue }) {
			return s.helpFor(w), true
		}
		w.params[name] = text
	}
	words := make([]string, 0, len(w.params))
	for _, value := range w.params {
		words = append(words, value)
	}
	w.mentions = s.resolveMentions(ctx, h.place.room, strings.Join(words, " "))
	return w, true
}

// helpFor returns the question for the help for a command.
func (s *session) helpFor(w parsed) parsed {
	return parsed{text: "help", addressed: true, params: map[string]string{"command": w.text}}
}

// argument returns the value of an argument as it is typed. Values of other kinds, such as rooms,
// are not for any command.
func argument(value any) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), v == math.Trunc(v)
	case []any:
		words := make([]string, len(v))
		for i, item := range v {
			if words[i], ok = item.(string); !ok {
				return "", false
			}
		}
		return strings.Join(words, " "), true
	}
	return "", false
}
