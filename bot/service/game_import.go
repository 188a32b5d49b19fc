package service

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

const (
	// maxImports is how many records one player can import.
	maxImports = 200
	// maxRemark is how many characters of a record's Termination tag are stored.
	maxRemark = 40
)

// importRecord stores the record of a finished game as a game that only the asker
// sees, in which both seats are theirs and which counts for nobody.
func importRecord(c *call) (bot.Reply, error) {
	if c.me.Imports >= maxImports {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have imported %d records, and that is the most.", maxImports)
	}
	if c.attached.problem != nil {
		return bot.Reply{}, c.attached.problem
	}
	text := cmp.Or(c.attached.text, c.args.Word("record"))
	if text == "" {
		return bot.Reply{}, c.command.Misused("")
	}
	var brought *gamefile.Game
	record, err := rules.ReadRecordWith(text, func(id, _ string) (*rules.Variant, error) {
		v, err := rules.Find(id)
		if g := c.attached.game; err != nil && g != nil {
			brought = g
			return g.Variant, nil
		}
		return v, err
	})
	if err != nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "%s The form is that of `export`.", phrase.Sentence(recordFault(err)))
	}
	result, err := importedResult(record)
	if err != nil {
		return bot.Reply{}, err
	}
	id, err := c.tx.NextGame()
	if err != nil {
		return bot.Reply{}, err
	}
	g := bot.Game{ID: id, Variant: record.Variant.ID(), Imported: true, Started: c.uptime.Beat.UTC(), Moves: len(record.Moves), Result: &result}
	if day, err := time.Parse(recordDate, record.Tag("Date")); err == nil {
		g.Started = day
	}
	result.At = g.Started
	for side := range g.Seats {
		name := record.Tag(rules.Side(side).String())
		if name == "" {
			name = rules.Side(side).String()
		}
		g.Seats[side] = bot.Seat{Player: c.me.ID, User: bot.User{UserID: c.request.From.UserID, Name: bot.CleanName(name)},
			Program: strings.EqualFold(record.Tag(rules.Side(side).String()+"Type"), typeProgram)}
	}
	if err := c.logRecord(&g, record); err != nil {
		return bot.Reply{}, err
	}
	if brought != nil {
		if err := c.keepBrought(brought); err != nil {
			return bot.Reply{}, err
		}
	} else if err := c.use(g.Variant); err != nil { // so that it is kept when its place removes it
		return bot.Reply{}, err
	}
	c.me.Imports++
	if err := errors.Join(c.tx.PutGame(g), c.tx.PutPlayer(c.me)); err != nil {
		return bot.Reply{}, err
	}
	c.game = g
	reply := c.secret(phrase.Upper(g.Summary()) + ": " + bot.ResultWords(g) + ". " + phrase.Of("Only you see it, and it counts for nobody."))
	reply.Answer[0].Picture = g.Picture()
	return reply, nil
}

// prepareImport reads an attached record, and the game that a record brings along.
func prepareImport(ctx context.Context, c *call) error {
	text := c.args.Word("record")
	if c.request.File != nil {
		var problem *bot.Problem
		if text, problem = c.service.download(ctx, c.request.File, maxRecordFile); problem != nil {
			c.attached.problem = problem
			return nil
		}
	}
	var brought attached
	var broken error
	// What is wrong with the record itself is for the handler to say.
	_, _ = rules.ReadRecordWith(text, func(id, file string) (*rules.Variant, error) {
		v, err := rules.Find(id)
		if limit := c.service.local.limits.Size; err != nil && file != "" && len(file) <= limit {
			brought, broken = c.service.readGame(ctx, "record.toml", file, importer(c.request.From), nil)
			if brought.game != nil {
				return brought.game.Variant, nil
			}
		}
		return v, err
	})
	if broken != nil {
		return broken
	}
	if len(brought.mistakes) > 0 {
		c.attached.problem = bot.Problemf(bot.Misunderstood, "The rules that the record brings along have mistakes: `%s`", firstRunes(bot.CleanText(brought.mistakes[0].String()), mostQuotedMistake))
		return nil
	}
	c.attached = attached{game: brought.game, text: text, rules: brought.text}
	return nil
}

