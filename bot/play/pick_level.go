package play

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// manyCells is the number of cells from which on a move is picked by level first.
const manyCells = 512

// isLevel reports whether a word is the name of a level of a variant's board.
func isLevel(v *rules.Variant, word string) bool {
	return slices.ContainsFunc(v.Board.Levels(), func(s rules.Slice) bool { return s.Name == word })
}

// pickLevel offers the levels with pieces that can move, with a picture of the board.
func pickLevel(c *action.Call, p *rules.Position) bot.Reply {
	var choices []choice
	for _, level := range p.Variant().Board.Levels() {
		if n := len(pieceChoices(p, onLevelAndFile(p.Variant(), level.Name, ""))); n > 0 {
			choices = append(choices, choice{phrase.Of("Level %s: %s", level.Name, phrase.Count(n, "%d piece", "%d pieces")), "level " + level.Name})
		}
	}
	reply := offer(c, p, phrase.Of("Which level is the piece on?"), choices, "")
	m := &reply.Answer[0]
	m.Picture = c.Game.Picture()
	m.Picture.Side = c.Viewpoint()
	m.Buttons = []bot.Button{{Label: phrase.Of("By kind of piece"), Command: "pick " + c.Game.ID.String() + " kinds"}}
	return reply
}

// pickOnLevel offers the pieces on a level that can move, or the files of the level if the pieces
// do not fit into one menu.
func pickOnLevel(c *action.Call, p *rules.Position, level, file string) (bot.Reply, error) {
	v := p.Variant()
	choices, words := pieceChoices(p, onLevelAndFile(v, level, file)), strings.TrimSpace("level "+level+" "+file)
	switch {
	case choices == nil:
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "Nothing of yours on level %s can move there. `pick %d` begins again.", level, c.Game.ID)
	case len(choices) > bot.MaxOptions:
		choices = fileChoices(p, level)
	}
	reply := offer(c, p, phrase.Of("Which piece on level %s moves?", level), choices, words)
	reply.Answer[0].Picture = &bot.Picture{Game: c.Game.ID, Ply: c.Game.Moves, Side: c.Viewpoint(), Level: level}
	return reply, nil
}

// onLevelAndFile selects the pieces on one file of a level, or on the whole level if file is
// empty.
func onLevelAndFile(v *rules.Variant, level, file string) pieceFilter {
	return func(cell rules.Cell, _ rules.KindID) bool {
		return v.Board.Levels()[v.Board.Place(cell).Level].Name == level && (file == "" || fileLetter(v, cell) == file)
	}
}

// fileLetter returns the letter of a cell's file, which is the last letter in its name.
func fileLetter(v *rules.Variant, cell rules.Cell) string {
	name := strings.TrimRight(v.Board.Name(cell), "0123456789")
	return name[len(name)-1:]
}

// fileChoices returns the files of a level with pieces that can move.
func fileChoices(p *rules.Position, level string) []choice {
	count := map[string]int{}
	var files []string
	for _, piece := range pieceChoices(p, onLevelAndFile(p.Variant(), level, "")) {
		cell, _ := p.Variant().Board.Cell(piece.words)
		file := fileLetter(p.Variant(), cell)
		if count[file]++; count[file] == 1 {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	var all []choice
	for _, file := range files {
		all = append(all, choice{phrase.Of("File %s: %s", file, phrase.Count(count[file], "%d piece", "%d pieces")), "level " + level + " " + file})
	}
	return all
}
