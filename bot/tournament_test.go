package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/storage"
)

// event is where the games of tournaments are played by test code: a stage
// whose people act at random, but sensibly.
type event struct {
	*stage
	random *rand.Rand
	id     bot.TournamentID
	names  []string
}

// newEvent opens a tournament of a format for some people, and lets all of them enter.
func newEvent(t *testing.T, seed uint64, people int, organise string, arrange ...string) *event {
	e := &event{stage: newStage(t, ""), random: rand.New(rand.NewPCG(seed, 9)), id: 1}
	e.must("boss", "organise "+organise)
	for _, words := range arrange {
		e.must("boss", "arrange 1 "+words)
	}
	e.must("boss", "direct 1 open")
	for n := range people {
		e.names = append(e.names, fmt.Sprintf("p%02d", n+1))
		e.must(e.names[n], "join 1")
	}
	return e
}

// give lets somebody say something.
func (e *event) give(who, text string) error {
	r := saying(who, text)
	r.Organiser = who == "boss"
	e.events++
	r.Event = bot.EventID(fmt.Sprint(e.events))
	e.now = e.now.Add(time.Second)
	_, err := e.service.Handle(context.Background(), r)
	return errors.Join(err, e.service.PairRounds(context.Background()))
}

func (e *event) must(who, text string) {
	e.t.Helper()
	if err := e.give(who, text); err != nil {
		e.t.Fatalf("%s: %s: %v", who, text, err)
	}
}

// allowed lets somebody say something that the state of things may forbid.
func (e *event) allowed(who, text string) {
	e.t.Helper()
	err := e.give(who, text)
	var p *bot.Problem
	if err != nil && (!errors.As(err, &p) || p.Kind == bot.Internal) {
		e.t.Fatalf("%s: %s: %v", who, text, err)
	}
}

