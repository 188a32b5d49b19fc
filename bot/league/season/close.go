package season

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// weeks returns a number of weeks as a duration.
func weeks(n int) time.Duration { return time.Duration(n) * 7 * bot.Day }

// Seasons ends the games that are open when a season ends, and reads leagues for the pages of the
// site. The engine judges one game after another outside of any transaction; each is ended in a
// transaction of its own. What an interrupted run of the bot has left is taken up by the next
// sweep.
type Seasons struct {
	*action.Bot
	mu      sync.Mutex
	closing map[int]bool // the leagues whose games are being ended
}

// New returns the seasons of a bot.
func New(s *action.Bot) *Seasons { return &Seasons{Bot: s, closing: map[int]bool{}} }

// enqueue has the open games of a league whose season is over ended, unless that is being done.
func (s *Seasons) enqueue(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closing[id] {
		s.closing[id] = true
		s.Thinkers.AddLater(leagueLine(id), func(ctx context.Context) { s.work(ctx, id) })
	}
}

// work ends one open game, and queues the rest.
func (s *Seasons) work(ctx context.Context, id int) {
	more, err := s.endOne(ctx, id)
	if err != nil && ctx.Err() == nil {
		s.Log.Error("a game cannot be ended with its season; the next sweep tries again", "league", id, "err", err)
	}
	if more && err == nil && ctx.Err() == nil {
		s.Thinkers.AddLater(leagueLine(id), func(ctx context.Context) { s.work(ctx, id) })
		return
	}
	s.mu.Lock()
	delete(s.closing, id)
	s.mu.Unlock()
	s.WakeUp()
}

// endOne ends the first open game of a league whose season is over. more is false if there is none.
// A game whose record is damaged counts as half a point for each, so that the season can end.
func (s *Seasons) endOne(ctx context.Context, id int) (more bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			more, err = false, fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	more, err = s.judgeOne(ctx, id)
	if damage := (*bot.Damage)(nil); errors.As(err, &damage) && damage.Aside && damage.Game != 0 {
		s.Log.Error("a game is damaged, and counts as half a point for each at the end of its season", "league", id, "game", damage.Game, "err", err)
		return true, s.Store.Update(ctx, func(tx bot.Tx) error { return halve(tx, id, damage.Game) })
	}
	return more, err
}

// halve records half a point for each player of an open game in the table of its division. The game
// is left as it is.
func halve(tx bot.Tx, id int, game bot.GameID) error {
	l, err := load(tx, id)
	if err != nil {
		return err
	}
	divisions, err := l.tournaments(tx)
	for _, t := range divisions {
		if _, entry := t.Find(game); entry != nil && entry.Result == pairing.Pending {
			entry.Result = pairing.Drawn
			return tx.PutTournament(t.Tournament)
		}
	}
	return err
}

// judgeOne asks the engine about the first open game of a league whose season is over, and ends it.
func (s *Seasons) judgeOne(ctx context.Context, id int) (more bool, err error) {
	var g bot.Game
	err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
		g, more, err = s.open(tx, id)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	var opinion *bot.Judged
	switch judged, err := s.Ports.Judge(ctx, g); {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil:
		s.Log.Error("the engine has no opinion of a game; it counts as unclear", "game", g.ID, "err", err)
	default:
		opinion = &judged
	}
	return true, s.Store.Update(ctx, func(tx bot.Tx) error {
		now, err := tx.Game(g.ID)
		if err != nil || now.Over() || now.Moves != g.Moves || now.MovesHash != g.MovesHash {
			return err // a move has been played, or the game has ended otherwise
		}
		c, err := s.BeatAt(tx)
		if err != nil {
			return err
		}
		text := phrase.Of("%s: the season is over, and the engine sees no clear advantage.", phrase.Upper(bot.GameNumber(g.ID)))
		winner := league.Adjudicate(opinion)
		if winner != nil {
			text = phrase.Of("%s: the season is over, and the engine sees %s far ahead.", phrase.Upper(bot.GameNumber(g.ID)), *winner)
		}
		notices, followed, err := play.End(c, &now, bot.Result{Reason: bot.BySeason, Winner: winner}, text)
		return errors.Join(err, c.Enqueue(append(notices, followed...)))
	})
}

// open returns the first open game of a league whose season is over. found is false if there is
// none.
func (s *Seasons) open(tx bot.Tx, id int) (g bot.Game, found bool, err error) {
	l, err := load(tx, id)
	if err != nil || !l.Running {
		return g, false, err
	}
	uptime, err := tx.Uptime()
	if err != nil || l.Ends > uptime.Tick(s.Clock.Now()).Moment() {
		return g, false, err
	}
	divisions, err := l.tournaments(tx)
	for _, t := range divisions {
		for _, entry := range t.Running() {
			g, err = tx.Game(entry.ID)
			return g, err == nil, err
		}
	}
	return g, false, err
}

// endDivisions ends the divisions of a season whose time is up, as far as their games are over.
// open means that some games still have to be judged.
func (l *League) endDivisions(c *action.Call) (open bool, err error) {
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return false, err
	}
	for _, t := range divisions {
		if len(t.Running()) == 0 || len(tournament.DivisionOf(t).Unbegun()) > 0 {
			notices, err := c.Bot.Ports.EndDivision(c, t)
			if err = errors.Join(err, c.Enqueue(notices)); err != nil {
				return false, err
			}
		}
		open = open || !t.Over()
	}
	return open, nil
}

// close ends a season all of whose games are over, and begins the next one if so many have entered.
// It returns the announcement.
func (l *League) close(c *action.Call) (phrase.Text, error) {
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return "", err
	}
	l.Running = false
	l.Tops = append(l.Tops, l.Divisions[0])
	lines := []phrase.Text{phrase.Of("Season %d of %s is over.", l.Number, l.title())}
	if top := divisions[0]; len(top.Winners) == 1 {
		lines[0] += " " + phrase.Of("The champion is %s!", top.Names(top.Winners))
	} else if len(top.Winners) > 1 {
		lines[0] += " " + phrase.Of("%s are equal and champions together!", top.Names(top.Winners))
	}
	for _, t := range divisions {
		line, err := divisionWords(t)
		if err != nil {
			return "", err
		}
		lines = append(lines, line)
	}
	if err := l.barExpelled(c.Tx, divisions); err != nil {
		return "", err
	}
	var next phrase.Text
	switch {
	case l.Last:
		l.Over = true
		err = l.callOff(c, nil, bot.ByOrganisers)
		next = phrase.Of("That was its last season.")
	default:
		l.Begins = l.Ends
		if l.Registration == 0 {
			l.Begins = c.Uptime.Moment().Plus(lastWeek)
			if err = l.register(c); err == nil {
				next, err = l.openWords(c)
			}
			break
		}
		next, err = l.tryBegin(c)
	}
	if next != "" {
		lines = append(lines, next)
	}
	return phrase.Join(lines, "\n"), err
}
