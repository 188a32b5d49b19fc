package storage

import (
	"encoding/binary"

	"raumbot/bot"
)

// key encodes parts as a key. Numbers are eight bytes, big-endian, so that keys
// sort numerically; texts end in a zero byte, so that no text's key is a prefix
// of another's. Zero bytes within texts are removed; see text.
func key(parts ...any) []byte {
	var k []byte
	for _, part := range parts {
		switch part := part.(type) {
		case uint64:
			k = binary.BigEndian.AppendUint64(k, part)
		case bot.GameID:
			k = binary.BigEndian.AppendUint64(k, uint64(part))
		case bot.PlayerID:
			k = binary.BigEndian.AppendUint64(k, uint64(part))
		case bot.TournamentID:
			k = binary.BigEndian.AppendUint64(k, uint64(part))
		case bot.MessageID:
			k = binary.BigEndian.AppendUint64(k, uint64(part))
		case bot.Moment:
			k = binary.BigEndian.AppendUint64(k, uint64(part))
		case bool:
			k = append(k, flag(part))
		case string:
			k = append(append(k, text(part)...), 0)
		default:
			panic("storage: no key is made of this")
		}
	}
	return k
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// text removes zero bytes, which terminate texts in keys. No platform's IDs contain them.
func text(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			return text(s[:i] + s[i+1:])
		}
	}
	return s
}

// lastNumber decodes the number at the end of a key.
func lastNumber(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[len(key)-8:])
}

// numbered returns record keys made from the numbers at the end of index keys.
func numbered(keys [][]byte) (all [][]byte) {
	for _, k := range keys {
		all = append(all, key(lastNumber(k)))
	}
	return all
}

// newest inverts a number, so that the greatest sorts first.
func newest(id bot.GameID) uint64 { return ^uint64(id) }
