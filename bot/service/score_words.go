package service

import (
	"fmt"
	"strings"

	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Bounds of the descriptions of a score, in hundredths of a Pawn.
const (
	evenUpTo   = 50
	slightUpTo = 150
	betterUpTo = 500
)

// judgement describes in a sentence what a score for the player to move means.
func judgement(score engine.Score, turn rules.Side) string {
	ahead := turn
	if score < 0 {
		score, ahead = -score, turn.Other()
	}
	switch n, ok := score.Mate(); {
	case ok && n <= 1:
		return phrase.Of("%s wins at once.", ahead)
	case ok:
		return phrase.Of("%s wins by force, %s.", ahead, phrase.Count(n, "in %d move", "in %d moves"))
	}
	switch {
	case score <= evenUpTo:
		return phrase.Of("The game is about even.")
	case score <= slightUpTo:
		return phrase.Of("%s is slightly better.", ahead)
	case score <= betterUpTo:
		return phrase.Of("%s is clearly better.", ahead)
	}
	return phrase.Of("%s is winning.", ahead)
}

// figure writes a score as players do: in Pawns, from White's side, or as a forced win.
func figure(score engine.Score, turn rules.Side) string { return figureOf(judgedOf(score, turn)) }

// pawns writes hundredths of a Pawn as Pawns with a sign.
func pawns(score int) string {
	text := fmt.Sprintf("%+.1f", float64(score)/100)
	if text == "-0.0" {
		text = "+0.0"
	}
	return decimal(text)
}

// decimal returns a number as a phrase, as languages differ in how they write its point.
func decimal(number string) string {
	whole, fraction, _ := strings.Cut(number, ".")
	return phrase.Of("%s.%s", whole, fraction)
}

// lineWords returns up to most moves of a line in words.
func lineWords(p *rules.Position, moves []rules.Move, most int) string {
	var words []string
	for _, m := range moves[:min(most, len(moves))] {
		words = append(words, p.Words(m, phrase.Of))
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
	}
	return strings.Join(words, ", ")
}
