package action

import (
	"fmt"

	"raumbot/bot"
	"raumbot/rules"
)

// Replay returns the record of a game, replayed from its log. The caller owns it until it calls
// [Bot.PutBack]. Replay does not read the log if the moves in the cache have the hash g.MovesHash.
func (s *Bot) Replay(tx bot.Tx, g bot.Game) (*rules.Game, error) {
	cached, ok := s.Records.take(g.ID)
	if ok && g.MovesHash != 0 && cached.hash == g.MovesHash && cached.game.Ply() == g.Moves {
		return cached.game, nil
	}
	log, err := tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	played := bot.Moves(log)
	if !ok || cached.game.Ply() > len(played) || hashOf(played[:cached.game.Ply()]) != cached.hash {
		v, err := g.Rules()
		if err != nil {
			return nil, err
		}
		cached = cachedRecord{game: rules.NewGame(v)}
	}
	for _, text := range played[cached.game.Ply():] {
		m, err := cached.game.Position().ReadText(text)
		if err == nil {
			err = cached.game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("replay of game %d: %w", g.ID, err)
		}
	}
	return cached.game, nil
}

// WithRecord calls do with the record of a game. do may change the record as it changes the game,
// and must not use it after it returns.
func WithRecord[T any](c *Call, g bot.Game, do func(*rules.Game) (T, error)) (result T, err error) {
	record, err := c.Bot.Replay(c.Tx, g)
	if err != nil {
		return result, err
	}
	defer c.Bot.PutBack(g.ID, record)
	return do(record)
}

// PutBack returns a record to the cache. The caller must not use the record afterwards.
func (s *Bot) PutBack(id bot.GameID, record *rules.Game) {
	s.Records.games.Add(id, cachedRecord{record, MovesHash(record, record.Ply())})
}
