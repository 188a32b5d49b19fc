package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// described returns the button of a command about a game, labelled with the command's Brief.
func (s *Service) described(command string, id bot.GameID) bot.Button {
	return bot.Button{Label: phrase.Term(s.commands.Find(command).Brief), Command: command + " " + id.String()}
}

// showBoard shows the current or an earlier position of a game, or one level of it.
func showBoard(c *call) (bot.Reply, error) {
	g, p := c.game, c.game.Picture()
	p.View, p.Theme, p.Side = c.args.Word("view"), c.args.Word("theme"), c.viewpoint()
	switch c.args.Word("side") {
	case "white":
		p.Side = rules.White
	case "black":
		p.Side = rules.Black
	}
	switch {
	case p.View == "text":
		p.View, p.Form = "", "text"
	case c.words("view", "theme") != "": // naming a view or theme asks for a picture, whatever the asker's settings
		p.Form = "pictures"
	}
	text := phrase.Upper(g.Summary()) + ". " + c.standing(g)
	var buttons []bot.Button
	if c.args.Word("at") != "" {
		p.Ply = c.args.Number("at")
		then, err := c.past(p.Ply)
		if err != nil {
			return bot.Reply{}, err
		}
		text = phrase.Upper(g.Summary()) + ". " + then
		buttons = c.steps(p.Ply)
	}
	if name := c.args.Word("level"); name != "" {
		level, err := c.findLevel(name)
		if err != nil {
			return bot.Reply{}, err
		}
		p.Level = level
		text += " " + phrase.Of("Level %s.", level)
		beside, err := c.levelsBeside(level)
		if err != nil {
			return bot.Reply{}, err
		}
		buttons = append(buttons, beside...)
	}
	m := c.message(bot.Aside, text, buttons...)
	m.Game = g.ID
	m.Picture = p
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// past says which position of the game stood after so many moves.
func (c *call) past(moves int) (string, error) {
	if moves == 0 {
		return phrase.Of("The start, before the first move."), nil
	}
	played, err := c.played(moves)
	return phrase.Of("Move %d of %d, counting both sides: %s.", moves, c.game.Moves, played), err
}

// played returns the text of a move of the game by its number, counting both sides.
func (c *call) played(number int) (string, error) {
	g := c.game
	switch {
	case g.Moves == 0:
		return "", nothingPlayed(g)
	case number > g.Moves:
		return "", bot.Problemf(bot.Unknown, "%s has %s so far, counting both sides. `board %d at %d` shows the last.",
			phrase.Upper(bot.GameNumber(g.ID)), phrase.Count(g.Moves, "%d move", "%d moves"), g.ID, g.Moves)
	}
	return withRecord(c, g, func(record *rules.Game) (string, error) {
		return record.PositionAt(number - 1).Text(record.Moves()[number-1]), nil
	})
}

// nothingPlayed returns the error for asking about the moves of a game that has none.
func nothingPlayed(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "Nothing has been played yet in %s. `board %d` shows the start.", bot.GameNumber(g.ID), g.ID)
}

// findLevel finds a level of the game's board by its name.
func (c *call) findLevel(name string) (string, error) {
	levels, err := c.levelNames()
	if err != nil {
		return "", err
	}
	for _, level := range levels {
		if strings.EqualFold(level, name) {
			return level, nil
		}
	}
	return "", bot.Problemf(bot.Unknown, "There is no level %s; choose one of: %s.", bot.QuoteWord(name), strings.Join(levels, ", "))
}

// levelNames lists the levels of the game's board, the top one first.
func (c *call) levelNames() (names []string, err error) {
	v, err := c.game.Rules()
	if err != nil {
		return nil, err
	}
	for _, level := range v.Board.Levels() {
		names = append(names, level.Name)
	}
	return names, nil
}

// steps returns the buttons that show the positions one move before and after.
func (c *call) steps(at int) (buttons []bot.Button) {
	if at > 0 {
		buttons = append(buttons, c.again(phrase.Of("Back"), c.args.Word("level"), fmt.Sprint(at-1)))
	}
	if at < c.game.Moves {
		buttons = append(buttons, c.again(phrase.Of("Forward"), c.args.Word("level"), fmt.Sprint(at+1)))
	}
	return buttons
}

// levelsBeside returns the buttons that show the levels above and below one.
func (c *call) levelsBeside(level string) (buttons []bot.Button, err error) {
	names, err := c.levelNames()
	if err != nil {
		return nil, err
	}
	i := slices.Index(names, level)
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(names) {
			buttons = append(buttons, c.again(phrase.Of("Level %s", names[k]), names[k], c.args.Word("at")))
		}
	}
	return buttons, nil
}

// again returns a button that repeats the board command with its view, theme and side, but the given
// level and position.
func (c *call) again(label, level, at string) bot.Button {
	words := []string{"board", c.game.ID.String()}
	for _, name := range []string{"view", "theme", "side"} {
		words = append(words, c.args.Word(name))
	}
	if level != "" {
		words = append(words, "level", level)
	}
	if at != "" {
		words = append(words, "at", at)
	}
	return bot.Button{Label: label, Command: strings.Join(strings.Fields(strings.Join(words, " ")), " ")}
}
