package bot

import (
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Reason says why a game ended. Its values are stored and must never change. Words returns the text
// for people.
type Reason string

// The endings by the rules.
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

// Other reasons of results that count.
const (
	ByAgreement   Reason = "agreement"
	ByResignation Reason = "resignation"
	BySilence     Reason = "silence"
	OnTime        Reason = "time"
	// an organiser's decision; the organiser's reason is the Remark
	ByWithdrawal Reason = "withdrawal"
	ByRuling     Reason = "ruling"    // an organiser's decision, whose reason is the Remark
	ByExpulsion  Reason = "expulsion" // an imported record; its own reason is the Remark
	OnRecord     Reason = "record"    // an imported record's, whose own reason is the Remark
	BySeason     Reason = "season"    // the season of the league has ended, and the engine decided
)

// The reasons of aborted games.
const (
	ByConsent     Reason = "consent"
	ByInactivity  Reason = "inactivity"
	StudyEnded    Reason = "study-ended"
	NeverBegun    Reason = "never-begun"
	NotBegun      Reason = "not-begun-in-time" // one of the players did not begin
	PlayerLeft    Reason = "player-left"       // a player was forgotten
	BothWithdrew  Reason = "both-withdrew"     // from the tournament
	TournamentOff Reason = "tournament-called-off"
	LadderClosed  Reason = "ladder-closed"
	Substituted   Reason = "substituted" // a substitute plays another game instead
)

// endings maps the endings of the rules to reasons.
var endings = map[rules.Ending]Reason{
	rules.ByCheckmate: ByCheckmate, rules.ByMarriage: ByMarriage, rules.ByTriples: ByTriples, rules.ByExtinction: ByExtinction,
	rules.ByStalemate: ByStalemate, rules.ByThreefold: ByThreefold, rules.ByFiftyMoves: ByFiftyMoves, rules.ByFivefold: ByFivefold,
	rules.BySeventyFive: BySeventyFive, rules.ByBareRoyals: ByBareRoyals,
}

// reasonWords holds the words for each reason, as part of a sentence.
var reasonWords = map[Reason]phrase.Text{
	ByAgreement: phrase.Of("agreement"), ByResignation: phrase.Of("resignation"), BySilence: phrase.Of("silence of the opponent"), OnTime: phrase.Of("time"),
	ByWithdrawal: phrase.Of("withdrawal"), ByExpulsion: phrase.Of("removal from the tournament"), ByRuling: phrase.Of("decided by an organiser"), OnRecord: phrase.Of("the record"),
	ByConsent: phrase.Of("by agreement"), ByInactivity: phrase.Of("nobody has moved for long"), StudyEnded: phrase.Of("study ended"),
	NeverBegun: phrase.Of("not begun"), NotBegun: phrase.Of("not begun in time"), PlayerLeft: phrase.Of("a player has left"),
	BothWithdrew: phrase.Of("withdrawal of both players"), TournamentOff: phrase.Of("the tournament is called off"), LadderClosed: phrase.Of("the ladder is closed"),
	Substituted: phrase.Of("a substitute plays instead"), BySeason: phrase.Of("the end of the season, as the engine sees it"),
}

func init() {
	for ending, reason := range endings {
		reasonWords[reason] = phrase.Term(ending.String())
	}
}

// EndedBy returns the reason for an ending by the rules.
func EndedBy(e rules.Ending) Reason { return endings[e] }

// ByRules reports whether the rules ended the game, not a player's decision or the clock.
func (r Reason) ByRules() bool {
	for _, reason := range endings {
		if reason == r {
			return true
		}
	}
	return false
}

// Words returns the reason as part of a sentence.
func (r Reason) Words() phrase.Text { return reasonWords[r] }

// Known reports whether r is one of the defined reasons.
func (r Reason) Known() bool { return reasonWords[r] != "" }

// ReadReason returns the reason with the given English words.
func ReadReason(english string) (Reason, bool) {
	for r, words := range reasonWords {
		if phrase.English(words) == english {
			return r, true
		}
	}
	return "", false
}
