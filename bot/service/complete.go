package service

import (
	"context"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/rules"
)

// Complete returns completions of the last word of r.Text, for a terminal where people type whole commands: commands, moves,
// cells, and the values of a command's parameters, as single words in sorted order. Like [Service.Suggest] it changes nothing.
func (s *Service) Complete(ctx context.Context, r bot.Request) (all []string, err error) {
	words := strings.Fields(r.Text)
	typed := ""
	if len(words) > 0 && !strings.HasSuffix(r.Text, " ") {
		typed, words = strings.ToLower(words[len(words)-1]), words[:len(words)-1]
	}
	asked := s.commands.Find("move")
	if len(words) > 0 {
		if command := s.commands.Find(words[0]); command != nil {
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
	err = s.whileTyping(ctx, r, asked, func(c *call) error {
		c.args.Game = game
		for _, p := range asked.Params {
			if p.Kind == command.MoveText && moveGiven {
				continue
			}
			more, err := c.completions(p, typed)
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

// commandsLike returns the names of commands that begin as typed; if there are none, the aliases that do.
func (s *Service) commandsLike(typed string) (all []string) {
	var others []string
	for _, c := range s.commands {
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

// completions returns values of a parameter. The caller drops those that do not begin as typed.
func (c *call) completions(p command.Param, typed string) (all []string, err error) {
	switch p.Kind {
	case command.Choice:
		return p.Choices, nil
	case command.MoveText:
		return c.ofBoard(func(position *rules.Position) []string { return movesLike(position, typed) })
	case command.Word, command.Rest:
		if c.command.Needs < command.NeedGame || typed == "" {
			return nil, nil
		}
		return c.ofBoard(func(position *rules.Position) []string {
			board := position.Variant().Board
			for cell := range rules.Cell(board.Len()) {
				all = append(all, board.Name(cell))
			}
			return all
		})
	case command.Person:
		if c.command.Name == "challenge" {
			all = append(all, computerName)
		}
		suggested, err := c.suggestPeople(typed)
		for _, s := range suggested { // a terminal names people without their IDs
			_, name, _ := strings.Cut(s.Value, ":")
			all = append(all, name)
		}
		return all, err
	}
	suggested, err := c.suggest(p, typed)
	for _, s := range suggested {
		all = append(all, s.Value)
	}
	return all, err
}

// ofBoard returns the result of words for the position of the game that is meant; nil if there is no such game.
func (c *call) ofBoard(words func(*rules.Position) []string) ([]string, error) {
	game, ok, err := c.gameTyped()
	if err != nil || !ok {
		return nil, err
	}
	return withRecord(c, game, func(record *rules.Game) ([]string, error) { return words(record.Position()), nil })
}

// movesLike returns the legal moves that begin as typed; if these are many, and of several pieces, the cells of the pieces instead.
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
