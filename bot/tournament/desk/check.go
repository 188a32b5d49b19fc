package desk

import (
	"context"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// checkTournaments compares every tournament of a store with its games.
func checkTournaments(ctx context.Context, s *action.Bot) (faults []string, err error) {
	for id := bot.TournamentID(0); ; {
		var batch []*tournament.Tournament
		var found []string
		err = s.Store.View(ctx, func(tx bot.Tx) error {
			found = nil // the transaction may run again
			batch, err = wrap(tx.TournamentsFrom(id+1, action.CheckAtOnce))
			for _, t := range batch {
				for _, fault := range checkTournament(tx, t) {
					found = append(found, fmt.Sprintf("tournament %d: %s", t.ID, fault))
				}
			}
			return err
		})
		faults = append(faults, found...)
		if err != nil || len(batch) == 0 {
			return faults, err
		}
		id = batch[len(batch)-1].ID
	}
}

// checkTournament compares a tournament with its games, and its rounds with the rules of its
// format.
func checkTournament(tx bot.Tx, t *tournament.Tournament) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	players := map[bot.PlayerID]bool{}
	for i, e := range t.Entrants {
		if _, err := tx.Player(e.Player); err != nil || players[e.Player] && !t.Over() {
			fault("entrant %d is nobody, or in it twice", i+1)
		}
		players[e.Player] = true
	}
	met := map[[2]int]int{}
	for i, r := range t.Rounds {
		seen := map[int]int{}
		for _, g := range r.Games {
			if g.White < 1 || g.Black < 1 || g.White > len(t.Entrants) || g.Black > len(t.Entrants) || g.White == g.Black {
				fault("round %d has a game of %d against %d", i+1, g.White, g.Black)
				return faults
			}
			seen[g.White]++
			seen[g.Black]++
			if g.Result.Played() {
				met[[2]int{min(g.White, g.Black), max(g.White, g.Black)}]++
			}
			if text := checkEntry(tx, t, g); text != "" {
				fault("round %d, %s", i+1, text)
			}
			if r.Closed && g.Result == pairing.Pending {
				fault("round %d is closed, and its game %d goes on", i+1, g.ID)
			}
		}
		for _, b := range r.Byes {
			seen[b.Entrant]++
		}
		if t.System == bot.Swiss || t.System == bot.RoundRobin {
			for n := range t.Entrants {
				if seen[n+1] != 1 {
					fault("entrant %d is in round %d %d times", n+1, i+1, seen[n+1])
				}
			}
		}
	}
	for pair, n := range met {
		if t.System == bot.Swiss && n > 1 {
			fault("%v have met %d times", pair, n)
		}
	}
	if t.Phase == bot.Running && t.System != bot.Ladder && !t.Awaits && t.Paused == 0 && t.Wake() == 0 && len(t.Running()) == 0 {
		fault("it runs, and waits for nothing")
	}
	return append(faults, checkSides(t)...)
}

// checkSides compares the games of a simul or a match with its sides: the host has White in all
// games of a simul, and each round of a match has one game on each board between its two players.
func checkSides(t *tournament.Tournament) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if t.System == bot.Simul {
		for _, r := range t.Rounds {
			for _, g := range r.Games {
				if g.White != tournament.Host {
					fault("game %d has a host without White", g.ID)
				}
			}
		}
	}
	if t.System == bot.TeamMatch {
		checkTeams(t, fault)
	}
	return faults
}

// checkTeams compares the captains, members and boards of a match with each other.
func checkTeams(t *tournament.Tournament, fault func(format string, args ...any)) {
	for team, captain := range t.Captains {
		if n := t.Entrant(captain.Player); n > 0 && t.Entrants[n-1].Team != team {
			fault("the captain of team %d plays for the other", team)
		}
	}
	if !t.Begun() {
		return
	}
	for team, members := range t.Groups {
		for _, n := range members {
			if n < 1 || n > len(t.Entrants) || t.Entrants[n-1].Team != team {
				fault("team %d has member %d of another", team, n)
			}
		}
	}
	if len(t.Groups) != 2 || t.Boards > min(len(t.Groups[0]), len(t.Groups[1])) {
		fault("%d boards are more than its teams can fill", t.Boards)
		return
	}
	for i, r := range t.Rounds {
		for board := range t.Boards {
			games := r.Match(board)
			if len(games) != 1 || !games[0].Has(t.Groups[0][board]) || !games[0].Has(t.Groups[1][board]) {
				fault("board %d of round %d has not one game of its two players", board+1, i+1)
			}
		}
		if len(r.Games) != t.Boards {
			fault("round %d has %d games on %d boards", i+1, len(r.Games), t.Boards)
		}
	}
}

// checkEntry compares a game of a round with the stored game. It returns the fault, or "" if there
// is none.
func checkEntry(tx bot.Tx, t *tournament.Tournament, entry bot.TournamentGame) string {
	if entry.ID == 0 {
		if t.Season == nil && (entry.Result.Played() || entry.Result == pairing.Pending) {
			return "a result is of no game"
		}
		return ""
	}
	g, err := tx.Game(entry.ID)
	switch {
	case errors.Is(err, bot.ErrNotFound) && t.Entrants[entry.White-1].Player == t.Entrants[entry.Black-1].Player:
		return "" // both entrants were one player, whose data was deleted
	case err != nil:
		return fmt.Sprintf("game %d: %v", entry.ID, err)
	case g.Tournament != t.ID:
		return fmt.Sprintf("game %d belongs to tournament %d", g.ID, g.Tournament)
	case !play.SamePlayer(tx, g.Seats[0].Player, t.Entrants[entry.White-1].Player) || !play.SamePlayer(tx, g.Seats[1].Player, t.Entrants[entry.Black-1].Player):
		return fmt.Sprintf("game %d is of other players", g.ID)
	case max(g.Shares[0], g.Shares[1]) > t.Share():
		return fmt.Sprintf("game %d has more time than its tournament gives", g.ID)
	case g.Over() != (entry.Result != pairing.Pending):
		return fmt.Sprintf("game %d is over, or is not, against its round", g.ID)
	case g.Over() && g.Scored() != entry.Result:
		return fmt.Sprintf("game %d has ended %s, its round says %s", g.ID, g.Scored(), entry.Result)
	}
	return ""
}
