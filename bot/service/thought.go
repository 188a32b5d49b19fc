package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// advisor is the level whose number of positions is searched for a person: less than a second's work.
const advisor = 6

// longestAdvice bounds the duration of a search for a person, where [Ports] say nothing else.
const longestAdvice = 10 * time.Second

// consult searches a position for the asker.
func (c *call) consult(ctx context.Context, record *rules.Game, lines int) (engine.Info, error) {
	limits := engine.Limits{Nodes: engine.LevelNodes(record.Position().Variant(), advisor), Lines: lines}
	info, _, err := c.search(ctx, record, limits)
	if err == nil && info.Depth == 0 && len(info.Lines) > 0 { // cut short before it has compared the moves
		err = errNoTime()
	}
	return info, err
}

// search searches a position for the asker, in the pool of all searches. cut means that it was ended before its limits.
func (c *call) search(ctx context.Context, record *rules.Game, limits engine.Limits) (info engine.Info, cut bool, err error) {
	err = c.service.thinkers.think(ctx, lineOf(c.request), func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, c.service.advice)
		defer cancel()
		info = engine.New(engine.DefaultHash).Search(ctx, record, limits, nil)
		cut = ctx.Err() != nil
	})
	if errors.Is(err, errManyAsking) {
		err = bot.Problemf(bot.TooOften, "Many people are asking the computer right now. Try again in a minute.")
	}
	return info, cut, err
}

// errNoTime returns the error of a search that was cut short.
func errNoTime() error {
	return bot.Problemf(bot.TooOften, "The engine ran out of time. Try again in a minute.")
}

// afterwards returns the answers of a command that needs more time than a transaction may take.
func (c *call) afterwards(ctx context.Context) (bot.Reply, error) {
	answer, err := c.deliberate(ctx)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Outcome: bot.Done}
	err = c.service.store.View(ctx, func(tx bot.Tx) (err error) {
		c.tx = tx
		reply.Answer, err = c.suitAsker(answer)
		return err
	})
	return reply, err
}

// borrow returns a copy of the record of the command's game up to a ply, to be searched after the transaction.
func (c *call) borrow(ply int) (*rules.Game, error) {
	return withRecord(c, c.game, func(record *rules.Game) (*rules.Game, error) { return copyGame(record, min(ply, record.Ply())) })
}

// copyGame returns a new game with the first moves of another.
func copyGame(record *rules.Game, plies int) (*rules.Game, error) {
	other := rules.NewGameFrom(record.PositionAt(0))
	for _, m := range record.Moves()[:plies] {
		if err := other.Play(m); err != nil {
			return nil, err
		}
	}
	return other, nil
}

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
