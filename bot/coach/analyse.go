package coach

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

const (
	// analysedPlies is the maximum number of plies of a game that are analysed.
	analysedPlies = 300
	// analysesADay is how many analyses one person can start per day (UTC). Waiting for an
	// analysis that somebody else has started does not count.
	analysesADay = 20
	// analysesAtOnce is how many analyses one person can wait for at once.
	analysesAtOnce = 2
	// maxAnalyses is how many games can wait for analysis, and maxFollowers how many people can
	// wait for one of them.
	maxAnalyses  = 50
	maxFollowers = 20
)

// analyse shows the engine's analysis of every position of a finished game. The first analysis of
// a game takes a while: the asker is told of its progress and gets the result in a message. The
// analysis is stored with the game.
func (w *Analysts) analyse(c *action.Call) (bot.Reply, error) {
	g, err := gameForEngine(c, func(g bot.Game) bool { return g.Over() },
		bot.Problemf(bot.NotNow, "You have no finished game to analyse: ongoing ones can be analysed when they are over. `games` lists yours."))
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case !g.Over() && g.Study():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not over yet. Only finished games can be analysed; `evaluate %d` shows what the engine thinks of the position.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	case !g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not over yet. Only finished games can be analysed: ask again when it is.", phrase.Upper(bot.GameNumber(g.ID)))
	case g.Moves < play.LeastAnalysed:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has too few moves to be analysed. `games over` lists your other finished games.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	if err := NotReopened(c, g); err != nil {
		return bot.Reply{}, err
	}
	a, err := c.Tx.Analysis(g.ID)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	if err != nil || a.Moves != g.MovesHash || a.Wanted == 0 {
		a = bot.Analysis{Game: g.ID, Moves: g.MovesHash, Wanted: min(g.Moves, analysedPlies) + 1}
	}
	at := c.Args.Number("at")
	audience := bot.Private
	if c.WantsShown() {
		audience = bot.Aside
		if c.OpenHere(g) {
			audience = bot.Public
		}
	}
	switch {
	case a.Done() && at >= len(a.Positions):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s was analysed up to move %d, counting both sides. `analyse %d` shows the whole.", phrase.Upper(bot.GameNumber(g.ID)), len(a.Positions)-1, g.ID)
	case a.Done() && at > 0:
		c.Deliberate(inView(c, func() (bot.Message, error) { return turningPoint(c, a, at, audience) }))
		return bot.Reply{}, nil
	case a.Done():
		c.Deliberate(inView(c, func() (bot.Message, error) { return analysisMessage(c, a, c.Message(audience, "")) }))
		return bot.Reply{}, nil
	}
	return w.join(c, a)
}

