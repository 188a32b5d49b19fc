package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// more answers with a menu of the less common commands about a game.
func more(c *action.Call) (bot.Reply, error) {
	side, plays := c.Game.Side(c.Me.ID)
	c.Side = side
	var options []bot.Button
	if plays && !c.Game.Over() {
		for _, name := range possible(c) {
			options = append(options, commandButton(c.Bot, name, c.Game.ID))
		}
	}
	if plays && EngineHelps(c.Game) {
		options = append(options, commandButton(c.Bot, "hint", c.Game.ID))
	}
	if c.Game.Over() || c.Game.Study() {
		options = append(options, commandButton(c.Bot, "evaluate", c.Game.ID))
	}
	for _, name := range []string{"game", "log", "replay", "notes", "export"} {
		options = append(options, commandButton(c.Bot, name, c.Game.ID))
	}
	prompt := phrase.Of("What would you like to do?")
	m := c.Message(bot.Aside, phrase.Upper(bot.GameNumber(c.Game.ID))+". "+prompt)
	m.Game = c.Game.ID
	m.Menu = &bot.Menu{Prompt: prompt, Options: options}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// EngineHelps reports whether a player may get the engine's help in a game: an ongoing study or
// game against the computer.
func EngineHelps(g bot.Game) bool {
	_, computer := g.Computer()
	return !g.Over() && (computer || g.Study())
}

// leastRepeated is the number of plies after which a position can have occurred three times.
const leastRepeated = 8

// possible returns the commands that a player can give in an ongoing game at present. What depends
// on the moves that have been played, such as a claim, is left to the command.
func possible(c *action.Call) (names []string) {
	g := c.Game
	waits, alone := g.Turn != c.Side, g.Study()
	for _, of := range []struct {
		name string
		may  bool
	}{
		{"draw", !alone && (opponentOffers(c, bot.DrawOffered) || mayOfferDraw(c, 0) == nil)},
		{"takeback", alone && g.Moves > 0 || opponentOffers(c, bot.TakebackOffered) || mayAskTakeback(c) == nil},
		{"resign", !alone},
		{"abort", alone || againstComputer(g) || g.Tournament == 0 && (opponentOffers(c, bot.AbortOffered) || mayAsk(c) == nil)},
		{"nudge", waits && !alone && g.Deadline == 0 && !againstComputer(g)},
		{"plan", !alone},
		{"claim", !alone && (!waits && g.Moves >= leastRepeated || g.Deadline == 0 && g.Since.Until(c.Uptime.Moment()) >= silence)},
	} {
		if of.may {
			names = append(names, of.name)
		}
	}
	return names
}
