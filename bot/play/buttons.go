package play

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// GameButtons returns the buttons below messages about an ongoing game.
func GameButtons(s *action.Bot, g bot.Game) []bot.Button {
	id := g.ID.String()
	buttons := append([]bot.Button{s.Button("pick", id)}, wholeBoardButton(g)...)
	return append(buttons, s.Button("moves", id), s.Button("views", id), s.Button("more", id))
}

// buttonsBelow returns the buttons below a message about a game, which fit its present state:
// those that answer an open offer, then those of the board, or those of a finished game.
func buttonsBelow(c *action.Call, g bot.Game) []bot.Button {
	if g.Over() {
		return afterGame(c, g)
	}
	buttons := GameButtons(c.Bot, g)
	if _, computer := g.Computer(); g.Offer == nil || computer {
		return buttons
	}
	return append(action.OfferButtons(g.Offer.What, g.ID), buttons...)
}

// tell returns the messages about a change of a game other than of its board, with the buttons of
// its present state after those given. The platforms remove the buttons of earlier messages.
func tell(c *action.Call, g bot.Game, to []rules.Side, text phrase.Text, buttons ...bot.Button) []bot.Message {
	return action.Announce(g, to, text, nil, append(buttons, buttonsBelow(c, g)...)...)
}

// wholeBoardButton returns a button that shows every piece of a game's board, if the usual
// picture shows only some of them large.
func wholeBoardButton(g bot.Game) []bot.Button {
	v, err := g.Rules()
	if err != nil || !render.Crowded(v.Board) {
		return nil
	}
	return []bot.Button{{Label: phrase.Of("Whole board"), Command: fmt.Sprintf("board %d whole", g.ID)}}
}

// afterGame returns the buttons below the announcement of a game's end. After a game with a team
// there is a button for its votes, but none for a rematch, because only the room can begin another
// game.
func afterGame(c *action.Call, g bot.Game) []bot.Button {
	first := "rematch"
	if g.ByVote() {
		first = "votes"
	}
	buttons := []bot.Button{c.Bot.Button(first, g.ID.String()), c.Bot.Button("log", g.ID.String())}
	if g.Moves >= LeastAnalysed && c.Bot.Ports.NotReopened(c, g) == nil {
		buttons = append(buttons, c.Bot.Button("analyse", g.ID.String()))
	}
	return buttons
}

// LeastAnalysed is the number of plies that a game must have to be analysed.
const LeastAnalysed = 2