// join adds the asker to the followers of an analysis, and starts it unless it has followers
// already.
func (w *Analysts) join(c *action.Call, a bot.Analysis) (bot.Reply, error) {
	if slices.ContainsFunc(a.Followers, func(f bot.Follower) bool { return c.Me.Is(f.Player) }) {
		w.startAfterwards(c, a.Game) // in case the analysis has stopped
		return c.Answer(phrase.Of("%s is being analysed: %s. You will be told.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))), nil
	}
	f := bot.Follower{Player: c.Me.ID, Where: bot.Address{User: c.Request.From}, Place: c.Request.Room, Within: c.Request.Within, Reach: c.Request.Reach}
	if c.WantsShown() && c.Request.Room != (bot.RoomID{}) && c.OpenHere(c.Game) {
		f.Where.Room = c.Request.Room
		if slices.ContainsFunc(a.Followers, func(other bot.Follower) bool { return other.Where.Room == f.Where.Room }) {
			return c.Answer(phrase.Of("%s is being analysed: %s. This room will be told.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))), nil
		}
	}
	if len(a.Followers) >= maxFollowers {
		return bot.Reply{}, bot.Problemf(bot.TooOften, "%s is being analysed, and many wait for it: %s. Ask again in some minutes.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a))
	}
	if !a.Waits() {
		if err := mayHaveAnalysed(c); err != nil {
			return bot.Reply{}, err
		}
		a.Asked = c.Uptime.Beat.UTC()
	}
	m := f.Where.Message(phrase.Of("%s is being analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)))
	m.Game, m.Editable = a.Game, true
	reply := c.Reply([]bot.Message{m}, phrase.Of("%s is being analysed. I'll tell you in private when it's done.", phrase.Upper(bot.GameNumber(a.Game))))
	if err := c.Enqueue(reply.Notices); err != nil {
		return bot.Reply{}, err
	}
	f.Progress = reply.Notices[0].ID
	f.Latest = f.Progress
	reply.Notices = nil
	a.Followers = append(a.Followers, f)
	w.startAfterwards(c, a.Game)
	return reply, c.Tx.PutAnalysis(a)
}

// startAfterwards starts the analysis of a game after the transaction, unless it is in progress.
func (w *Analysts) startAfterwards(c *action.Call, id bot.GameID) {
	c.Afterwards(func(context.Context) { w.enqueue(id, c.Request.Line()) })
}

// mayHaveAnalysed counts one more analysis started by the asker, or returns an error if a limit
// is reached.
func mayHaveAnalysed(c *action.Call) error {
	waiting, err := c.Tx.WaitingAnalyses(maxAnalyses)
	if err != nil {
		return err
	}
	mine := 0
	for _, a := range waiting {
		if slices.ContainsFunc(a.Followers, func(f bot.Follower) bool { return c.Me.Is(f.Player) }) {
			mine++
		}
	}
	today := c.Me.Analyses.On(c.Uptime.Beat)
	switch {
	case today.Count >= analysesADay:
		return bot.Problemf(bot.TooOften, "You have had %d games analysed today, and that is the limit. Ask again tomorrow; `evaluate` looks at a single position.", analysesADay)
	case mine >= analysesAtOnce:
		return bot.Problemf(bot.TooOften, "%d games are being analysed for you already. Ask again when one of them is done.", analysesAtOnce)
	case len(waiting) >= maxAnalyses:
		return bot.Problemf(bot.TooOften, "%d games wait to be analysed, and that is the limit. Ask again in some minutes; `evaluate` looks at a single position.", maxAnalyses)
	}
	today.Count++
	c.Me.Analyses = today
	return c.Tx.PutPlayer(c.Me)
}

// progressWords says how far an analysis has come.
func progressWords(a bot.Analysis) phrase.Text {
	// Wanted is at least 3, because a game of one move is not analysed: "moves" needs no singular
	return phrase.Of("%d of %d moves", max(len(a.Positions)-1, 0), a.Wanted-1)
}

// inView returns a function that makes a message in a read transaction of its own. Comparing a
// long game with all ongoing games takes time, and others can write meanwhile.
func inView(c *action.Call, message func() (bot.Message, error)) func(context.Context) ([]bot.Message, error) {
	return func(ctx context.Context) ([]bot.Message, error) {
		var all []bot.Message
		err := c.Bot.Store.View(ctx, func(tx bot.Tx) error {
			c.Renew(tx)
			m, err := message()
			all = []bot.Message{m}
			c.ShareHere(all)
			return err
		})
		return all, err
	}
}

// turningPoint shows the board before a move, with the move played and the better one.
func turningPoint(c *action.Call, a bot.Analysis, at int, audience bot.Audience) (bot.Message, error) {
	seen, err := judgeMoves(c, c.Game, a)
	if err != nil {
		return bot.Message{}, err
	}
	m := seen.moves[at]
	if m.hidden {
		return bot.Message{}, errContested()
	}
	text := phrase.Upper(bot.GameNumber(c.Game.ID)) + ": " + m.words()
	if len(m.better) > 0 {
		text += "\n" + phrase.Of("The line: %s.", lineWords(m.before, m.better, lineLength))
	}
	answer := c.Message(audience, text, turningPointButtons(c, seen, at)...)
	answer.Game = c.Game.ID
	answer.Picture = &bot.Picture{Game: c.Game.ID, Ply: at - 1, Side: c.Viewpoint(), Line: []string{m.before.Text(m.played)}}
	if len(m.better) > 0 {
		here, err := c.DecidedHere()
		if err != nil {
			return bot.Message{}, err
		}
		if c.LookIn(here, audience).Form != "text" {
			answer.Text += "\n" + phrase.Of("The picture shows the better move; dashes mark what was played.")
		}
		answer.Picture.Line = []string{m.before.Text(m.better[0])}
		answer.Picture.Instead = m.before.Text(m.played)
	}
	return answer, nil
}

// turningPointButtons returns buttons to the previous and the next turning point, to the whole
// analysis and to an evaluation.
func turningPointButtons(c *action.Call, seen *judgedGame, at int) (buttons []bot.Button) {
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
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: fmt.Sprintf("analyse %d at %d", c.Game.ID, before)})
	}
	if behind > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Forward"), Command: fmt.Sprintf("analyse %d at %d", c.Game.ID, behind)})
	}
	buttons = append(buttons, bot.Button{Label: phrase.Of("The whole game"), Command: fmt.Sprintf("analyse %d", c.Game.ID)})
	if at > 1 { // the position before the first move says nothing about the game
		buttons = append(buttons, bot.Button{Label: phrase.Of("Evaluate"), Command: fmt.Sprintf("evaluate %d at %d", c.Game.ID, at-1)})
	}
	return buttons
}
