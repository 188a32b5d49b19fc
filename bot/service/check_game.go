package service

import (
	"bytes"
	"context"
	"fmt"

	"raumbot/bot"
	"raumbot/rules"
)

// Check verifies a store and returns a sentence for each fault. It checks the players, each log against
// the rules, each game against its log, and each tournament against its games.
func Check(ctx context.Context, store bot.Store) (faults []string, err error) {
	s := New(Ports{Store: store})
	if err := s.reviveVersions(ctx); err != nil {
		return nil, err
	}
	if faults, err = checkPlayers(ctx, store); err != nil {
		return faults, err
	}
	for id := bot.GameID(0); err == nil && ctx.Err() == nil; {
		var batch []bot.Game
		var found []string
		err = store.View(ctx, func(tx bot.Tx) (err error) { // which may run again
			found = nil
			batch, err = tx.GamesFrom(id+1, checkAtOnce)
			if err != nil {
				return err
			}
			for _, g := range batch {
				for _, fault := range s.checkGame(tx, g) {
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
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		var more []string
		more, err = checkTournaments(ctx, store)
		faults = append(faults, more...)
	}
	return faults, err
}

// checkAtOnce is how many records Check reads per transaction, which bounds its memory.
const checkAtOnce = 200

// checkGame compares a game with the replay of its log.
func (s *Service) checkGame(tx bot.Tx, g bot.Game) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for side, seat := range g.Seats {
		p, err := tx.Player(seat.Player)
		switch {
		case err != nil:
			fault("%s's player %d: %v", rules.Side(side), seat.Player, err)
		case p.Absent() && !g.Over():
			fault("nobody speaks for %s's player %d", rules.Side(side), seat.Player)
		case seat.Room != (bot.RoomID{}) && seat.Room.Platform != seat.User.Platform:
			fault("%s is on %s, and seen on %s", rules.Side(side), seat.User.Platform, seat.Room.Platform)
		}
	}
	if text := checkMembership(tx, g); text != "" {
		fault("%s", text)
	}
	if _, err := tx.Challenge(g.ID); err == nil {
		fault("its challenge is still open")
	}
	noted := g.MovesHash
	g.MovesHash = 0 // so that replay reads the log
	record, err := s.replay(tx, g)
	if err != nil {
		return append(faults, err.Error())
	}
	if record.Ply() != g.Moves {
		fault("%d moves are noted, its log has %d", g.Moves, record.Ply())
	}
	if noted != 0 && noted != movesHash(record, record.Ply()) {
		fault("the hash of its moves is not that of its log")
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
	if outcome := record.Outcome(); outcome.Over() && !g.Over() {
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
	for _, text := range checkClock(g) {
		fault("%s", text)
	}
	if g.Imported && (!g.Over() || g.Rated || !g.Private() || g.Seats[0].Player != g.Seats[1].Player) {
		fault("it is imported, and more than a record for one person")
	}
	return append(faults, checkPlans(tx, g, record.Position())...)
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

// checkPlans checks that plans exist only for the opponent's turn, and that their moves are legal.
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
