package leaguetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/league"
	"raumbot/bot/pairing"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// Report counts what has happened in a league.
type Report struct {
	Seasons, Divisions, Games     int
	Tables, Exact                 int // how often ranges were shown, and how often exact ones
	Longest                       time.Duration
	OnTime, Adjudicated, NotBegun int // results of these kinds
	Withdrawn, Forgotten, SatOut  int // players
	Up, Down                      int // moves between divisions
	Outages                       int
}

// player is somebody who plays in a league.
type player struct {
	league.Entrant
	strength float64
	speed    float64 // the probability of a move in an hour
	vanished bool    // does not move any more
	out      bool    // never enters again
	playing  bool    // is in a division of this season
	bank     time.Duration
	late     int // losses on time in a row
}

// match is a game that is being played.
type match struct {
	*bot.TournamentGame
	sides         [2]*player
	moves, length int
	lead          float64 // the final advantage of White: a win from 1 on, a loss from -1 on
	deadline      bot.Moment
	drawn         time.Duration
	division      int
}

// simulation is a league with its clock.
type simulation struct {
	*rand.Rand
	Report
	calendar  time.Time
	uptime    bot.Uptime
	players   map[bot.PlayerID]*player
	wanted    int
	last      [][]bot.PlayerID
	divisions []*Division
	matches   []*match
}

const (
	perMove  = 2 * bot.Day
	timeouts = 2 // so many losses on time in a row remove a player
)

// Play plays the seasons of a league with so many players, whose clock stands still when the bot
// is down. Players are of different strength and speed. Some sit out, withdraw, vanish or are
// forgotten, and new ones replace them. Play returns an error as soon as a promise is broken.
func Play(players, seasons int, seed uint64) (Report, error) {
	s := &simulation{Rand: rand.New(rand.NewPCG(seed, 1)), calendar: time.Date(2030, 1, 7, 0, 0, 0, 0, time.UTC), players: map[bot.PlayerID]*player{}, wanted: players}
	s.uptime = s.uptime.Tick(s.calendar)
	for range seasons {
		if err := s.season(); err != nil {
			return s.Report, fmt.Errorf("season %d: %w", s.Seasons+1, err)
		}
		s.Seasons++
	}
	return s.Report, nil
}

// season plays a season.
func (s *simulation) season() error {
	if err := s.begin(); err != nil {
		return err
	}
	ends := s.uptime.Moment().Plus(league.UsualSeason * 7 * bot.Day)
	for s.uptime.Moment() < ends {
		s.wait()
		if err := s.leave(); err != nil {
			return err
		}
		s.start()
		for _, m := range slices.Clone(s.matches) {
			if err := s.turn(m); err != nil {
				return err
			}
		}
	}
	if err := s.adjudicate(); err != nil {
		return err
	}
	return s.finish()
}

// begin divides the players who enter.
func (s *simulation) begin() error {
	var entrants []league.Entrant
	for id := range len(s.players) {
		p := s.players[bot.PlayerID(id+1)]
		switch chance := s.Float64(); {
		case p.out:
		case p.playing && chance < 0.08, !p.playing && chance < 0.5:
			s.SatOut++
			p.playing = false
		default:
			entrants = append(entrants, p.Entrant)
		}
	}
	for len(entrants) < s.wanted {
		p := &player{strength: 1500 + 300*s.NormFloat64(), speed: 1 / (3 + 20*s.Float64()*s.Float64())}
		p.Player, p.Rating = bot.PlayerID(len(s.players)+1), rating.New()
		if s.IntN(5) == 0 { // known from other games
			p.Rating = rating.Rating{Value: p.strength, Deviation: 70, Volatility: 0.06}
		}
		s.players[p.Player] = p
		entrants = append(entrants, p.Entrant)
	}
	divisions := league.Divide(s.last, entrants)
	if err := CheckDivisions(s.last, entrants, divisions); err != nil {
		return err
	}
	was := map[bot.PlayerID]int{}
	for i, table := range s.last {
		for _, id := range table {
			was[id] = i + 1
		}
	}
	s.divisions, s.matches = nil, nil
	for _, p := range s.players {
		p.playing = false
	}
	for i, members := range divisions {
		d := NewDivision(members)
		if err := d.PairAll(); err != nil {
			return err
		}
		s.divisions = append(s.divisions, d)
		for _, id := range members {
			p := s.players[id]
			p.playing, p.Left, p.bank, p.late = true, i+1, league.Bank(league.UsualSeason), 0
			switch from := was[id]; {
			case from > i+1:
				s.Up++
			case from > 0 && from < i+1:
				s.Down++
			}
		}
	}
	s.Divisions += len(divisions)
	return s.show(s.divisions...)
}

// wait lets an hour pass while the bot runs. Sometimes there is an outage before.
func (s *simulation) wait() {
	if s.IntN(400) == 0 {
		s.Outages++
		s.calendar = s.calendar.Add(time.Duration(1+s.IntN(72)) * time.Hour)
		before := s.uptime.Moment()
		if s.uptime = s.uptime.Tick(s.calendar); s.uptime.Moment() != before {
			panic("an outage has cost time")
		}
	}
	for range 60 {
		s.calendar = s.calendar.Add(bot.Heartbeat)
		s.uptime = s.uptime.Tick(s.calendar)
	}
}

