package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// forgetPlay deletes the asker's ratings and the games that only they have played, and removes
// their name from games with others.
func forgetPlay(c *action.Call) error {
	return errors.Join(forgetGames(c), forgetRatings(c))
}

// leavePlay ends the asker's ongoing games and open challenges.
func leavePlay(c *action.Call) ([]bot.Message, error) {
	notices, err := leaveGames(c)
	if err != nil {
		return nil, err
	}
	more, err := leaveChallenges(c)
	return append(notices, more...), err
}

// leaveGames ends the asker's ongoing games against others. Games that have begun are resigned,
// the others aborted.
func leaveGames(c *action.Call) (notices []bot.Message, err error) {
	ongoing, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	for _, g := range ongoing {
		if err != nil {
			return nil, err
		}
		if g.Study() {
			continue
		}
		c.Game = g
		c.Side, _ = g.Side(c.Me.ID)
		g.Seats[c.Side].User = bot.User{UserID: g.Seats[c.Side].User.UserID, Name: bot.NobodyName}
		winner := c.Side.Other()
		result := bot.Result{Reason: bot.ByResignation, Winner: &winner}
		if g.Moves < 2 {
			result = bot.Result{Reason: bot.PlayerLeft, Aborted: true}
		}
		var reply bot.Reply
		reply, err = end(c, g, result, phrase.Of("%s: %s has left.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side)))
		notices = append(notices, reply.Notices...)
	}
	return notices, err
}

// leaveChallenges deletes the challenges to and from the asker, and tells the others.
func leaveChallenges(c *action.Call) (notices []bot.Message, err error) {
	all, err := c.Tx.ChallengesOf(c.Me.ID)
	for _, ch := range all {
		if !ch.Open() {
			text := phrase.Of("%s has left, and challenge %d comes to nothing.", phrase.Upper(phrase.Term(bot.NobodyName)), ch.ID)
			other := ch.Other(c.Me.ID)
			told, unknown := unaddressed(c, other.Player, other.Address().ChallengeMessage(ch, text))
			notices, err = append(notices, told...), errors.Join(err, unknown)
			if c.Me.Guest() && ch.IsFrom(c.Me.ID) {
				err = errors.Join(err, recordWithdrawal(c, ch))
			}
		}
		err = errors.Join(err, DropChallenge(c, ch, bot.Departed))
	}
	return notices, err
}

// forgetGames removes the asker's name from finished games, and deletes those that nobody else
// has played.
func forgetGames(c *action.Call) error {
	return action.EachGame(c, c.Me.ID, func(g bot.Game) error {
		if _, alone := g.Computer(); g.Study() || alone && c.Me.Guest() {
			return c.Tx.DeleteGame(g.ID)
		}
		for i := range g.Seats {
			// it can be both seats, if two accounts have merged since the game
			if c.Me.Is(g.Seats[i].Player) {
				g.Seats[i].User = bot.User{UserID: bot.UserID{Platform: g.Seats[i].User.Platform}, Name: bot.NobodyName}
			}
		}
		return c.Tx.PutGame(g)
	})
}

// forgetRatings deletes the asker's ratings.
func forgetRatings(c *action.Call) error {
	all, err := c.Tx.RatingsOf(c.Me.ID)
	for _, r := range all {
		err = errors.Join(err, c.Tx.DeleteRating(r.Player, r.Variant))
	}
	return err
}
