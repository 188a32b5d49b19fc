package storage

import (
	"maps"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/daily"
)

func playerRefs(_ []byte, p bot.Player) []ref {
	if len(p.Users) == 0 { // merged into another player
		return nil
	}
	refs := []ref{{nameIndex, key(bot.FoldName(p.Name), p.ID)}}
	if p.Forgotten {
		refs = nil // forgotten players cannot be found by name
	}
	for _, u := range p.Users {
		refs = append(refs, ref{userIndex, key(string(u.Platform), u.ID, p.ID)})
		if p.Forgotten {
			continue
		}
		if name := (ref{nameIndex, key(bot.FoldName(u.Name), p.ID)}); string(name.key) != string(refs[0].key) {
			refs = append(refs, name)
		}
		refs = append(refs, ref{lookIndex, key(bot.Lookalike(u.Name), p.ID)})
	}
	for _, r := range p.Puzzles.Days.Results {
		if r.Solved {
			refs = append(refs, ref{dailySolver, key(uint64(r.Day), p.ID)})
		}
	}
	return refs
}

// Player implements [bot.PlayerTx].
func (t tx) Player(id bot.PlayerID) (bot.Player, error) {
	return players.load(t, key(id))
}

// PlayerOf implements [bot.PlayerTx].
func (t tx) PlayerOf(user bot.UserID) (bot.Player, error) {
	for _, k := range t.under(userIndex, key(string(user.Platform), user.ID), nil, 1) {
		return t.Player(bot.PlayerID(lastNumber(k)))
	}
	return bot.Player{}, bot.ErrNotFound
}

// PlayersNamed implements [bot.PlayerTx].
func (t tx) PlayersNamed(name string) ([]bot.Player, error) {
	return players.at(t, numbered(t.under(nameIndex, key(bot.FoldName(name)), nil, 0)))
}

// PlayersAlike implements [bot.PlayerTx].
func (t tx) PlayersAlike(name string) ([]bot.Player, error) {
	return players.at(t, numbered(t.under(lookIndex, key(bot.Lookalike(name)), nil, 0)))
}

// DailySolvers implements [bot.PlayerTx].
func (t tx) DailySolvers(days daily.Days) ([]bot.Player, error) {
	solvers := map[uint64]bool{}
	for d := days.From; d <= days.Through; d++ {
		for _, k := range t.under(dailySolver, key(uint64(d)), nil, 0) {
			solvers[lastNumber(k)] = true
		}
	}
	var keys [][]byte
	for _, id := range slices.Sorted(maps.Keys(solvers)) {
		keys = append(keys, key(id))
	}
	return players.at(t, keys)
}

// PlayerNames implements [bot.PlayerTx].
func (t tx) PlayerNames(prefix string, limit int) ([]string, error) {
	prefix = strings.ToLower(text(prefix))
	var names []string
	for k := range t.kv.Scan(nameIndex, []byte(prefix)) {
		name := string(k[:len(k)-9]) // strip the zero byte and the player's number
		if !strings.HasPrefix(name, prefix) || len(names) == limit {
			break
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// AddPlayer implements [bot.PlayerTx].
func (t tx) AddPlayer(p bot.Player) (bot.PlayerID, error) {
	id, err := t.next("last player")
	if err != nil {
		return 0, err
	}
	p.ID = bot.PlayerID(id)
	return p.ID, t.PutPlayer(p)
}

// PutPlayer implements [bot.PlayerTx].
func (t tx) PutPlayer(p bot.Player) error { return players.put(t, p) }
