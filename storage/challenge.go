package storage

import (
	"fmt"

	"raumbot/bot"
)

func challengeRefs(_ []byte, c bot.Challenge) []ref {
	refs := dueRefs(c.Wake(), c.ID)
	if c.Open() {
		refs = append(refs, ref{openChallenge, key(c.ID)})
	}
	for i, p := range []bot.PlayerID{c.From.Player, c.To.Player} {
		if p != 0 && (i == 0 || p != c.From.Player) {
			refs = append(refs, ref{playerChallenge, key(p, c.ID)})
		}
	}
	return refs
}

// Challenge implements [bot.GameTx].
func (t tx) Challenge(id bot.GameID) (bot.Challenge, error) { return challenges.load(t, key(id)) }

// PutChallenge implements [bot.GameTx].
func (t tx) PutChallenge(c bot.Challenge) error { return challenges.put(t, c) }

// DeleteChallenge implements [bot.GameTx].
func (t tx) DeleteChallenge(id bot.GameID) error {
	if t.kv.Get(challenges.table, key(id)) == nil {
		return fmt.Errorf("%w in %s", bot.ErrNotFound, challenges.table)
	}
	return challenges.drop(t, key(id))
}

// ChallengesOf implements [bot.GameTx].
func (t tx) ChallengesOf(p bot.PlayerID) ([]bot.Challenge, error) {
	return challenges.at(t, numbered(t.under(playerChallenge, key(p), nil, 0)))
}

// OpenChallenges implements [bot.GameTx].
func (t tx) OpenChallenges(limit int) ([]bot.Challenge, error) {
	return challenges.at(t, numbered(t.under(openChallenge, nil, nil, limit)))
}