// maxRecordFile is the greatest size of an attached record, in bytes.
const maxRecordFile = 512 << 10

// mostBrought is how many games imported records may have brought along, for all players: each may need 64 MB.
const mostBrought = 100

// importer returns the owner of a game that a user's record brings along.
func importer(u bot.User) string { return "importer/" + u.UserID.String() }

// keepBrought stores the game that a record has brought along.
func (c *call) keepBrought(g *gamefile.Game) error {
	files, err := c.tx.GameFiles()
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(files, func(f bot.GameFile) bool { return f.Importer == "" })); n >= mostBrought {
		return bot.Problemf(bot.NotNow, "The bot has no room for more games that records bring along. Ask its operator to add the game.")
	}
	c.relocal = true
	rules.AddVersion(g.Variant.ID(), func() (*rules.Variant, error) { return g.Variant, nil }) // the answer names it
	return c.tx.PutGameFile(bot.GameFile{ID: g.Variant.ID(), Text: c.attached.rules, Added: c.uptime.Beat.UTC(), Importer: importer(c.request.From), Used: true})
}

// logRecord writes the log of an imported game, and sets its Turn, MovesHash and time of the end.
func (c *call) logRecord(g *bot.Game, record *rules.Record) error {
	g.Turn = record.Start.Turn()
	at := g.Started
	for _, m := range record.Moves {
		if !m.At.IsZero() {
			at = m.At.UTC()
		}
		g.Turn = g.Turn.Other()
		text := record.Variant.Text(m.Move)
		g.MovesHash = g.MovesHash.Step(text)
		if err := c.tx.AppendLog(g.ID, bot.Entry{At: at, By: c.me.ID, What: bot.Moved, Move: text}); err != nil {
			return err
		}
	}
	g.Result.At = at
	return c.tx.AppendLog(g.ID, bot.Entry{At: at, By: c.me.ID, What: bot.Ended})
}

// recordFault returns a text that says what is wrong with a record.
func recordFault(err error) string {
	var fault *rules.RecordError
	if errors.As(err, &fault) {
		return bot.Unmarked(fault.Words(phrase.Of))
	}
	return bot.CleanText(err.Error())
}

// importedResult returns the result of a recorded game. It fails unless the game begins
// at the start of its variant, is over, and has the result that the rules give if they end it.
func importedResult(record *rules.Record) (bot.Result, error) {
	game, err := record.Game()
	if err != nil {
		return bot.Result{}, bot.Problemf(bot.IllegalMove, "%s", phrase.Sentence(recordFault(err)))
	}
	if record.Start.Line() != record.Variant.Start().Line() {
		return bot.Result{}, bot.Problemf(bot.Misunderstood, "Only games from the start of %s can be imported.", record.Variant.Title)
	}
	result := bot.Result{Reason: bot.OnRecord}
	if words := bot.CleanText(record.Tag("Termination")); words != "" {
		if known, ok := bot.ReadReason(words); ok {
			result.Reason = known
		} else {
			result.Remark = firstRunes(words, maxRemark)
		}
	}
	outcome := game.Outcome()
	if outcome.Over() {
		result.Reason, result.Remark = bot.EndedBy(outcome.Ending), ""
		if outcome.Won {
			result.Winner = &outcome.Winner
		}
		if record.Result != rules.Unknown && record.Result != result.Score() {
			return bot.Result{}, bot.Problemf(bot.Misunderstood, "The record says %s, but its moves end in %s.", record.Result, result.Words())
		}
		return result, nil
	}
	white, black := rules.White, rules.Black
	switch record.Result {
	case rules.Unknown:
		return bot.Result{}, bot.Problemf(bot.NotNow, "The record does not tell how the game ended: only finished games can be imported.")
	case rules.WhiteWins:
		result.Winner = &white
	case rules.BlackWins:
		result.Winner = &black
	}
	return result, nil
}

// firstRunes returns up to n characters of a text.
func firstRunes(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), n)])
}
