package play

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// commandButton returns the button of a command about a game, labelled with the command's Brief.
func commandButton(s *action.Bot, command string, id bot.GameID) bot.Button {
	c := s.Table.Find(command)
	b := bot.Button{Label: phrase.Term(c.Brief), Command: command + " " + id.String()}
	if c.Button != "" {
		b.Label, b.Detail = phrase.Term(c.Button), b.Label
	}
	return b
}

// showBoard shows the current or an earlier position of a game, or one level of it.
func showBoard(c *action.Call) (bot.Reply, error) {
	g, p := c.Game, c.Game.Picture()
	p.View, p.Theme, p.Side = c.Args.Word("view"), c.Args.Word("theme"), c.Viewpoint()
	switch c.Args.Word("side") {
	case "white":
		p.Side = rules.White
	case "black":
		p.Side = rules.Black
	}
	switch {
	case p.View == "text":
		p.View, p.Form = "", "text"
	// a view or theme asks for a picture, whatever the asker's settings
	case words(c, "view", "theme") != "":
		p.Form = "pictures"
	}
	text := phrase.Upper(g.Summary()) + ". " + standing(c, g)
	var buttons []bot.Button
	if c.Args.Word("at") != "" {
		p.Ply = c.Args.Number("at")
		then, err := positionWords(c, p.Ply)
		if err != nil {
			return bot.Reply{}, err
		}
		text = phrase.Upper(g.Summary()) + ". " + then
		buttons = stepButtons(c, p.Ply)
	}
	if name := c.Args.Word("level"); name != "" {
		level, err := findLevel(c, name)
		if err != nil {
			return bot.Reply{}, err
		}
		p.Level = level
		text += " " + phrase.Of("Level %s.", level)
		beside, err := levelButtons(c, level)
		if err != nil {
			return bot.Reply{}, err
		}
		buttons = append(buttons, beside...)
	}
	m := c.Message(bot.Aside, text, buttons...)
	m.Game = g.ID
	m.Picture = p
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// positionWords describes the position of the game after a number of moves.
func positionWords(c *action.Call, moves int) (phrase.Text, error) {
	if moves == 0 {
		return phrase.Of("The start, before the first move."), nil
	}
	played, err := played(c, moves)
	return phrase.Of("Move %d of %d, counting both sides: %s.", moves, c.Game.Moves, played), err
}

// played returns the text of a move of the game. number counts the moves of both sides from 1.
func played(c *action.Call, number int) (string, error) {
	g := c.Game
	switch {
	case g.Moves == 0:
		return "", NothingPlayed(g)
	case number > g.Moves:
		return "", bot.Problemf(bot.Unknown, "%s has %s so far, counting both sides. `board %d at %d` shows the last.",
			phrase.Upper(bot.GameNumber(g.ID)), phrase.Count(g.Moves, "%d move", "%d moves"), g.ID, g.Moves)
	}
	return action.WithRecord(c, g, func(record *rules.Game) (string, error) {
		return record.PositionAt(number - 1).Text(record.Moves()[number-1]), nil
	})
}

// NothingPlayed returns the error for asking about the moves of a game that has none.
func NothingPlayed(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "Nothing has been played yet in %s. `board %d` shows the start.", bot.GameNumber(g.ID), g.ID)
}

// findLevel finds a level of the game's board by its name.
func findLevel(c *action.Call, name string) (string, error) {
	levels, err := levelNames(c)
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
func levelNames(c *action.Call) (names []string, err error) {
	v, err := c.Game.Rules()
	if err != nil {
		return nil, err
	}
	for _, level := range v.Board.Levels() {
		names = append(names, level.Name)
	}
	return names, nil
}

// stepButtons returns the buttons that show the positions one move before and after.
func stepButtons(c *action.Call, at int) (buttons []bot.Button) {
	if at > 0 {
		buttons = append(buttons, boardButton(c, phrase.Of("Back"), c.Args.Word("level"), fmt.Sprint(at-1)))
	}
	if at < c.Game.Moves {
		buttons = append(buttons, boardButton(c, phrase.Of("Forward"), c.Args.Word("level"), fmt.Sprint(at+1)))
	}
	return buttons
}

// levelButtons returns the buttons that show the levels above and below a level.
func levelButtons(c *action.Call, level string) (buttons []bot.Button, err error) {
	names, err := levelNames(c)
	if err != nil {
		return nil, err
	}
	i := slices.Index(names, level)
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(names) {
			buttons = append(buttons, boardButton(c, phrase.Of("Level %s", names[k]), names[k], c.Args.Word("at")))
		}
	}
	return buttons, nil
}

// boardButton returns a button that repeats the board command with the same view, theme and side,
// but another level and position.
func boardButton(c *action.Call, label phrase.Text, level, at string) bot.Button {
	words := []string{"board", c.Game.ID.String()}
	for _, name := range []string{"view", "theme", "side"} {
		words = append(words, c.Args.Word(name))
	}
	if level != "" {
		words = append(words, "level", level)
	}
	if at != "" {
		words = append(words, "at", at)
	}
	return bot.Button{Label: label, Command: strings.Join(strings.Fields(strings.Join(words, " ")), " ")}
}
