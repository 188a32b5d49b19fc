package tournament

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Announced reports whether the tournament is visible to people other than its organisers.
func (t *Tournament) Announced() bool { return t.Phase != bot.Drafted }

// Begun reports whether any round has been paired.
func (t *Tournament) Begun() bool { return len(t.Rounds) > 0 }

// Calendar returns a sort key. Tournaments with a starting date come first, by date, then those
// without, then running ones, each in order of age.
func (t *Tournament) Calendar() int64 {
	switch {
	case t.Over():
		return -t.Ended.Unix()
	case t.Phase == bot.Running:
		return 1<<60 + int64(t.ID)
	case t.Starts == 0:
		return 1<<59 + int64(t.ID)
	}
	return int64(t.Starts)
}

// Latest returns up to [Listed] games that have begun, of all rounds: those that go on first, and
// the newest first among each.
func (t *Tournament) Latest() (games []bot.TournamentGame) {
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			if g.ID != 0 {
				games = append(games, g)
			}
		}
	}
	slices.SortFunc(games, func(a, b bot.TournamentGame) int {
		if over := a.Result != pairing.Pending; over != (b.Result != pairing.Pending) {
			return map[bool]int{false: -1, true: 1}[over]
		}
		return cmp.Compare(b.ID, a.ID)
	})
	return games[:min(len(games), Listed)]
}

// LatestLines lists the games of Latest, of a tournament whose games do not belong to rounds.
func LatestLines(t *Tournament) phrase.Text {
	shown := t.Clone()
	round := t.Rounds[0]
	round.Games = t.Latest()
	shown.Rounds = []bot.Round{round}
	return shown.PairingLines(1)
}

// Picture returns the picture of the tournament's standings.
func (t *Tournament) Picture() *bot.Picture { return &bot.Picture{Tournament: t.ID} }

// CrosstableText lists each player's opponents and results.
func (t *Tournament) CrosstableText() (phrase.Text, error) {
	places, err := t.Standings()
	var lines []phrase.Text
	for _, p := range places {
		var games []phrase.Text
		for i := range t.Rounds {
			for _, cell := range t.cells(i+1, p.Entrant) {
				games = append(games, cell.words(t))
			}
		}
		if games == nil {
			games = []phrase.Text{phrase.Of("no game")}
		}
		lines = append(lines, phrase.Sprintf("%d. %s: %s.", p.Place, t.EntrantName(p.Entrant), phrase.Join(games, ", ")))
	}
	return phrase.Join(lines, "\n"), err
}

// cell is an entrant's game or bye in a round.
type cell struct {
	opponent int // zero for a bye
	black    bool
	game     bot.TournamentGame
	bye      pairing.ByeKind
	free     bool // a bye that everybody gets in turn in a round robin of an odd number
}

// cells returns an entrant's cells of a round, none if the entrant is out.
func (t *Tournament) cells(round, number int) (all []cell) {
	r := t.Rounds[round-1]
	for _, g := range r.Games {
		if g.Has(number) {
			all = append(all, cell{opponent: g.Other(number), black: g.Black == number, game: g})
		}
	}
	for _, b := range r.Byes {
		if b.Entrant == number && !(t.System == bot.Knockout && b.Kind == pairing.Zero) {
			all = append(all, cell{bye: b.Kind, free: t.System == bot.RoundRobin})
		}
	}
	return all
}

// mark returns the entrant's score as in tables: 1, ½ or 0, + or - for forfeits.
func (x cell) mark() phrase.Text {
	own, _ := x.game.Result.Halves()
	if x.black {
		_, own = x.game.Result.Halves()
	}
	switch {
	case x.opponent == 0:
		return x.byeMark()
	case x.game.Result == pairing.Pending:
		return "…"
	case !x.game.Result.Played():
		return map[int]phrase.Text{0: "-", 2: "+"}[own]
	}
	return phrase.Said(halves(own))
}

// byeMark returns a bye as in tables and files, with its value.
func (x cell) byeMark() phrase.Text {
	if x.free {
		return phrase.Of("bye")
	}
	return phrase.Of("bye %s", halves(x.bye.Halves()))
}

// words describes the cell in words.
func (x cell) words(t *Tournament) phrase.Text {
	if x.opponent == 0 {
		return t.byeWords(x.bye)
	}
	name, colour := t.EntrantName(x.opponent), rules.White
	if x.black {
		colour = rules.Black
	}
	switch x.mark() {
	case "…":
		return phrase.Of("plays %s as %s", name, colour)
	case "1":
		return phrase.Of("beat %s as %s", name, colour)
	case "½":
		return phrase.Of("drew with %s as %s", name, colour)
	case "0":
		return phrase.Of("lost to %s as %s", name, colour)
	case "+":
		return phrase.Of("won by forfeit against %s as %s", name, colour)
	}
	return phrase.Of("forfeited against %s as %s", name, colour)
}

// CauseWords says why the tournament was called off or ended early, as part of a sentence.
func (t *Tournament) CauseWords() phrase.Text {
	switch t.Why {
	case bot.ByOrganisers:
		return phrase.Of("its organisers have decided so")
	case bot.NeverAnnounced:
		return phrase.Of("it was never announced")
	case bot.NeverStarted:
		return phrase.Of("it has not begun for %s", bot.DurationWords(Patience))
	case bot.TooFewEntered:
		if t.System == bot.TeamMatch {
			return phrase.Of("a team has no player")
		}
		return phrase.Of("it has %s, and needs %d", phrase.Count(len(t.Entrants), "%d player", "%d players"), t.Least)
	case bot.TooFewLeft:
		return phrase.Of("fewer than two players are left")
	case bot.AllForfeited:
		return phrase.Of("all who were left have forfeited")
	case bot.NoPairing:
		return phrase.Of("no further round can be paired without somebody meeting the same opponent, being left over or having a colour once too often")
	case bot.NobodyPlayed:
		return phrase.Of("nobody has played for %s", bot.DurationWords(Patience))
	case bot.ByCaptain:
		return phrase.Of("a captain has decided so")
	case bot.HostLeft:
		return phrase.Of("its host has left")
	}
	return ""
}
