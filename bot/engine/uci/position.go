package uci

import (
	"errors"
	"fmt"
	"strings"

	"raumbot/rules"
)

// position parses "startpos|line LINE [moves MOVE...]".
func (s *session) position(words []string) {
	game, err := s.readPosition(words)
	s.game = game
	if err != nil {
		s.say("info string %v", err)
	}
}

func (s *session) readPosition(words []string) (*rules.Game, error) {
	if len(words) == 0 {
		return nil, errors.New("say position startpos or position line LINE, and then moves MOVE ... if there are any")
	}
	moves := len(words)
	for i, word := range words {
		if word == "moves" {
			moves = i
			break
		}
	}
	var game *rules.Game
	switch words[0] {
	case "startpos":
		if moves > 1 {
			return nil, fmt.Errorf("startpos is followed by moves or by nothing, not by %.20q", words[1])
		}
		game = rules.NewGame(s.variant)
	case "line":
		p, err := rules.ReadPosition(s.variant, strings.Join(words[1:moves], " "))
		if err != nil {
			return nil, err
		}
		game = rules.NewGameFrom(p)
	default:
		return nil, fmt.Errorf("a position begins with startpos or line, not %.20q", words[0])
	}
	for _, word := range words[min(moves+1, len(words)):] {
		m, err := game.Position().ReadMove(word)
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %.40q: %w", game.Ply()+1, word, err)
		}
	}
	return game, nil
}
