package coach

import (
	"fmt"
	"strings"

	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// Upper bounds of the descriptions of a score, in hundredths of a Pawn.
const (
	evenUpTo   = 50
	slightUpTo = 150
	betterUpTo = 500
)

// judgement says in a sentence what a score for the player to move means.
func judgement(score engine.Score, turn rules.Side) phrase.Text {
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

// figure formats a score for the player to move as figureOf does.
func figure(score engine.Score, turn rules.Side) phrase.Text { return figureOf(judgedOf(score, turn)) }

// pawns formats hundredths of a Pawn as Pawns with a sign.
func pawns(score int) phrase.Text {
	text := fmt.Sprintf("%+.1f", float64(score)/100)
	if text == "-0.0" {
		text = "+0.0"
	}
	return decimal(text)
}

// decimal returns a number as a phrase, because languages differ in their decimal point.
func decimal(number string) phrase.Text {
	whole, fraction, _ := strings.Cut(number, ".")
	return phrase.Of("%s.%s", whole, fraction)
}

// lineWords describes the first moves of a line, at most most of them.
func lineWords(p *rules.Position, moves []rules.Move, most int) phrase.Text {
	var words []phrase.Text
	for _, m := range moves[:min(most, len(moves))] {
		words = append(words, play.Describe(p, m))
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
	}
	return phrase.Join(words, ", ")
}
