package record

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/variants"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

const (
	// maxImports is how many records one player can import.
	maxImports = 200
	// maxRemark is how many characters of a record's Termination tag are stored.
	maxRemark = 40
)

// importRecord stores the record of a finished game. Only the asker sees the game, both of its
// seats are theirs, and it counts for nobody.
func importRecord(c *action.Call) (bot.Reply, error) {
	if c.Me.Imports >= maxImports {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have imported %d records, and that is the most.", maxImports)
	}
	file, err := action.Await(c, "record", func(ctx context.Context) (variants.Attached, error) { return readRecord(c, ctx) })
	if err != nil {
		return bot.Reply{}, err
	}
	if file.Problem != nil {
		return bot.Reply{}, file.Problem
	}
	text := cmp.Or(file.Text, c.Args.Word("record"))
	if text == "" {
		return bot.Reply{}, c.Command.Misused("")
	}
	var embedded *gamefile.Game
	record, err := rules.ReadRecordWith(text, func(id, _ string) (*rules.Variant, error) {
		v, err := rules.Find(id)
		if g := file.Game; err != nil && g != nil {
			embedded = g
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
	id, err := c.Tx.NextGame()
	if err != nil {
		return bot.Reply{}, err
	}
	g := bot.Game{ID: id, Variant: record.Variant.ID(), Imported: true, Started: c.Uptime.Beat.UTC(), Moves: len(record.Moves), Result: &result}
	if day, err := time.Parse(recordDate, record.Tag("Date")); err == nil {
		g.Started = day
	}
	result.At = g.Started
	for side := range g.Seats {
		name := record.Tag(rules.Side(side).String())
		if name == "" {
			name = rules.Side(side).String()
		}
		g.Seats[side] = bot.Seat{Player: c.Me.ID, User: bot.User{UserID: c.Request.From.UserID, Name: bot.CleanName(name)},
			Program: strings.EqualFold(record.Tag(rules.Side(side).String()+"Type"), typeProgram)}
	}
	if err := logRecord(c, &g, record); err != nil {
		return bot.Reply{}, err
	}
	if embedded != nil {
		if err := storeEmbedded(c, embedded, file.Rules); err != nil {
			return bot.Reply{}, err
		}
	} else if err := action.MarkUsed(c, g.Variant); err != nil { // keeps it if its place removes it
		return bot.Reply{}, err
	}
	c.Me.Imports++
	if err := errors.Join(c.Tx.PutGame(g), c.Tx.PutPlayer(c.Me)); err != nil {
		return bot.Reply{}, err
	}
	c.Game = g
	reply := privateReply(c, phrase.Upper(g.Summary())+": "+bot.ResultWords(g)+". "+phrase.Of("Only you see it, and it counts for nobody."))
	reply.Answer[0].Picture = g.Picture()
	return reply, nil
}

// readRecord reads an attached record and the game file embedded in it. The context allows for a
// download.
func readRecord(c *action.Call, ctx context.Context) (variants.Attached, error) {
	text := c.Args.Word("record")
	if c.Request.File != nil {
		var problem *bot.Problem
		if text, problem = c.Request.File.Download(ctx, maxRecordFile, c.Bot.Log); problem != nil {
			return variants.Attached{Problem: problem}, nil
		}
	}
	var embedded variants.Attached
	var broken error
	// importRecord reports errors in the record itself.
	_, _ = rules.ReadRecordWith(text, func(id, file string) (*rules.Variant, error) {
		v, err := rules.Find(id)
		if limit := c.Bot.Library.Limits.Size; err != nil && file != "" && len(file) <= limit {
			embedded, broken = c.Bot.Library.Read(ctx, "record.toml", file, importer(c.Request.From), nil)
			if embedded.Game != nil {
				return embedded.Game.Variant, nil
			}
		}
		return v, err
	})
	if broken != nil {
		return variants.Attached{}, broken
	}
	if len(embedded.Mistakes) > 0 {
		return variants.Attached{Problem: bot.Problemf(bot.Misunderstood, "The rules that the record brings along have mistakes: `%s`", variants.Quote(embedded.Mistakes[0]))}, nil
	}
	return variants.Attached{Game: embedded.Game, Text: text, Rules: embedded.Text}, nil
}

// maxRecordFile is the maximum size of an attached record, in bytes.
const maxRecordFile = 512 << 10

// maxEmbedded is how many embedded game files are stored for all players. Each may need 64 MB.
const maxEmbedded = 100

// importer returns the owner of a game file that was embedded in a user's record.
func importer(u bot.User) string { return "importer/" + u.UserID.String() }

// storeEmbedded stores the game file that was embedded in a record. It fails if maxEmbedded files
// are stored.
func storeEmbedded(c *action.Call, g *gamefile.Game, text string) error {
	files, err := c.Tx.GameFiles()
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(files, func(f bot.GameFile) bool { return f.Importer == "" })); n >= maxEmbedded {
		return bot.Problemf(bot.NotNow, "The bot has no room for more games that records bring along. Ask its operator to add the game.")
	}
	action.ReloadLocal(c)
	// the answer names the variant
	rules.AddVersion(g.Variant.ID(), func() (*rules.Variant, error) { return g.Variant, nil })
	return c.Tx.PutGameFile(bot.GameFile{ID: g.Variant.ID(), Text: text, Added: c.Uptime.Beat.UTC(), Importer: importer(c.Request.From), Used: true})
}

// logRecord writes the log of an imported game, and sets its Turn, MovesHash and the time of its
// result.
func logRecord(c *action.Call, g *bot.Game, record *rules.Record) error {
	g.Turn = record.Start.Turn()
	at := g.Started
	for _, m := range record.Moves {
		if !m.At.IsZero() {
			at = m.At.UTC()
		}
		g.Turn = g.Turn.Other()
		text := record.Variant.Text(m.Move)
		g.MovesHash = g.MovesHash.Step(text)
		if err := c.Tx.AppendLog(g.ID, bot.Entry{At: at, By: c.Me.ID, What: bot.Moved, Move: text}); err != nil {
			return err
		}
	}
	g.Result.At = at
	return c.Tx.AppendLog(g.ID, bot.Entry{At: at, By: c.Me.ID, What: bot.Ended})
}

// recordFault describes what is wrong with a record.
func recordFault(err error) phrase.Text {
	var fault *rules.RecordError
	if errors.As(err, &fault) {
		return bot.Unmarked(phrase.Compose(fault.Words))
	}
	return phrase.Said(bot.CleanText(err.Error()))
}

// importedResult returns the result of a recorded game. It fails unless the game begins at the
// start of its variant and is over. If the rules end the game, the recorded result must agree.
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
			result.Remark = bot.FirstRunes(words, maxRemark)
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
