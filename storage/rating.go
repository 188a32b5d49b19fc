package storage

import (
	"fmt"
	"math"

	"raumbot/bot"
)

func ratingRefs(_ []byte, r bot.Rating) []ref {
	if !r.Ranked() {
		return nil
	}
	// The bits of non-negative floats sort like the floats; inverted, the best comes first.
	worst := math.MaxUint64 - math.Float64bits(max(r.Value, 0))
	return []ref{{leaderIndex, key(r.Variant, worst, r.Player)}}
}

// Rating implements [bot.PlayerTx].
func (t tx) Rating(p bot.PlayerID, variant string) (bot.Rating, error) {
	return ratings.load(t, key(p, variant))
}

// PutRating implements [bot.PlayerTx].
func (t tx) PutRating(r bot.Rating) error { return ratings.put(t, r) }

// DeleteRating implements [bot.PlayerTx].
func (t tx) DeleteRating(p bot.PlayerID, variant string) error {
	k := key(p, variant)
	if t.kv.Get(ratings.table, k) == nil {
		return fmt.Errorf("%w in %s", bot.ErrNotFound, ratings.table)
	}
	return ratings.drop(t, k)
}

// RatingsOf implements [bot.PlayerTx].
func (t tx) RatingsOf(p bot.PlayerID) ([]bot.Rating, error) {
	return ratings.list(t, key(p), nil, 0)
}

// Leaders implements [bot.PlayerTx].
func (t tx) Leaders(variant string, limit int) ([]bot.Rating, error) {
	keys := t.under(leaderIndex, key(variant), nil, limit)
	for i, k := range keys {
		keys[i] = key(lastNumber(k), variant)
	}
	return ratings.at(t, keys)
}
