package service

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// manyCells is the number of cells from which on a move is picked by levels first.
const manyCells = 512

// isLevel reports whether a word is the name of a level of a game's board.
func isLevel(v *rules.Variant, word string) bool {
	return slices.ContainsFunc(v.Board.Levels(), func(s rules.Slice) bool { return s.Name == word })
}

// pickOfLevels offers the levels with pieces that can move, with a picture of the board.
func (c *call) pickOfLevels(p *rules.Position) bot.Reply {
	var choices []choice
	for _, level := range p.Variant().Board.Levels() {
		if n := len(pieceChoices(p, inColumn(p.Variant(), level.Name, ""))); n > 0 {
			choices = append(choices, choice{phrase.Of("Level %s: %s", level.Name, phrase.Count(n, "%d piece", "%d pieces")), "level " + level.Name})
		}
	}
	reply := c.offer(p, phrase.Of("Which level is the piece on?"), choices, "")
	m := &reply.Answer[0]
	m.Picture = c.game.Picture()
	m.Picture.Side = c.viewpoint()
	m.Buttons = []bot.Button{{Label: phrase.Of("By kind of piece"), Command: "pick " + c.game.ID.String() + " kinds"}}
	return reply
}

// pickOnLevel offers the pieces on a level that can move, by files if they are too many for a menu.
func (c *call) pickOnLevel(p *rules.Position, level, file string) (bot.Reply, error) {
	v := p.Variant()
	choices, words := pieceChoices(p, inColumn(v, level, file)), strings.TrimSpace("level "+level+" "+file)
	switch {
	case choices == nil:
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "Nothing of yours on level %s can move there. `pick %d` begins again.", level, c.game.ID)
	case len(choices) > bot.MaxOptions:
		choices = fileChoices(p, level)
	}
	reply := c.offer(p, phrase.Of("Which piece on level %s moves?", level), choices, words)
	reply.Answer[0].Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Side: c.viewpoint(), Level: level}
	return reply, nil
}

// inColumn selects the pieces on a level, or on one of its files if file is not empty.
func inColumn(v *rules.Variant, level, file string) pieceOn {
	return func(cell rules.Cell, _ rules.KindID) bool {
		return v.Board.Levels()[v.Board.Place(cell).Level].Name == level && (file == "" || fileLetter(v, cell) == file)
	}
}

// fileLetter returns the letter of a cell's file: the last one in its name.
func fileLetter(v *rules.Variant, cell rules.Cell) string {
	name := strings.TrimRight(v.Board.Name(cell), "0123456789")
	return name[len(name)-1:]
}

// fileChoices returns the files of a level with pieces that can move.
func fileChoices(p *rules.Position, level string) []choice {
	count := map[string]int{}
	var files []string
	for _, piece := range pieceChoices(p, inColumn(p.Variant(), level, "")) {
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
