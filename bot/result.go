package bot

import (
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// Ruling is the reason of a result that an organiser has decided.
func Ruling(reason string) string {
	if reason == "" {
		return phrase.Of("an organiser's decision")
	}
	return phrase.Of("an organiser's decision (%s)", reason)
}

// Result is how a game ended.
type Result struct {
	At     time.Time
	Reason string      // "checkmate", "resignation", "agreement", ...
	Winner *rules.Side // nil for a draw and for an aborted game
	// Ruling is what an organiser has said, as part of such a Reason.
	Ruling string `json:",omitzero"`
	// Aborted games count for nobody.
	Aborted bool
	// Adjudicated results are an organiser's. They are never rated.
	Adjudicated bool `json:",omitzero"`
}

// The reasons of results that the rules do not know. notBegun, of a tournament, is another.
const (
	ByAgreement   = "agreement"
	ByResignation = "resignation"
	BySilence     = "silence of the opponent"
	OnTime        = "time"
	// Those of aborted games.
	ByBoth     = "by agreement"
	ByNobody   = "nobody has moved for long"
	ByOneself  = "study ended"
	NeverBegun = "not begun"
)

// Closing says in a few words how a game ended that its last position does not end, and who has won; empty for all others.
func (g Game) Closing(last *rules.Position) (words string, winner *rules.Side) {
	r := g.Result
	if r == nil || last.Status().Finished() {
		return "", nil
	}
	reason := phrase.Term(r.Reason)
	if r.Adjudicated { // whose reason takes more room
		reason = phrase.Of("decided by an organiser")
	}
	switch {
	case r.Aborted:
		return phrase.Of("Game aborted"), nil
	case r.Winner == nil:
		return phrase.Of("Draw: %s", reason), nil
	default:
		return phrase.Of("%s wins: %s", *r.Winner, reason), r.Winner
	}
}

// Points is what a result is worth for a side.
func (r Result) Points(s rules.Side) rating.Score {
	switch {
	case r.Winner == nil:
		return rating.Draw
	case *r.Winner == s:
		return rating.Win
	default:
		return rating.Loss
	}
}

// Score is the result as records write it.
func (r Result) Score() rules.Result {
	switch {
	case r.Aborted:
		return rules.Unknown
	case r.Winner == nil:
		return rules.Drawn
	case *r.Winner == rules.White:
		return rules.WhiteWins
	default:
		return rules.BlackWins
	}
}

// NotBegun is the reason of a result when a player did not make the first move in time.
const NotBegun = "not begun in time"

// Scored returns what a game that is over counts in its tournament. Fewer than
// two moves are no game, but a forfeit.
func (g Game) Scored() pairing.Result {
	r := g.Result
	forfeits := map[rules.Side]pairing.Result{rules.White: pairing.WhiteForfeits, rules.Black: pairing.BlackForfeits}
	switch {
	case r.Aborted && r.Reason == NotBegun:
		return forfeits[g.Turn]
	case r.Aborted:
		return pairing.BothForfeit
	case r.Winner == nil:
		return pairing.Drawn
	case g.Moves < 2:
		return forfeits[r.Winner.Other()]
	case *r.Winner == rules.White:
		return pairing.WhiteWins
	}
	return pairing.BlackWins
}

// ResultWords says how a game ended: "alice won by checkmate".
func ResultWords(g Game) string {
	r := g.Result
	switch {
	case r.Aborted:
		return phrase.Of("aborted: %s", r.words())
	case r.Winner == nil:
		return phrase.Of("a draw by %s", r.words())
	default:
		return phrase.Of("%s (%s) won by %s", g.Name(*r.Winner), *r.Winner, r.words())
	}
}

// words says why a game ended as it did.
func (r Result) words() string {
	if r.Adjudicated {
		return Ruling(r.Ruling)
	}
	return phrase.Term(r.Reason)
}
