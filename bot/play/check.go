package play

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// checkGames checks every game in the store and returns the faults that it finds.
func checkGames(ctx context.Context, s *action.Bot) (faults []string, err error) {
	for id := bot.GameID(0); err == nil && ctx.Err() == nil; {
		var batch []bot.Game
		var found []string
		// View may call this function more than once
		err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
			found = nil
			tournaments := lastTournament{tx: tx}
			batch, err = tx.GamesFrom(id+1, action.CheckAtOnce)
			if err != nil {
				return err
			}
			for _, g := range batch {
				for _, fault := range checkGame(s, &tournaments, g) {
					found = append(found, fmt.Sprintf("game %d: %s", g.ID, fault))
				}
			}
			return nil
		})
		faults = append(faults, found...)
		if len(batch) == 0 {
			break
		}
		id = batch[len(batch)-1].ID
	}
	return faults, err
}

// checkGame compares a game with the replay of its log, and checks that its fields agree with
// each other.
func checkGame(s *action.Bot, tournaments *lastTournament, g bot.Game) []string {
	tx := tournaments.tx
	faults := checkSeats(tx, g)
	if text := checkMembership(tournaments, g); text != "" {
		faults = append(faults, text)
	}
	if _, err := tx.Challenge(g.ID); err == nil {
		faults = append(faults, "its challenge is still open")
	}
	stored := g.MovesHash
	g.MovesHash = 0 // so that Replay reads the log
	record, err := s.Replay(tx, g)
	if err != nil {
		return append(faults, err.Error())
	}
	if stored != 0 && stored != action.MovesHash(record, record.Ply()) {
		faults = append(faults, "the hash of its moves is not that of its log")
	}
	return slices.Concat(faults, checkReplay(g, record), checkState(g, record.Outcome()), checkClock(g), checkPlans(tx, g, record.Position()))
}

// checkSeats checks the players of a game.
func checkSeats(tx bot.Tx, g bot.Game) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for side, seat := range g.Seats {
		p, err := tx.Player(seat.Player)
		switch {
		case err != nil:
			fault("%s's player %d: %v", rules.Side(side), seat.Player, err)
		case p.Absent() && !g.Over():
			fault("nobody speaks for %s's player %d", rules.Side(side), seat.Player)
		case seat.User.Platform.Reachable() && seat.Room != (bot.RoomID{}) && seat.Room.Platform != seat.User.Platform:
			fault("%s is on %s, and seen on %s", rules.Side(side), seat.User.Platform, seat.Room.Platform)
		}
	}
	return faults
}

// checkReplay compares what a game stores of its position with the replay of its log.
func checkReplay(g bot.Game, record *rules.Game) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if record.Ply() != g.Moves {
		fault("%d moves are noted, its log has %d", g.Moves, record.Ply())
	}
	if len(g.Board) > 0 && !bytes.Equal(g.Board, bot.BoardOf(record.Position())) {
		fault("what is noted to stand on its board is not what its log leads to")
	}
	if turn := record.Position().Turn(); turn != g.Turn {
		fault("%s is noted to move, by its log it is %s", g.Turn, turn)
	}
	replayed := g
	if noteMoves(&replayed, record, record.Ply()); g.Last != "" && (g.Last != replayed.Last || g.Check != replayed.Check) {
		fault("its last move is noted as %s, by its log it is %s", g.Last, replayed.Last)
	}
	if g.First != "" && g.First != replayed.First {
		fault("its first move is noted as %s, by its log it is %s", g.First, replayed.First)
	}
	return faults
}

// checkState checks that the kind of a game, its result and who sees it fit together.
func checkState(g bot.Game, outcome rules.Outcome) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if outcome.Over() && !g.Over() {
		fault("it goes on after %s", outcome.Ending)
	}
	if g.Over() && !g.Result.Reason.Known() {
		fault("it ended for %q, which is no reason", g.Result.Reason)
	}
	if g.Study() && !g.Over() && (g.Rated || g.Pace.Ticks()) {
		fault("a study has a clock or is rated")
	}
	if g.Sight == bot.Hidden && (g.Seats[0].Room != bot.RoomID{} || g.Seats[1].Room != bot.RoomID{}) {
		fault("a private game is seen in a room")
	}
	if g.Imported && (!g.Over() || g.Rated || !g.Private() || g.Seats[0].Player != g.Seats[1].Player) {
		fault("it is imported, and more than a record for one person")
	}
	return faults
}

// checkClock checks that a game's deadline and banks fit its pace.
func checkClock(g bot.Game) (faults []string) {
	if ticking := g.Pace.Ticks() && !g.Over() && !g.Held; ticking != (g.Deadline != 0) {
		faults = append(faults, "its deadline does not fit its pace")
	}
	for side, bank := range g.Banks {
		if g.Pace.Fischer() != (bank > 0) || bank != g.Pace.Capped(bank) {
			faults = append(faults, fmt.Sprintf("%s's bank of %s does not fit its pace", rules.Side(side), bank))
		}
	}
	return faults
}

// checkPlans checks that only the player who is not to move has a plan, and that its moves are
// legal.
func checkPlans(tx bot.Tx, g bot.Game, p *rules.Position) (faults []string) {
	for side, seat := range g.Seats {
		plan, err := tx.Plan(g.ID, seat.Player)
		if err != nil {
			return append(faults, err.Error())
		}
		if len(plan.Lines) > 0 && (g.Over() || rules.Side(side) == g.Turn) {
			faults = append(faults, fmt.Sprintf("%s has a plan for nobody's move", rules.Side(side)))
			continue
		}
		for _, line := range plan.Lines {
			at := p
			for _, text := range line {
				m, err := at.ReadText(text)
				if err == nil {
					at, err = at.Play(m)
				}
				if err != nil {
					faults = append(faults, fmt.Sprintf("%s's plan: %v", rules.Side(side), err))
					break
				}
			}
		}
	}
	return faults
}

// checkMembership checks that the tournament of a game knows it. It returns the fault, or an
// empty string.
func checkMembership(tournaments *lastTournament, g bot.Game) string {
	if g.Tournament == 0 {
		return ""
	}
	t, err := tournaments.load(g.Tournament)
	if err != nil {
		return fmt.Sprintf("its tournament %d: %v", g.Tournament, err)
	}
	if _, entry := t.Find(g.ID); entry == nil {
		return fmt.Sprintf("its tournament %d does not know it", g.Tournament)
	}
	return ""
}

// lastTournament keeps the tournament that was read last in a transaction. The games of a round
// follow each other, and reading a tournament of thousands of games for each of them takes long.
type lastTournament struct {
	tx   bot.Tx
	id   bot.TournamentID
	last *tournament.Tournament
	err  error
}

// load reads a tournament, unless it is the last one.
func (l *lastTournament) load(id bot.TournamentID) (*tournament.Tournament, error) {
	if id != l.id {
		l.id = id
		l.last, l.err = action.LoadTournament(l.tx, id)
	}
	return l.last, l.err
}

// SamePlayer reports whether two IDs belong to the same player, possibly after a merge of accounts.
func SamePlayer(tx bot.Tx, a, b bot.PlayerID) bool {
	if a == b {
		return true
	}
	p, err := action.CurrentPlayer(tx, a)
	q, err2 := action.CurrentPlayer(tx, b)
	return err == nil && err2 == nil && p.ID == q.ID
}
