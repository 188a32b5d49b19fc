package bot

import (
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Verdict is an organiser's decision of a game.
type Verdict string

// The verdicts.
const (
	WhiteWins Verdict = "white"
	BlackWins Verdict = "black"
	DrawnGame Verdict = "draw"
	AbortGame Verdict = "abort"
)

// Words describes the verdict as a sentence without a full stop.
func (v Verdict) Words() phrase.Text {
	switch v {
	case WhiteWins:
		return phrase.Of("White wins")
	case BlackWins:
		return phrase.Of("Black wins")
	case DrawnGame:
		return phrase.Of("the game is drawn")
	}
	return phrase.Of("the game is aborted")
}

// Result returns the result of a game decided by an organiser. The reason may be empty.
func (v Verdict) Result(reason string) Result {
	r := Result{Reason: ByRuling, Remark: reason}
	switch v {
	case WhiteWins, BlackWins:
		winner := rules.White
		if v == BlackWins {
			winner = rules.Black
		}
		r.Winner = &winner
	case AbortGame:
		r.Aborted = true
	}
	return r
}

// Decision is a verdict proposed by an organiser of one side's room. An organiser of the other
// side's room has to agree to it.
type Decision struct {
	By      PlayerID
	Verdict Verdict
	Until   Moment // when it lapses
}

// DecisionLife is how long a decision waits for the other room's organisers to agree.
const DecisionLife = 7 * 24 * time.Hour
