package matrix

import (
	"encoding/json"
	"strconv"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// parseLeniently reads the essential part of a malformed state event, and reports whether that
// succeeded. Clients and homeservers do the same; a strict bot would be the only one not to know
// that a user is a member or that a room is encrypted.
func parseLeniently(e *event.Event) bool {
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
		text, err := json.Marshal(integers(e.Content.Raw))
		e.Content.Parsed = levels
		return err == nil && json.Unmarshal(text, levels) == nil
	}
	return false
}

// integers converts power levels to integers. They may be strings, which room versions before 10
// allow, or fractions, which are truncated. Other values are dropped.
func integers(levels map[string]any) map[string]any {
	read := map[string]any{}
	for name, value := range levels {
		switch v := value.(type) {
		case map[string]any:
			read[name] = integers(v)
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
