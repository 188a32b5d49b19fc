package service

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// exportAtOnce is how many finished games one file holds at most.
const exportAtOnce = 500

// export answers with the record of a game, or of all games of the asker, as a file.
func export(c *call) (bot.Reply, error) {
	if c.args.Word("which") == "all" {
		return exportAll(c)
	}
	var err error
	if c.game, err = c.anyGame(); err != nil {
		return bot.Reply{}, err
	}
	record, err := c.record(c.game)
	if err == nil {
		err = c.withRules(record)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.message(bot.Private, phrase.Of("%s as a record. `import` reads it.", phrase.Upper(bot.GameNumber(c.game.ID))))
	m.Game, m.File = c.game.ID, &bot.File{Name: fmt.Sprintf("game-%d.txt", c.game.ID), Text: record.String()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// exportAll exports a page of the asker's finished games, newest first; the first page begins with all ongoing ones.
func exportAll(c *call) (bot.Reply, error) {
	page := max(c.args.Number("page"), 1)
	var games []bot.Game
	if c.me.ID != 0 {
		var err error
		if games, err = c.tx.GamesOf(c.me.ID, true, bot.Page{Limit: page*exportAtOnce + 1}); err != nil {
			return bot.Reply{}, err
		}
	}
	from := min((page-1)*exportAtOnce, len(games))
	more := len(games) > page*exportAtOnce
	games = games[from:min(len(games), page*exportAtOnce)]
	if page == 1 {
		going, err := c.gamesOf(false)
		if err != nil {
			return bot.Reply{}, err
		}
		games = append(going, games...)
	}
	if len(games) == 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is nothing to export: you have played no game, or the page is beyond the last. `games` and `games over` list them.")
	}
	var text strings.Builder
	told := map[string]bool{} // the games whose rules a record has brought along
	for _, g := range games {
		record, err := c.record(g)
		if err == nil && !told[g.Variant] {
			told[g.Variant] = true
			err = c.withRules(record)
		}
		if err != nil {
			return bot.Reply{}, err
		}
		text.WriteString(record.String() + "\n")
	}
	m := c.message(bot.Private, phrase.Of("Here: %s, the newest first.", gameCount(len(games))))
	if more {
		m.Text += " " + phrase.Of("`export all page %d` goes on.", page+1)
	}
	m.File = &bot.File{Name: fmt.Sprintf("games-%d.txt", page), Text: text.String()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// record returns the record of a game for export, with move times and the comments of its analysis.
func (c *call) record(g bot.Game) (*rules.Record, error) {
	log, err := c.tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	replayed, err := c.service.replay(c.tx, g)
	if err != nil {
		return nil, err
	}
	defer c.service.keep(g.ID, replayed)
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
		record.Tags = append(record.Tags, rules.Tag{Name: "Termination", Value: phrase.English(c.asRead(g).Result.Words())})
	}
	times := bot.MoveTimes(log)
	for ply, m := range replayed.Moves() {
		record.Moves = append(record.Moves, rules.RecordMove{Move: m, At: times[ply]})
	}
	comments, err := c.comments(g)
	for ply := 1; ply < min(len(comments), len(record.Moves)+1); ply++ {
		record.Moves[ply-1].Comment = comments[ply]
	}
	return record, err
}

// The values of the tags WhiteType and BlackType, as in PGN.
const (
	typeHuman   = "human"
	typeProgram = "program"
)

// playerType returns the value of the tag that tells whether a person or a program plays.
func playerType(s bot.Seat) string {
	if s.Program || s.User.Platform == bot.Computer {
		return typeProgram
	}
	return typeHuman
}

// withRules adds the file of its game to a record, if that is in a file that not every bot has.
func (c *call) withRules(record *rules.Record) error {
	if record.Variant.Version == "" {
		return nil
	}
	f, err := c.tx.GameFile(record.Variant.ID())
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	record.Tags = append(record.Tags, rules.Tag{Name: rules.RulesTag, Value: f.Text})
	return err
}

// recordDate is the layout of dates in records, for [time.Time.Format].
const recordDate = "2006.01.02"
