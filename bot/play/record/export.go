package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// exportAtOnce is the maximum number of finished games in one file.
const exportAtOnce = 500

// export answers with the record of a game, or of all the asker's games, as a file.
func export(c *action.Call) (bot.Reply, error) {
	if c.Args.Word("which") == "all" {
		return exportAll(c)
	}
	var err error
	if c.Game, err = c.AnyGame(); err != nil {
		return bot.Reply{}, err
	}
	record, err := Record(c, c.Game)
	if err == nil {
		err = withRules(c, record)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.Message(bot.Private, phrase.Of("%s as a record. `import` reads it.", phrase.Upper(bot.GameNumber(c.Game.ID))))
	m.Game, m.File = c.Game.ID, &bot.File{Name: fmt.Sprintf("game-%d.txt", c.Game.ID), Text: phrase.Said(record.String())}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// exportAll exports a page of the asker's finished games, newest first. The first page begins
// with all ongoing games.
func exportAll(c *action.Call) (bot.Reply, error) {
	page := max(c.Args.Number("page"), 1)
	var games []bot.Game
	if c.Me.ID != 0 {
		var err error
		if games, err = c.Tx.GamesOf(c.Me.ID, true, bot.Page{Limit: page*exportAtOnce + 1}); err != nil {
			return bot.Reply{}, err
		}
	}
	from := min((page-1)*exportAtOnce, len(games))
	more := len(games) > page*exportAtOnce
	games = games[from:min(len(games), page*exportAtOnce)]
	if page == 1 {
		going, err := c.GamesOf(false)
		if err != nil {
			return bot.Reply{}, err
		}
		games = append(going, games...)
	}
	results, err := exportResults(c, page)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(games) == 0 && results != nil {
		return bot.Reply{Answer: results}, nil
	}
	if len(games) == 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is nothing to export: you have played no game, or the page is beyond the last. `games` and `games over` list them.")
	}
	var text strings.Builder
	told := map[string]bool{} // variants whose rules the file contains already
	for _, g := range games {
		record, err := Record(c, g)
		if err == nil && !told[g.Variant] {
			told[g.Variant] = true
			err = withRules(c, record)
		}
		if err != nil {
			return bot.Reply{}, err
		}
		text.WriteString(record.String() + "\n")
	}
	m := c.Message(bot.Private, phrase.Of("Here: %s, the newest first.", action.GameCount(len(games))))
	if more {
		m.Text += " " + phrase.Of("`export all page %d` goes on.", page+1)
	}
	m.File = &bot.File{Name: fmt.Sprintf("games-%d.txt", page), Text: phrase.Said(text.String())}
	return bot.Reply{Answer: append([]bot.Message{m}, results...)}, nil
}

// exportResults returns a message with a file of all that is kept of the asker's results besides
// games, one JSON object a line. It belongs to the first page, and there is none without results.
func exportResults(c *action.Call, page int) ([]bot.Message, error) {
	all, err := action.Collect(c.Bot, func(f action.Feature) ([]any, error) {
		if f.Export == nil || page > 1 || c.Me.ID == 0 {
			return nil, nil
		}
		return f.Export(c)
	})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var text strings.Builder
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	for _, line := range all {
		if err := lines.Encode(line); err != nil {
			return nil, err
		}
	}
	m := c.Message(bot.Private, phrase.Of("Your votes and results, for other programs: one on each line."))
	m.File = &bot.File{Name: "results.txt", Text: phrase.Said(text.String())}
	return []bot.Message{m}, nil
}

// Record returns the record of a game, with the times of its moves and the comments of its
// analysis.
func Record(c *action.Call, g bot.Game) (*rules.Record, error) {
	log, err := c.Tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	replayed, err := c.Bot.Replay(c.Tx, g)
	if err != nil {
		return nil, err
	}
	defer c.Bot.PutBack(g.ID, replayed)
	record := rules.NewRecord(replayed.Position().Variant())
	record.Tags = []rules.Tag{
		{Name: "Game", Value: g.ID.String()},
		{Name: "White", Value: g.Seats[rules.White].User.Shown()},
		{Name: "Black", Value: g.Seats[rules.Black].User.Shown()},
		{Name: "Date", Value: g.Started.Format(recordDate)},
		{Name: "Pace", Value: g.Pace.String()},
	}
	if slices.ContainsFunc(g.Seats[:], func(s bot.Seat) bool { return playerType(s) == typeProgram }) {
		for side, seat := range g.Seats {
			record.Tags = append(record.Tags, rules.Tag{Name: rules.Side(side).String() + "Type", Value: playerType(seat)})
		}
	}
	if g.Over() {
		record.Result = g.Result.Score()
		record.Tags = append(record.Tags, rules.Tag{Name: "Termination", Value: phrase.English(action.WithoutHiddenRemark(c, g).Result.Words())})
	}
	times := bot.MoveTimes(log)
	for ply, m := range replayed.Moves() {
		record.Moves = append(record.Moves, rules.RecordMove{Move: m, At: times[ply]})
	}
	comments, err := c.Bot.Ports.Comments(c, g)
	for ply := 1; ply < min(len(comments), len(record.Moves)+1); ply++ {
		record.Moves[ply-1].Comment = comments[ply]
	}
	return record, err
}

// Values of the tags WhiteType and BlackType, as in PGN.
const (
	typeHuman   = "human"
	typeProgram = "program"
)

// playerType returns the tag value for a seat that a person or a program has.
func playerType(s bot.Seat) string {
	if s.Program || s.User.Platform == bot.Computer {
		return typeProgram
	}
	return typeHuman
}

// withRules adds the game file of its variant to a record, unless every bot has that variant.
func withRules(c *action.Call, record *rules.Record) error {
	if record.Variant.Version == "" {
		return nil
	}
	f, err := c.Tx.GameFile(record.Variant.ID())
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	record.Tags = append(record.Tags, rules.Tag{Name: rules.RulesTag, Value: f.Text})
	return err
}

// recordDate is the layout of dates in records, for [time.Time.Format].
const recordDate = "2006.01.02"
