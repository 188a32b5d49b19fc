package bot

import (
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Verdict is how an organiser decides a game.
type Verdict string

// The verdicts.
const (
	WhiteWins Verdict = "white"
	BlackWins Verdict = "black"
	DrawnGame Verdict = "draw"
	AbortGame Verdict = "abort"
)

// Words says what the verdict makes of a game, as a sentence without a full stop.
func (v Verdict) Words() string {
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

// Result is the result of a game that an organiser has decided, for a reason
// that may be kept to the organiser.
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

// Decision is a verdict that an organiser of the room of one side proposes, and that
// an organiser of the other side's room has to agree with.
type Decision struct {
	By      PlayerID
	Verdict Verdict
	Until   Moment // then it lapses
}

// DecisionLife is how long a decision waits for the other room's organisers.
const DecisionLife = 7 * 24 * time.Hour