// leave has players leave the league in the middle of a season.
func (s *simulation) leave() error {
	for _, d := range s.divisions {
		for i, e := range d.Entrants {
			p := s.players[e.Player]
			switch chance := s.IntN(100_000); {
			case e.Gone || chance >= 10:
			case chance < 3:
				p.vanished, p.out = true, true
			case chance < 6:
				s.Forgotten++
				p.out = true
				fallthrough
			default:
				s.Withdrawn++
				d.Withdraw(i + 1)
				if err := s.show(d); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// start begins the games for which both players have time.
func (s *simulation) start() {
	s.matches = slices.DeleteFunc(s.matches, func(m *match) bool { return m.Result != pairing.Pending })
	busy := map[bot.PlayerID]int{}
	for _, m := range s.matches {
		busy[m.sides[0].Player]++
		busy[m.sides[1].Player]++
	}
	for i, d := range s.divisions {
		for _, g := range Open(d.Tournament) {
			white, black := s.players[d.Entrants[g.White-1].Player], s.players[d.Entrants[g.Black-1].Player]
			if g.ID != 0 || max(busy[white.Player], busy[black.Player]) >= d.AtOnce {
				continue
			}
			busy[white.Player]++
			busy[black.Player]++
			g.ID = 1
			s.matches = append(s.matches, &match{TournamentGame: g, sides: [2]*player{white, black}, length: 20 + s.IntN(80), division: i,
				lead: (white.strength-black.strength)/250 + 1.2*s.NormFloat64(), deadline: s.uptime.Moment().Plus(perMove)})
		}
	}
}

// turn lets the player to move in a game play, or lose on time.
func (s *simulation) turn(m *match) error {
	side := m.moves % 2
	p, now := m.sides[side], s.uptime.Moment()
	switch {
	case m.Result != pairing.Pending:
		return nil
	case !p.vanished && s.Float64() < p.speed:
		p.bank += league.Unused(m.drawn, now.Until(m.deadline))
		m.moves, m.drawn, m.deadline, p.late = m.moves+1, 0, now.Plus(perMove), 0
		if m.moves < m.length {
			return nil
		}
		return s.end(m, m.lead)
	case now < m.deadline:
		return nil
	}
	if drawn, rest := league.Draw(p.bank); m.moves >= 2 && drawn > 0 {
		m.drawn, p.bank, m.deadline = m.drawn+drawn, rest, m.deadline.Plus(drawn)
		return nil
	}
	s.OnTime++
	p.late++
	if err := s.end(m, float64(2*(side*2-1))); err != nil || p.late < timeouts {
		return err
	}
	d := s.divisions[m.division]
	d.Withdraw([2]int{m.White, m.Black}[side])
	return s.show(d)
}

// end ends a game with a lead for White, and rates it.
func (s *simulation) end(m *match, lead float64) error {
	s.Games++
	scores := [2]rating.Score{rating.Draw, rating.Draw}
	m.Result = pairing.Drawn
	switch {
	case lead >= 1 && m.moves < 2:
		m.Result = pairing.BlackForfeits
	case lead >= 1:
		m.Result, scores = pairing.WhiteWins, [2]rating.Score{rating.Win, rating.Loss}
	case lead <= -1 && m.moves < 2:
		m.Result = pairing.WhiteForfeits
	case lead <= -1:
		m.Result, scores = pairing.BlackWins, [2]rating.Score{rating.Loss, rating.Win}
	}
	if m.Result.Played() {
		white, black := m.sides[0].Rating, m.sides[1].Rating
		m.sides[0].Rating = rating.Rate(white, []rating.Result{{Against: black, Score: scores[0]}})
		m.sides[1].Rating = rating.Rate(black, []rating.Result{{Against: white, Score: scores[1]}})
	}
	return s.show(s.divisions[m.division])
}

// adjudicate ends the games that are open at the end of the season, in any order. The bot may be
// down in between.
func (s *simulation) adjudicate() error {
	s.start()
	s.Shuffle(len(s.matches), func(i, j int) { s.matches[i], s.matches[j] = s.matches[j], s.matches[i] })
	for _, m := range s.matches {
		if s.IntN(100) == 0 {
			s.wait()
		}
		var opinion *bot.Judged
		if s.IntN(5) > 0 {
			opinion = &bot.Judged{Score: int(300*m.lead*float64(m.moves)/float64(m.length) + 50*s.NormFloat64())}
		}
		lead := 0.0
		if winner := league.Adjudicate(opinion); winner != nil && *winner == rules.White {
			lead = math.Inf(1)
		} else if winner != nil {
			lead = math.Inf(-1)
		}
		s.Adjudicated++
		if err := s.end(m, lead); err != nil {
			return err
		}
	}
	for _, d := range s.divisions {
		for _, g := range Open(d.Tournament) {
			s.NotBegun++
			g.Result = pairing.Drawn
			if err := s.show(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish ends the divisions. Their final tables are the last ones of the next season.
func (s *simulation) finish() error {
	s.last = nil
	for i, d := range s.divisions {
		places, err := d.Finish()
		if err != nil {
			return fmt.Errorf("division %d: %w", i+1, err)
		}
		var table []bot.PlayerID
		for _, p := range places {
			table = append(table, d.Entrants[p.Entrant-1].Player)
		}
		s.last = append(s.last, table)
		s.Tables, s.Exact, s.Longest = s.Tables+d.Tables, s.Exact+d.Exact, max(s.Longest, d.Longest)
	}
	return nil
}

// show shows the ranges of divisions.
func (s *simulation) show(divisions ...*Division) error {
	for _, d := range divisions {
		if err := d.Show(); err != nil {
			return err
		}
	}
	return nil
}
