package bot

import (
	"slices"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Reason says why a game ended. Reasons are kept in the store and so never change; people read their Words.
type Reason string

// The reasons by the rules.
const (
	ByCheckmate   Reason = "checkmate"
	ByMarriage    Reason = "marriage"
	ByTriples     Reason = "triples"
	ByExtinction  Reason = "extinction"
	ByStalemate   Reason = "stalemate"
	ByThreefold   Reason = "threefold-repetition"
	ByFiftyMoves  Reason = "fifty-moves"
	ByFivefold    Reason = "fivefold-repetition"
	BySeventyFive Reason = "seventy-five-moves"
	ByBareRoyals  Reason = "insufficient-material"
)

// Further reasons of results that count.
const (
	ByAgreement   Reason = "agreement"
	ByResignation Reason = "resignation"
	BySilence     Reason = "silence"
	OnTime        Reason = "time"
	ByWithdrawal  Reason = "withdrawal" // from the tournament
	ByRuling      Reason = "ruling"     // an organiser's, whose reason is the Remark
	ByExpulsion   Reason = "expulsion"  // from the tournament, by an organiser
	OnRecord      Reason = "record"     // an imported record's, which may give its reason in the Remark
)

// The reasons of aborted games.
const (
	ByConsent     Reason = "consent"
	ByInactivity  Reason = "inactivity"
	StudyEnded    Reason = "study-ended"
	NeverBegun    Reason = "never-begun"
	NotBegun      Reason = "not-begun-in-time" // by one of the players
	PlayerLeft    Reason = "player-left"       // who is forgotten now
	BothWithdrew  Reason = "both-withdrew"     // from the tournament
	TournamentOff Reason = "tournament-called-off"
	LadderClosed  Reason = "ladder-closed"
)

// endings are the reasons by the endings of the rules.
var endings = map[rules.Ending]Reason{
	rules.ByCheckmate: ByCheckmate, rules.ByMarriage: ByMarriage, rules.ByTriples: ByTriples, rules.ByExtinction: ByExtinction,
	rules.ByStalemate: ByStalemate, rules.ByThreefold: ByThreefold, rules.ByFiftyMoves: ByFiftyMoves, rules.ByFivefold: ByFivefold,
	rules.BySeventyFive: BySeventyFive, rules.ByBareRoyals: ByBareRoyals,
}

// reasonWords are what people read of a reason, as part of a sentence.
var reasonWords = map[Reason]string{
	ByAgreement: phrase.Of("agreement"), ByResignation: phrase.Of("resignation"), BySilence: phrase.Of("silence of the opponent"), OnTime: phrase.Of("time"),
	ByWithdrawal: phrase.Of("withdrawal"), ByExpulsion: phrase.Of("removal from the tournament"), ByRuling: phrase.Of("decided by an organiser"), OnRecord: phrase.Of("the record"),
	ByConsent: phrase.Of("by agreement"), ByInactivity: phrase.Of("nobody has moved for long"), StudyEnded: phrase.Of("study ended"),
	NeverBegun: phrase.Of("not begun"), NotBegun: phrase.Of("not begun in time"), PlayerLeft: phrase.Of("a player has left"),
	BothWithdrew: phrase.Of("withdrawal of both players"), TournamentOff: phrase.Of("the tournament is called off"), LadderClosed: phrase.Of("the ladder is closed"),
}

func init() {
	for ending, reason := range endings {
		reasonWords[reason] = phrase.Term(ending.String())
	}
}

// EndedBy returns the reason of a result by the rules.
func EndedBy(e rules.Ending) Reason { return endings[e] }

// ByRules reports whether a position or repetition has ended the game, not somebody's word or the clock.
func (r Reason) ByRules() bool {
	for _, reason := range endings {
		if reason == r {
			return true
		}
	}
	return false
}

// Reasons lists all of them.
func Reasons() []Reason {
	var all []Reason
	for r := range reasonWords {
		all = append(all, r)
	}
	slices.Sort(all)
	return all
}

// Words says why a game ended, as part of a sentence.
func (r Reason) Words() string { return reasonWords[r] }

// Known reports whether it is one of the reasons.
func (r Reason) Known() bool { return reasonWords[r] != "" }

// ReadReason returns the reason whose English words a record gives.
func ReadReason(english string) (Reason, bool) {
	for r, words := range reasonWords {
		if phrase.English(words) == english {
			return r, true
		}
	}
	return "", false
}