// tournament returns the tournament as it stands.
func (e *event) tournament() (t bot.Tournament) {
	e.t.Helper()
	err := e.store.View(context.Background(), func(tx bot.Tx) (err error) {
		t, err = tx.Tournament(e.id)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return t
}

// open lists the games of the tournament that go on.
func (e *event) open() (games []bot.Game) {
	for _, r := range e.tournament().Rounds {
		for _, g := range r.Games {
			if g.Result == pairing.Pending {
				err := e.store.View(context.Background(), func(tx bot.Tx) error {
					game, err := tx.Game(g.ID)
					games = append(games, game)
					return err
				})
				if err != nil {
					e.t.Fatal(err)
				}
			}
		}
	}
	return games
}

// play ends a game: with two moves first, a win of either side or a draw.
func (e *event) play(g bot.Game) {
	white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
	if g.Moves == 0 {
		e.must(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
		e.must(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
	}
	switch e.random.IntN(5) {
	case 0, 1:
		e.must(black, fmt.Sprintf("resign %d confirm", g.ID))
	case 2, 3:
		e.must(white, fmt.Sprintf("resign %d confirm", g.ID))
	default:
		e.must(white, fmt.Sprintf("draw %d", g.ID))
		e.must(black, fmt.Sprintf("draw %d accept", g.ID))
	}
}

// happen lets something out of the ordinary happen now and then.
func (e *event) happen(late *int) {
	who := e.names[e.random.IntN(len(e.names))]
	switch e.random.IntN(40) {
	case 0:
		e.allowed(who, "leave 1 confirm")
	case 1:
		e.allowed("boss", "expel 1 "+who+" he wishes it")
	case 2, 3:
		e.allowed(who, "skip 1")
	case 4, 5:
		*late++
		e.allowed(fmt.Sprintf("late%02d", *late), "join 1")
	case 6:
		if err := e.direct("wait 3d"); err != nil { // all who are to move lose
			e.t.Fatal(err)
		}
	case 7:
		if games := e.open(); len(games) > 0 {
			e.allowed("boss", fmt.Sprintf("adjudicate %d abort neither has come", games[0].ID))
		}
	case 8:
		e.allowed("boss", "direct 1 pause")
		e.allowed("boss", "direct 1 resume")
	}
}

// run plays the tournament to its end.
func (e *event) run(eventful bool) bot.Tournament {
	late := 0
	rare := 1
	if len(e.names) > 16 { // a large one has many games
		rare = 4
	}
	for round := 0; !e.tournament().Over(); round++ {
		if round > 3000 {
			e.t.Fatalf("it does not end: %+v", e.tournament())
		}
		games := e.open()
		if len(games) == 0 {
			if t := e.tournament(); t.System == bot.Ladder {
				if round > 40 {
					e.must("boss", "direct 1 finish confirm")
				} else if n := len(t.Rungs); n > 1 {
					from := 1 + e.random.IntN(n-1)
					to := max(from-1-e.random.IntN(3), 0)
					name := func(rung int) string { return t.Entrants[t.Rungs[rung]-1].User.Name }
					e.allowed(name(from), "climb "+name(to)+" 1")
				}
			} else if err := e.direct("wait 20h"); err != nil { // a date may be waited for
				e.t.Fatal(err)
			}
			continue
		}
		e.play(games[e.random.IntN(len(games))])
		if eventful && e.random.IntN(rare) == 0 {
			e.happen(&late)
		}
	}
	return e.tournament()
}

// TestTournamentsToTheirEnd plays whole tournaments of each format and several
// sizes to their end: quiet ones, whose games must be as many as the format says, and
// eventful ones. The stage checks the store when each has ended.
func TestTournamentsToTheirEnd(t *testing.T) {
	formats := map[string][]string{
		"roundrobin raumschach 1d":               {"games 3"},
		"roundrobin raumschach 2d double groups": {"double yes", "groups 2"},
		"swiss raumschach 1d rated":              {"variants raumschach"},
		"swiss raumschach 2d by dates":           {"every 3d", "within 9d", "late 3"},
		"knockout raumschach 1d":                 {"third yes"},
		"knockout raumschach 1d two games":       {"bestof 2"},
		"knockout raumschach 1d two at once":     {"bestof 2", "games 2", "third yes"},
		"ladder raumschach 1d":                   {},
	}
	seen := census{}
	for organise, arrange := range formats {
		for _, people := range []int{2, 5, 16, 64} {
			large := people == 64 && strings.HasPrefix(organise, "roundrobin") // thousands of games
			if large && strings.HasSuffix(organise, "groups") {
				continue
			}
			if !large {
				t.Run(fmt.Sprintf("%s/%d quiet", organise, people), func(t *testing.T) {
					e := newEvent(t, uint64(people), people, organise, arrange...)
					e.must("boss", "direct 1 start")
					judge(t, e.run(false), people)
				})
			}
			for seed := range uint64(map[int]int{2: 4, 5: 6, 16: 4, 64: 1}[people]) {
				t.Run(fmt.Sprintf("%s/%d eventful %d", organise, people, seed), func(t *testing.T) {
					e := newEvent(t, seed, people, organise, arrange...)
					e.must("boss", "direct 1 start")
					played := e.run(true)
					if played.Phase != bot.Completed {
						t.Errorf("it is %s: %s", played.Phase, played.Why)
					}
					seen.count(played)
				})
			}
		}
	}
	t.Log(seen)
	for _, what := range []string{"left", "late", "half-point bye", "allocated bye", "white forfeits", "black forfeits", "both forfeit", "deciding game", "out by time"} {
		if seen[what] == 0 {
			t.Errorf("in none of the tournaments there was this: %s", what)
		}
	}
}

// census counts what has happened in tournaments.
type census map[string]int

func (c census) count(t bot.Tournament) {
	for _, e := range t.Entrants {
		if e.Gone {
			c["left"]++
		}
		if e.Timeouts >= t.Timeouts {
			c["out by time"]++
		}
		if strings.HasPrefix(e.User.Name, "late") {
			c["late"]++
		}
	}
	for _, r := range t.Rounds {
		for _, b := range r.Byes {
			c[map[pairing.ByeKind]string{pairing.Half: "half-point bye", pairing.Allocated: "allocated bye", pairing.Zero: "zero-point bye"}[b.Kind]]++
		}
		for _, g := range r.Games {
			switch g.Result {
			case pairing.WhiteForfeits:
				c["white forfeits"]++
			case pairing.BlackForfeits:
				c["black forfeits"]++
			case pairing.BothForfeit:
				c["both forfeit"]++
			default:
				c["game"]++
			}
			if g.Decides {
				c["deciding game"]++
			}
		}
	}
}

// judge looks at how a quiet tournament has ended.
func judge(t *testing.T, played bot.Tournament, people int) {
	if played.Phase != bot.Completed || played.Why != "" {
		t.Errorf("it is %s: %s", played.Phase, played.Why)
	}
	games := 0
	for _, r := range played.Rounds {
		games += len(r.Games)
	}
	double := map[bool]int{false: 1, true: 2}[played.Double]
	rounds, least := 0, 0
	switch played.System {
	case bot.RoundRobin:
		per := people / max(played.GroupCount, 1)
		if people == 5 && played.GroupCount == 2 {
			rounds, least = 3*double, (3+1)*double
		} else if per >= 2 {
			rounds, least = (per-1+per%2)*double, max(played.GroupCount, 1)*per*(per-1)/2*double
		} else { // too few for two groups
			rounds, least = double, double
		}
		if games != least {
			t.Errorf("%d games, want %d", games, least)
		}
	case bot.Swiss:
		rounds = map[int]int{2: 1, 5: 4, 16: 5, 64: 7}[people]
		least = rounds * (people / 2)
		if games != least {
			t.Errorf("%d games, want %d", games, least)
		}
	case bot.Knockout:
		rounds = map[int]int{2: 1, 5: 3, 16: 4, 64: 6}[people]
		if games < people-1 || len(played.Winners) != 1 {
			t.Errorf("%d games, winners %v", games, played.Winners)
		}
	case bot.Ladder:
		rounds = 1
	}
	if len(played.Rounds) != rounds {
		t.Errorf("%d rounds, want %d", len(played.Rounds), rounds)
	}
	if len(played.Winners) == 0 {
		t.Error("nobody has won")
	}
}

// TestServerScope lets those of one server enter, from whatever room of it, and nobody else.
func TestServerScope(t *testing.T) {
	e := &event{stage: newStage(t, ""), id: 1}
	server, other := bot.RoomID{Platform: "console", ID: "club"}, bot.RoomID{Platform: "console", ID: "another"}
	said := func(who, room string, within bot.RoomID, text string) error {
		r := saying(who, text)
		r.Room.ID, r.Within, r.Organiser = room, []bot.RoomID{within}, who == "boss"
		e.now = e.now.Add(time.Second)
		_, err := e.service.Handle(context.Background(), r)
		return errors.Join(err, e.service.PairRounds(context.Background()))
	}
	for _, line := range []struct {
		who, room string
		within    bot.RoomID
		text      string
		refused   string
	}{
		{"boss", "hall", server, "organise roundrobin raumschach 1d server Club Cup", ""},
		{"boss", "hall", server, "direct 1 open", ""},
		{"ann", "garden", server, "join 1", ""},
		{"ben", "hall", other, "join 1", "is for those in its server"},
		{"ben", "attic", server, "join", ""},
		{"boss", "garden", server, "direct 1 start", ""},
	} {
		err := said(line.who, line.room, line.within, line.text)
		if line.refused == "" && err != nil || line.refused != "" && (err == nil || !strings.Contains(err.Error(), line.refused)) {
			t.Fatalf("%s: %s: %v", line.who, line.text, err)
		}
	}
	for _, g := range e.open() { // each sees the game where they have entered
		for _, seat := range g.Seats {
			if want := map[string]string{"ann": "garden", "ben": "attic"}[seat.User.Name]; seat.Room.ID != want {
				t.Errorf("%s plays in %s, want %s", seat.User.Name, seat.Room.ID, want)
			}
		}
	}
	if len(e.open()) != 1 {
		t.Errorf("%d games", len(e.open()))
	}
}

// TestCheckFindsWrongTournaments damages a tournament in several ways. Each must be found.
func TestCheckFindsWrongTournaments(t *testing.T) {
	for want, damage := range map[string]func(*bot.Tournament){
		"game 1 has ended":                 func(t *bot.Tournament) { t.Rounds[0].Games[0].Result = pairing.BothForfeit },
		"game 2 is over, or is not":        func(t *bot.Tournament) { t.Rounds[0].Games[1].Result = pairing.WhiteWins },
		"is of other players":              func(t *bot.Tournament) { g := &t.Rounds[0].Games[1]; g.White, g.Black = g.Black, g.White },
		"does not know it":                 func(t *bot.Tournament) { t.Rounds[0].Games[1].ID = 99 },
		"entrant 2 is in round 1 0 times":  func(t *bot.Tournament) { t.Rounds[0].Games = t.Rounds[0].Games[:1] },
		"has a game of 1 against 7":        func(t *bot.Tournament) { t.Rounds[0].Games[0].White, t.Rounds[0].Games[0].Black = 1, 7 },
		"entrant 2 is nobody, or in it":    func(t *bot.Tournament) { t.Entrants[1].Player = t.Entrants[0].Player },
		"closed, and its game 2 goes on":   func(t *bot.Tournament) { t.Rounds[0].Closed = true },
		"it runs, and waits for nothing":   func(t *bot.Tournament) { t.Rounds = nil },
		"a result is of no game":           func(t *bot.Tournament) { t.Rounds[0].Games[0].ID = 0 },
		"have met 2 times":                 func(t *bot.Tournament) { t.Rounds = append(t.Rounds, t.Rounds[0]) },
		"its tournament 1: no such record": func(t *bot.Tournament) { t.ID = 2 },
	} {
		t.Run(want, func(t *testing.T) {
			healthy := newEvent(t, 1, 4, "swiss raumschach")
			healthy.must("boss", "direct 1 start")
			healthy.play(healthy.open()[0])
			sick := storage.Memory()
			tournament := healthy.tournament()
			damage(&tournament)
			// The games and players are copied, the tournament is damaged.
			err := sick.Update(context.Background(), func(to bot.Tx) error {
				return healthy.store.View(context.Background(), func(from bot.Tx) error { return copyRecords(from, to, tournament) })
			})
			if err != nil {
				t.Fatal(err)
			}
			faults, err := bot.Check(context.Background(), sick)
			if err != nil || !strings.Contains(strings.Join(faults, "\n"), want) {
				t.Errorf("found is %q, %v", faults, err)
			}
		})
	}
}

// copyRecords copies the players and games of a store, with another tournament.
func copyRecords(from, to bot.Tx, tournament bot.Tournament) error {
	err := to.PutTournament(tournament)
	for _, e := range tournament.Entrants {
		p, missing := from.Player(e.Player)
		err = errors.Join(err, missing, to.PutPlayer(p))
	}
	games, missing := from.GamesFrom(1, 100)
	err = errors.Join(err, missing)
	for _, g := range games {
		log, missing := from.Log(g.ID)
		err = errors.Join(err, missing, to.PutGame(g))
		for _, entry := range log {
			err = errors.Join(err, to.AppendLog(g.ID, entry))
		}
	}
	return err
}
