package bot_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/rating"
)

// ratedClub simulates players who play rated games of one variant.
type ratedClub struct {
	now     time.Time
	players map[bot.PlayerID]bot.Player
	ratings map[bot.PlayerID]bot.Rating
}

func newRatedClub() *ratedClub {
	return &ratedClub{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), map[bot.PlayerID]bot.Player{}, map[bot.PlayerID]bot.Rating{}}
}

func (c *ratedClub) rating(p bot.PlayerID) bot.Rating {
	r, ok := c.ratings[p]
	if !ok {
		return bot.Rating{Player: p, Rating: rating.New(), At: c.now}
	}
	r.Age(c.now)
	return r
}

func (c *ratedClub) player(p bot.PlayerID) bot.Player {
	if known, ok := c.players[p]; ok {
		return known
	}
	return bot.Player{ID: p}
}

// play rates a game, unless the players have already played too many.
func (c *ratedClub) play(white, black bot.PlayerID, score rating.Score) {
	w, b := c.rating(white), c.rating(black)
	if !w.MayRate(c.player(black), c.now) || !b.MayRate(c.player(white), c.now) {
		return
	}
	c.ratings[white], _ = w.Play(c.player(black), b, score, c.now)
	c.ratings[black], _ = b.Play(c.player(white), w, 1-score, c.now)
}

// forget replaces an account by a new one of the same person.
func (c *ratedClub) forget(p, next bot.PlayerID) {
	delete(c.ratings, p)
	c.players[next] = bot.Player{ID: next, Former: append(slices.Clone(c.player(p).Former), p)}
}

// establish gives accounts established ratings.
func (c *ratedClub) establish(value float64, accounts ...bot.PlayerID) {
	for _, p := range accounts {
		c.ratings[p] = bot.Rating{Player: p, Rating: rating.Rating{Value: value, Deviation: 60, Volatility: 0.06}, At: c.now,
			Wins: 20, Losses: 20, Since: c.now.Add(-200 * bot.Day), Met: []bot.PlayerID{900, 901, 902}}
	}
}

// TestFarmedGames lets cheats arrange a hundred games, and checks after each how far anybody's
// rating has moved.
func TestFarmedGames(t *testing.T) {
	const main, games, most = bot.PlayerID(1), 100, 60.0
	accounts := func(n int) (all []bot.PlayerID) {
		for i := range n {
			all = append(all, bot.PlayerID(i+2))
		}
		return all
	}
	for name, farm := range map[string]func(c *ratedClub, i int){
		"two accounts in an hour":       func(c *ratedClub, _ int) { c.play(main, 2, rating.Win) },
		"two accounts, a game a day":    func(c *ratedClub, _ int) { c.play(main, 2, rating.Win); c.now = c.now.Add(bot.Day) },
		"two accounts that take turns":  func(c *ratedClub, i int) { c.play(main, 2, rating.Score(i/8%2)); c.now = c.now.Add(bot.Day / 2) },
		"a first low, then high":        func(c *ratedClub, i int) { c.play(main, bot.PlayerID(i+2), rating.Score(min(i/50, 1))) },
		"twenty accounts in an hour":    func(c *ratedClub, i int) { c.play(main, accounts(20)[i%20], rating.Win) },
		"twenty accounts, a game a day": func(c *ratedClub, i int) { c.play(main, accounts(20)[i%20], rating.Win); c.now = c.now.Add(bot.Day) },
		"a hundred accounts":            func(c *ratedClub, i int) { c.play(main, bot.PlayerID(i+2), rating.Win) },
		"the loser is forgotten after each": func(c *ratedClub, i int) {
			c.play(main, bot.PlayerID(i+2), rating.Win)
			c.forget(bot.PlayerID(i+2), bot.PlayerID(i+3))
		},
		"the loser is forgotten each day": func(c *ratedClub, i int) {
			c.play(main, bot.PlayerID(i+2), rating.Win)
			c.forget(bot.PlayerID(i+2), bot.PlayerID(i+3))
			c.now = c.now.Add(bot.Day)
		},
		"accounts feed each other, then one": func(c *ratedClub, i int) {
			feeders := accounts(8)
			if i < 56 {
				c.play(feeders[i%8], feeders[(i+1+i/8)%8], rating.Score(i%2))
				return
			}
			c.play(main, feeders[i%8], rating.Win)
			c.now = c.now.Add(bot.Day / 4)
		},
		"a chain, each fed by the one before": func(c *ratedClub, i int) { c.play(bot.PlayerID(i/10+2), bot.PlayerID(i/10+1), rating.Win) },
		"established friends": func(c *ratedClub, i int) {
			if i == 0 {
				c.establish(1600, main, 2)
			}
			c.play(main, 2, rating.Win)
			c.now = c.now.Add(bot.Day / 2)
		},
		"twenty established accounts, a newcomer": func(c *ratedClub, i int) {
			if i == 0 {
				c.establish(1700, accounts(20)...)
			}
			c.play(main, accounts(20)[i%20], rating.Win)
			c.now = c.now.Add(6 * time.Hour)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newRatedClub()
			start := map[bot.PlayerID]float64{}
			worst := 0.0
			for i := range games {
				farm(c, i)
				for p, r := range c.ratings {
					if _, known := start[p]; !known {
						start[p] = 1500
						if r.Games() >= 40 { // the attacker's rating was established
							start[p] = math.Round(r.Value/100) * 100
						}
					}
					worst = max(worst, math.Abs(r.Value-start[p]))
				}
			}
			if worst > most {
				t.Errorf("%d games have moved a rating by %.0f points, more than %.0f", games, worst, most)
			}
			if worst < 5 {
				t.Errorf("nothing has happened: the most is %.1f points", worst)
			}
			t.Logf("%.1f points", worst)
		})
	}
}

