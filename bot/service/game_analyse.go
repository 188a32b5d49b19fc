package service

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// The limits of analyses.
const (
	// analysedPlies is how many plies of a game are analysed at most, and leastAnalysed how many it needs.
	analysedPlies = 300
	leastAnalysed = 2
	// analysesADay is how many analyses one person can start per day (UTC). Waiting for one that others have started does not count.
	analysesADay = 20
	// analysesAtOnce is how many analyses one person can wait for at once.
	analysesAtOnce = 2
	// mostAnalyses is how many games can wait in all, and mostFollowers how many people for one of them.
	mostAnalyses  = 50
	mostFollowers = 20
)

// analyse shows the engine's analysis of every position of a finished game. The first time that takes a while: the asker is
// told of the progress and gets the result in a message. The analysis is stored with the game.
func analyse(c *call) (bot.Reply, error) {
	g, err := c.gameForEngine(func(g bot.Game) bool { return g.Over() },
		bot.Problemf(bot.NotNow, "You have no finished game to analyse: ongoing ones can be analysed when they are over. `games` lists yours."))
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case !g.Over() && g.Study():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not over yet. Only finished games can be analysed; `evaluate %d` shows what the engine thinks of the position.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	case !g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not over yet. Only finished games can be analysed: ask again when it is.", phrase.Upper(bot.GameNumber(g.ID)))
	case g.Moves < leastAnalysed:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has too few moves to be analysed. `games over` lists your other finished games.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	if err := c.notReopened(g); err != nil {
		return bot.Reply{}, err
	}
	a, err := c.tx.Analysis(g.ID)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	if err != nil || a.Moves != g.MovesHash || a.Wanted == 0 {
		a = bot.Analysis{Game: g.ID, Moves: g.MovesHash, Wanted: min(g.Moves, analysedPlies) + 1}
	}
	at := c.args.Number("at")
	audience := bot.Private
	if c.wantsShown() {
		audience = bot.Aside
		if c.openHere(g) {
			audience = bot.Public
		}
	}
	switch {
	case a.Done() && at >= len(a.Positions):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s was analysed up to move %d, counting both sides. `analyse %d` shows the whole.", phrase.Upper(bot.GameNumber(g.ID)), len(a.Positions)-1, g.ID)
	case a.Done() && at > 0:
		c.deliberate = c.reading(func() (bot.Message, error) { return c.turningPoint(a, at, audience) })
		return bot.Reply{}, nil
	case a.Done():
		c.deliberate = c.reading(func() (bot.Message, error) { return c.analysisMessage(a, c.message(audience, "")) })
		return bot.Reply{}, nil
	}
	return c.askAnalysis(a)
}

