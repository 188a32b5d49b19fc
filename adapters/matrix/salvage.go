package matrix

import (
	"encoding/json"
	"strconv"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// salvage reads what counts of a state event that is not wholly as it should be, and reports whether it could. Apps and
// homeservers go by what they can read of it, and so must the bot: else somebody is in a room, or the
// room is encrypted, and the bot alone does not know.
func salvage(e *event.Event) bool {
	switch e.Type {
	case event.StateMember:
		name, _ := e.Content.Raw["displayname"].(string)
		e.Content.Parsed = &event.MemberEventContent{Membership: membership(e), Displayname: name}
		return membership(e) != ""
	case event.StateEncryption:
		algorithm, ok := e.Content.Raw["algorithm"].(string)
		e.Content.Parsed = &event.EncryptionEventContent{Algorithm: id.Algorithm(algorithm)}
		return ok
	case event.StatePowerLevels:
		levels := &event.PowerLevelsEventContent{}
		text, err := json.Marshal(numbers(e.Content.Raw))
		e.Content.Parsed = levels
		return err == nil && json.Unmarshal(text, levels) == nil
	}
	return false
}

// numbers makes integers of what stands for them in power levels: strings, which rooms of versions before 10 allow,
// and fractions, which count without what is behind the point. Anything else that is no integer is left out.
func numbers(levels map[string]any) map[string]any {
	read := map[string]any{}
	for name, value := range levels {
		switch v := value.(type) {
		case map[string]any:
			read[name] = numbers(v)
		case float64:
			read[name] = int(v)
		case string:
			if n, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
				read[name] = n
			}
		}
	}
	return read
}
