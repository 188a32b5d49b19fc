package pages

import (
	"context"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/rules"
)

// Complete returns completions of the last word of r.Text, for a terminal in which people type
// whole commands. They are commands, moves, cells and the values of parameters, as single words
// in sorted order. Like [Pages.Suggest] it changes nothing.
func (s *Pages) Complete(ctx context.Context, r bot.Request) (all []string, err error) {
	words := strings.Fields(r.Text)
	typed := ""
	if len(words) > 0 && !strings.HasSuffix(r.Text, " ") {
		typed, words = strings.ToLower(words[len(words)-1]), words[:len(words)-1]
	}
	asked := s.Table.Find("move")
	if len(words) > 0 {
		if command := s.Table.Find(words[0]); command != nil {
			asked = command
			words = words[1:]
		}
	} else {
		all = s.commandsLike(typed)
	}
	var game bot.GameID
	if len(words) > 0 {
		game, _ = bot.ParseGameID(words[0])
	}
	moveGiven := len(words) > 1 || len(words) == 1 && game == 0
	err = s.whileTyping(ctx, r, asked, func(c *action.Call) error {
		c.Args.Game = game
		for _, p := range asked.Params {
			if p.Kind == command.MoveText && moveGiven {
				continue
			}
			more, err := completions(c, p, typed)
			if err != nil {
				return err
			}
			all = append(all, more...)
		}
		return nil
	})
	all = slices.DeleteFunc(all, func(word string) bool {
		return !strings.HasPrefix(strings.ToLower(word), typed) || strings.Contains(word, " ")
	})
	slices.Sort(all)
	return slices.Compact(all), err
}

// commandsLike returns the names of the commands that begin with typed. If there are none, it
// returns the aliases that do.
func (s *Pages) commandsLike(typed string) (all []string) {
	var others []string
	for _, c := range s.Table {
		if strings.HasPrefix(c.Name, typed) {
			all = append(all, c.Name)
		}
		for _, alias := range c.Aliases {
			if strings.HasPrefix(alias, typed) {
				others = append(others, alias)
			}
		}
	}
	if all == nil {
		return others
	}
	return all
}

// completions returns values of a parameter. Some may not begin with typed: the caller drops
// these.
func completions(c *action.Call, p command.Param, typed string) (all []string, err error) {
	switch p.Kind {
	case command.Choice:
		return p.Choices, nil
	case command.MoveText:
		return ofBoard(c, func(position *rules.Position) []string { return movesLike(position, typed) })
	case command.Word, command.Rest:
		if c.Command.Needs < command.NeedGame || typed == "" {
			return nil, nil
		}
		return ofBoard(c, func(position *rules.Position) []string {
			board := position.Variant().Board
			for cell := range rules.Cell(board.Len()) {
				all = append(all, board.Name(cell))
			}
			return all
		})
	case command.Person:
		if p.Computer {
			all = append(all, action.ComputerName)
		}
		suggested, err := suggestPeople(c, typed)
		for _, s := range suggested { // a terminal names people without their IDs
			_, name, _ := strings.Cut(s.Value, ":")
			all = append(all, name)
		}
		return all, err
	}
	suggested, err := suggest(c, p, typed)
	for _, s := range suggested {
		all = append(all, s.Value)
	}
	return all, err
}

// ofBoard returns words of the position in the game that is meant, and nil if there is no such
// game.
func ofBoard(c *action.Call, words func(*rules.Position) []string) ([]string, error) {
	game, ok, err := gameTyped(c)
	if err != nil || !ok {
		return nil, err
	}
	return action.WithRecord(c, game, func(record *rules.Game) ([]string, error) { return words(record.Position()), nil })
}

// movesLike returns the legal moves that begin with typed. If there are too many, and of several
// pieces, it returns the cells of the pieces instead.
func movesLike(p *rules.Position, typed string) []string {
	var moves, cells []string
	for _, m := range p.Legal() {
		if text := p.Text(m); strings.HasPrefix(text, typed) {
			moves = append(moves, text)
			if cell := p.Variant().Board.Name(m.From); !slices.Contains(cells, cell) {
				cells = append(cells, cell)
			}
		}
	}
	if len(moves) > bot.MaxOptions && len(cells) > 1 {
		return cells
	}
	return moves
}