// TestBoundsHoldForEveryStretch plays random games and compares the ratings at all pairs of moments
// less than 30 days apart.
func TestBoundsHoldForEveryStretch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := newRatedClub()
	c.establish(1500, 2, 3, 4, 5, 6)
	type at struct {
		time  time.Time
		value float64
	}
	moments := []at{{c.now, 1500}}
	for range 600 {
		c.play(1, bot.PlayerID(2+random.IntN(8)), []rating.Score{rating.Loss, rating.Draw, rating.Win, rating.Win}[random.IntN(4)])
		moments = append(moments, at{c.now, c.rating(1).Value})
		c.now = c.now.Add(time.Duration(random.IntN(30)) * time.Hour)
	}
	for i, from := range moments {
		for _, to := range moments[i:] {
			if to.time.Sub(from.time) < 30*bot.Day && math.Abs(to.value-from.value) > 60.001 {
				t.Fatalf("from %v to %v it moves from %v to %v", from.time, to.time, from.value, to.value)
			}
		}
	}
}

// TestHonestRatingsConverge lets people of known strength play as many rated games as
// correspondence players do, and checks that their ratings approach it: in a new club, and for a
// strong newcomer to an old club.
func TestHonestRatingsConverge(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	c := newRatedClub()
	strength := map[bot.PlayerID]float64{}
	for p := range bot.PlayerID(24) {
		strength[p+1] = 1500 + float64(p)*600/23 - 300
	}
	season := func(p int) { // three months in which everybody plays about a game a week
		for range 13 {
			order := random.Perm(p)
			for i := 0; i+1 < p; i += 2 {
				a, b := bot.PlayerID(order[i]+1), bot.PlayerID(order[i+1]+1)
				score := rating.Loss
				if random.Float64() < 1/(1+math.Pow(10, (strength[b]-strength[a])/400)) {
					score = rating.Win
				}
				c.play(a, b, score)
			}
			c.now = c.now.Add(7 * bot.Day)
		}
	}
	off := func() (mean float64) { // the mean error, not counting an offset common to all
		var shift float64
		for p, s := range strength {
			shift += (c.rating(p).Value - s) / float64(len(strength))
		}
		for p, s := range strength {
			mean += math.Abs(c.rating(p).Value-s-shift) / float64(len(strength))
		}
		return mean
	}
	begin := off()
	var course []float64
	for range 8 {
		season(24)
		course = append(course, math.Round(off()))
	}
	t.Logf("off by %.0f at the start, then by season %v", begin, course)
	if course[3] > begin/2 || course[7] > begin/3 {
		t.Errorf("off by %.0f at the start, then by season %v", begin, course)
	}
	strength[25] = 1900
	before := 1900 - c.rating(25).Value
	for range 4 {
		season(25)
		t.Logf("the newcomer of 1900 has %v", c.rating(25))
	}
	if after := math.Abs(1900 - c.rating(25).Value); after > before/2 {
		t.Errorf("a newcomer is off by %.0f, and by %.0f after a year", before, after)
	}
}

// TestSeed checks that players with provisional ratings are seeded as beginners.
func TestSeed(t *testing.T) {
	sure := bot.Rating{Rating: rating.Rating{Value: 1712.4, Deviation: 80}}
	unsure := bot.Rating{Rating: rating.Rating{Value: 1712.4, Deviation: 200}}
	if sure.Seed() != 1712 || unsure.Seed() != 1500 {
		t.Errorf("seeds of %d and %d, want 1712 and 1500", sure.Seed(), unsure.Seed())
	}
}

func TestLongEnough(t *testing.T) {
	for _, c := range []struct {
		reason bot.Reason
		plies  int
		want   bool
	}{
		{bot.ByResignation, 5, false}, {bot.ByResignation, 6, true}, {bot.ByAgreement, 5, false}, {bot.OnTime, 5, false}, {bot.OnTime, 6, true},
		{bot.ByCheckmate, 3, false}, {bot.ByCheckmate, 4, true},
	} {
		g := bot.Game{Moves: c.plies, Result: &bot.Result{Reason: c.reason}}
		if got := g.LongEnough(); got != c.want {
			t.Errorf("%d plies, %s: %v", c.plies, c.reason, got)
		}
	}
}
