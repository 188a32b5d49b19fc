// Package nickname shows users in a room under their names on the room's server.
package nickname

import (
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"raumbot/bot"
	"raumbot/bot/letter"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// Namer is an adapter for a platform whose servers can have their own names for users.
type Namer interface {
	bot.Adapter
	// ServerOf returns the server of a room, as in [bot.Request.Server]. It is zero if the room
	// belongs to no server, or its server is not known.
	ServerOf(room bot.RoomID) bot.RoomID
}

// Namers holds the adapters that implement [Namer]. The zero value is ready for use. It is safe for
// concurrent use.
type Namers struct{ adapters sync.Map } // of Platform to Namer

// Add adds an adapter, if it is a [Namer].
func (n *Namers) Add(a bot.Adapter) {
	if namer, ok := a.(Namer); ok {
		n.adapters.Store(a.Platform(), namer)
	}
}

// In returns a copy of the language l that shows users under their nicknames on the server of a
// room. It must be used for one message only: if two users in the message have nicknames that look
// alike, only the first is shown under the nickname. Errors of the store are ignored, and the usual
// names shown.
func (n *Namers) In(tx bot.Tx, room bot.RoomID, l phrase.Language) phrase.Language {
	return n.naming(tx, room, l, func(name string) string { return name })
}

// InPicture is like In, for the text of a picture. It ignores nicknames that the font cannot show.
func (n *Namers) InPicture(tx bot.Tx, room bot.RoomID, l phrase.Language) phrase.Language {
	return n.naming(tx, room, l, func(name string) string {
		if fitted, whole := letter.Fit(name, render.HasGlyph); whole {
			return fitted
		}
		return ""
	})
}

func (n *Namers) naming(tx bot.Tx, room bot.RoomID, l phrase.Language, fit func(string) string) phrase.Language {
	a, ok := n.adapters.Load(room.Platform)
	if !ok {
		return l
	}
	server := a.(Namer).ServerOf(room)
	if server == (bot.RoomID{}) {
		return l
	}
	bearers := map[string]string{} // keys of users, by the look of their nicknames
	return l.Naming(func(key string) string {
		u, ok := bot.ParseUserID(key)
		if !ok || u.Platform != server.Platform {
			return ""
		}
		// If the nickname cannot be read, the usual name is shown.
		name := fit(recalledNickname(tx, u, server).shown())
		if bearer, taken := bearers[bot.Lookalike(name)]; name == "" || taken && bearer != key {
			return ""
		}
		bearers[bot.Lookalike(name)] = key
		return name
	})
}

// nickname is the stored name of a user on a server.
type nickname struct {
	Name string
	// Handle is set if the name could be mistaken for another player's. It is then shown after the
	// name.
	Handle string `json:",omitzero"`
}

func (n nickname) shown() string {
	if n.Handle == "" {
		return n.Name
	}
	return n.Name + " (" + n.Handle + ")"
}

// nicknameKey returns the key of the memo with the name of a user on a server.
func nicknameKey(u bot.UserID, server bot.RoomID) string {
	return bot.UserMemo(u) + "name/" + server.ID
}

// recalledNickname returns the stored name of a user on a server. It is empty if there is none.
func recalledNickname(tx bot.Tx, u bot.UserID, server bot.RoomID) (n nickname) {
	if data, err := tx.Memo(u.Platform, nicknameKey(u, server)); err == nil {
		_ = json.Unmarshal(data, &n) // if this fails, the name stays empty
	}
	return n
}

// Store stores the nickname in a request for its author and server. If the request has none, it
// deletes the stored one. p is the author's player. Requests outside servers change nothing.
func Store(tx bot.Tx, r bot.Request, p bot.Player) error {
	server := r.Server()
	if server == (bot.RoomID{}) || r.From.Handle == "" {
		return nil
	}
	n := nickname{}
	if bot.CleanText(r.Nickname) != "" {
		n.Name = bot.CleanName(r.Nickname)
	}
	if n.Name == r.From.Name || n.Name == bot.NobodyName {
		n.Name = ""
	}
	if n.Name != "" {
		mistaken, err := mistaken(tx, p, n.Name)
		if err != nil {
			return err
		}
		if mistaken {
			n.Handle = bot.CleanText(r.From.Handle)
		}
	}
	if n == recalledNickname(tx, r.From.UserID, server) {
		return nil
	}
	if n == (nickname{}) {
		return tx.PutMemo(server.Platform, nicknameKey(r.From.UserID, server), nil)
	}
	data, err := json.Marshal(n)
	return errors.Join(err, tx.PutMemo(server.Platform, nicknameKey(r.From.UserID, server), data))
}

// mistaken reports whether a player's name could be mistaken for another player's, or for one of
// the bot's.
func mistaken(tx bot.Tx, p bot.Player, name string) (bool, error) {
	named, err := tx.PlayersNamed(name)
	if err != nil || bot.PosesAs(name) {
		return true, err
	}
	alike, err := tx.PlayersAlike(name)
	return slices.ContainsFunc(append(named, alike...), func(other bot.Player) bool { return other.ID != p.ID }), err
}