// askAnalysis adds the asker to the followers of an analysis, and starts it unless others wait for it already.
func (c *call) askAnalysis(a bot.Analysis) (bot.Reply, error) {
	if slices.ContainsFunc(a.Followers, func(f bot.Follower) bool { return c.me.Is(f.Player) }) {
		c.analysing = append(c.analysing, a.Game) // it may have come to a stop
		return c.answer(phrase.Of("%s is being analysed: %s. You will be told.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))), nil
	}
	f := bot.Follower{Player: c.me.ID, Where: bot.Address{User: c.request.From}, Place: c.request.Room, Within: c.request.Within, Reach: c.request.Reach}
	if c.wantsShown() && c.openHere(c.game) {
		f.Where.Room = c.request.Room
		if slices.ContainsFunc(a.Followers, func(other bot.Follower) bool { return other.Where.Room == f.Where.Room }) {
			return c.answer(phrase.Of("%s is being analysed: %s. This room will be told.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))), nil
		}
	}
	if len(a.Followers) >= mostFollowers {
		return bot.Reply{}, bot.Problemf(bot.TooOften, "%s is being analysed, and many wait for it: %s. Ask again in some minutes.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))
	}
	if !a.Waits() {
		if err := c.mayHaveAnalysed(); err != nil {
			return bot.Reply{}, err
		}
		a.Asked = c.uptime.Beat.UTC()
	}
	m := f.Where.Message(phrase.Of("%s is being analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)))
	m.Game, m.Editable = a.Game, true
	reply := c.reply([]bot.Message{m}, phrase.Of("%s is being analysed. I'll tell you in private when it's done.", phrase.Upper(bot.GameNumber(a.Game))))
	if err := c.enqueue(reply.Notices); err != nil {
		return bot.Reply{}, err
	}
	f.Progress = reply.Notices[0].ID
	f.Latest = f.Progress
	reply.Notices = nil
	a.Followers = append(a.Followers, f)
	c.analysing = append(c.analysing, a.Game)
	return reply, c.tx.PutAnalysis(a)
}

// mayHaveAnalysed counts one more analysis started by the asker, or refuses it if one of the limits is reached.
func (c *call) mayHaveAnalysed() error {
	waiting, err := c.tx.WaitingAnalyses(mostAnalyses)
	if err != nil {
		return err
	}
	mine := 0
	for _, a := range waiting {
		if slices.ContainsFunc(a.Followers, func(f bot.Follower) bool { return c.me.Is(f.Player) }) {
			mine++
		}
	}
	today := c.me.Analyses.On(c.uptime.Beat)
	switch {
	case today.Count >= analysesADay:
		return bot.Problemf(bot.TooOften, "You have had %d games analysed today, and that is the limit. Ask again tomorrow; `evaluate` looks at a single position.", analysesADay)
	case mine >= analysesAtOnce:
		return bot.Problemf(bot.TooOften, "%d games are being analysed for you already. Ask again when one of them is done.", analysesAtOnce)
	case len(waiting) >= mostAnalyses:
		return bot.Problemf(bot.TooOften, "%d games wait to be analysed, and that is the limit. Ask again in some minutes; `evaluate` looks at a single position.", mostAnalyses)
	}
	today.Count++
	c.me.Analyses = today
	return c.tx.PutPlayer(c.me)
}

// progressWords says how far an analysis has come.
func progressWords(a bot.Analysis) string {
	return phrase.Of("%d of %d moves", max(len(a.Positions)-1, 0), a.Wanted-1) // a game of one move is not analysed
}

// reading returns a message that is made in a transaction of its own, which changes nothing: comparing a long game with all ongoing ones takes
// time, in which others can write.
func (c *call) reading(message func() (bot.Message, error)) func(context.Context) ([]bot.Message, error) {
	return func(ctx context.Context) ([]bot.Message, error) {
		var all []bot.Message
		err := c.service.store.View(ctx, func(tx bot.Tx) error {
			c.tx, c.stood = tx, nil
			m, err := message()
			all = []bot.Message{m}
			c.shareHere(all)
			return err
		})
		return all, err
	}
}

// turningPoint shows the board before a move, with what was played and what would have been better.
func (c *call) turningPoint(a bot.Analysis, at int, audience bot.Audience) (bot.Message, error) {
	seen, err := c.judgeMoves(c.game, a)
	if err != nil {
		return bot.Message{}, err
	}
	m := seen.moves[at]
	if m.hidden {
		return bot.Message{}, errContested()
	}
	text := phrase.Upper(bot.GameNumber(c.game.ID)) + ": " + m.words()
	if len(m.better) > 0 {
		text += "\n" + phrase.Of("The line: %s.", lineWords(m.before, m.better, lineLength))
	}
	answer := c.message(audience, text, c.turningPointButtons(seen, at)...)
	answer.Game = c.game.ID
	answer.Picture = &bot.Picture{Game: c.game.ID, Ply: at - 1, Side: c.viewpoint(), Line: []string{m.before.Text(m.played)}}
	if len(m.better) > 0 {
		here, err := c.decidedHere()
		if err != nil {
			return bot.Message{}, err
		}
		if c.lookIn(here, audience).Form != "text" {
			answer.Text += "\n" + phrase.Of("The picture shows the better move; dashes mark what was played.")
		}
		answer.Picture.Line = []string{m.before.Text(m.better[0])}
		answer.Picture.Instead = m.before.Text(m.played)
	}
	return answer, nil
}

// turningPointButtons returns buttons to the turning points before and after one, to the whole analysis and to an evaluation.
func (c *call) turningPointButtons(seen *judgedGame, at int) (buttons []bot.Button) {
	before, behind := 0, 0
	for _, i := range seen.turningPoints() {
		if i < at {
			before = i
		}
		if i > at && behind == 0 {
			behind = i
		}
	}
	if before > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: fmt.Sprintf("analyse %d at %d", c.game.ID, before)})
	}
	if behind > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Forward"), Command: fmt.Sprintf("analyse %d at %d", c.game.ID, behind)})
	}
	buttons = append(buttons, bot.Button{Label: phrase.Of("The whole game"), Command: fmt.Sprintf("analyse %d", c.game.ID)})
	if at > 1 { // the start says nothing of the game
		buttons = append(buttons, bot.Button{Label: phrase.Of("Evaluate"), Command: fmt.Sprintf("evaluate %d at %d", c.game.ID, at-1)})
	}
	return buttons
}
