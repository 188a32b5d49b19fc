package action

import (
	"slices"

	"raumbot/bot"
)

// AskedToPublish reports whether the opponent has asked the asker to make a game public. Requests
// from people whom the asker has blocked do not count.
func AskedToPublish(c *Call, g bot.Game) (bool, error) {
	side, plays := g.Side(c.Me.ID)
	if !plays || g.Study() || !g.PublishAsked(side) {
		return false, nil
	}
	opponent, err := CurrentPlayer(c.Tx, g.Seats[side.Other()].Player)
	return err == nil && !c.Me.Blocks(opponent), err
}

// Public reports whether anybody may see a game, either because its players agreed or because its
// tournament publishes its games.
func (c *Call) Public(g bot.Game) bool {
	return g.Public() || g.Tournament != 0 && c.tournamentSight(g.Tournament).published && !slices.Contains(g.Publish[:], bot.Withheld)
}
