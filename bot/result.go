package bot

import (
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// Result says how a game ended.
type Result struct {
	At     time.Time
	Reason Reason
	Winner *rules.Side // nil for a draw or an aborted game
	// Remark is the reason for an organiser's decision, or the reason given by an imported record, in
	// its author's words.
	Remark string `json:",omitzero"`
	// Aborted games do not count.
	Aborted bool
}

// Adjudicated reports whether an organiser has decided the game. Such games are not rated.
func (r Result) Adjudicated() bool { return r.Reason == ByRuling }

// Unrated reports whether a game with this result is never rated. An organiser's decision keeps the
// peace of a room or tournament, and the engine's closes a season; neither measures strength.
func (r Result) Unrated() bool { return r.Overturnable() || r.Reason == BySeason }

// Overturnable reports whether organisers have ended the game, and can take that back for a while.
func (r Result) Overturnable() bool { return r.Adjudicated() || r.Reason == ByExpulsion }

// Closing returns a few words about a result that the last position does not show, and the winner.
// The words are empty for other results.
func (g Game) Closing(last *rules.Position) (words phrase.Text, winner *rules.Side) {
	r := g.Result
	if r == nil || last.Status().Finished() {
		return "", nil
	}
	reason := r.Words()
	if r.Adjudicated() { // the remark would be too long
		reason = phrase.Of("an organiser's decision")
	}
	switch {
	case r.Aborted:
		return phrase.Of("Game aborted"), nil
	case r.Winner == nil:
		return phrase.Of("Draw: %s", reason), nil
	case r.Reason == OnTime:
		return phrase.Of("%s wins on time", *r.Winner), r.Winner
	default:
		return phrase.Of("%s wins by %s", *r.Winner, reason), r.Winner
	}
}

// Points returns the score of a side.
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

// Score returns the result in the form of records.
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

// Sign returns the result as a short sign for people: "1-0", "½-½", or "–" for an aborted game.
func (r Result) Sign() string {
	switch score := r.Score(); score {
	case rules.Unknown:
		return "–"
	case rules.Drawn:
		return "½-½"
	default:
		return string(score)
	}
}

// Scored returns the result of a finished game for its tournament. A game with fewer than two plies
// counts as a forfeit.
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

// ResultWords returns the result in words, such as "alice won by checkmate".
func ResultWords(g Game) phrase.Text {
	r := g.Result
	switch {
	case r.Aborted:
		return phrase.Of("aborted: %s", r.Words())
	case r.Winner == nil:
		return phrase.Of("a draw by %s", r.Words())
	case r.Reason == OnTime:
		return phrase.Of("%s (%s) won on time", g.Name(*r.Winner), *r.Winner)
	default:
		return phrase.Of("%s (%s) won by %s", g.Name(*r.Winner), *r.Winner, r.Words())
	}
}

// Words returns the reason of the result, with its remark.
func (r Result) Words() phrase.Text {
	switch {
	case r.Reason == ByRuling && r.Remark == "":
		return phrase.Of("an organiser's decision")
	case r.Reason == ByRuling:
		return phrase.Of("an organiser's decision (%s)", r.Remark)
	case r.Remark != "":
		return phrase.Said(r.Remark)
	}
	return r.Reason.Words()
}
