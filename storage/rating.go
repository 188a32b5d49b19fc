package storage

import (
	"errors"
	"math"

	"raumbot/bot"
)

func ratingRefs(r bot.Rating) []ref {
	if !r.Ranked() {
		return nil
	}
	// The bits of floats of one sign sort as the floats do; the best is first.
	worst := math.MaxUint64 - math.Float64bits(max(r.Value, 0))
	return []ref{{leaderIndex, key(r.Variant, worst, r.Player)}}
}

// Rating implements [bot.PlayerTx].
func (t tx) Rating(p bot.PlayerID, variant string) (bot.Rating, error) {
	return load[bot.Rating](t, ratingTable, key(p, variant))
}

// PutRating implements [bot.PlayerTx].
func (t tx) PutRating(r bot.Rating) error {
	old, err := t.Rating(r.Player, r.Variant)
	var refs []ref
	switch {
	case err == nil:
		refs = ratingRefs(old)
	case !errors.Is(err, bot.ErrNotFound):
		return err
	}
	if err := t.reindex(refs, ratingRefs(r)); err != nil {
		return err
	}
	return t.save(ratingTable, key(r.Player, r.Variant), r)
}

// DeleteRating implements [bot.PlayerTx].
func (t tx) DeleteRating(p bot.PlayerID, variant string) error {
	old, err := t.Rating(p, variant)
	if err != nil {
		return err
	}
	if err := t.reindex(ratingRefs(old), nil); err != nil {
		return err
	}
	return t.kv.drop(ratingTable, key(p, variant))
}

// RatingsOf implements [bot.PlayerTx].
func (t tx) RatingsOf(p bot.PlayerID) ([]bot.Rating, error) {
	var all []bot.Rating
	for _, k := range t.under(ratingTable, key(p), nil, 0) {
		r, err := load[bot.Rating](t, ratingTable, k)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// Leaders implements [bot.PlayerTx].
func (t tx) Leaders(variant string, limit int) ([]bot.Rating, error) {
	var all []bot.Rating
	for _, k := range t.under(leaderIndex, key(variant), nil, limit) {
		r, err := t.Rating(bot.PlayerID(lastNumber(k)), variant)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}
