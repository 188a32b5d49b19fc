// Package match plays matches between engines and estimates the difference in strength.
package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// A Player chooses moves.
type Player interface {
	// Move returns a legal move in a game that is not over. A player who returns an illegal move or an
	// error loses the game: by resignation if the error is [ErrResigned], else by forfeit.
	Move(ctx context.Context, game *rules.Game) (rules.Move, error)
}

// ErrResigned is returned by [Player.Move] instead of a move in order to resign.
var ErrResigned = errors.New("resigned")

// A Starter is a player who is told when a game begins. An error loses the game.
type Starter interface {
	Start(ctx context.Context) error
}

// An Assessor is a player who assesses the game. A game is over as soon as the assessments of both
// players agree.
type Assessor interface {
	// Standing returns 1 if the player is sure to be winning, -1 if the player is sure to be losing,
	// and 0 otherwise.
	Standing() int
	// Even reports whether the player agrees to a draw.
	Even() bool
}

// A Forfeit says why a player lost a game otherwise than on the board.
type Forfeit struct {
	Side rules.Side
	Ply  int
	Err  error
}

// Error implements error.
func (f *Forfeit) Error() string {
	return fmt.Sprintf("%s forfeits the game at ply %d: %v", f.Side, f.Ply, f.Err)
}

// Unwrap returns the player's error.
func (f *Forfeit) Unwrap() error { return f.Err }

// Result counts games from the first player's point of view.
type Result struct {
	Wins, Draws, Losses int
	// Pairs counts the pairs of games from one opening by the first player's half points, 0 to 4.
	Pairs [5]int
	// Forfeits holds a sentence for each game that was lost by an illegal move, an error, or a missing
	// answer.
	Forfeits []string
}

// Add adds another result.
func (r *Result) Add(other Result) {
	r.Wins += other.Wins
	r.Draws += other.Draws
	r.Losses += other.Losses
	for i, n := range other.Pairs {
		r.Pairs[i] += n
	}
	r.Forfeits = append(r.Forfeits, other.Forfeits...)
}

// Games returns the number of games.
func (r Result) Games() int { return r.Wins + r.Draws + r.Losses }

// Score returns the first player's share of the points.
func (r Result) Score() float64 {
	return (float64(r.Wins) + float64(r.Draws)/2) / float64(max(1, r.Games()))
}

// Elo returns the rating difference that corresponds to the score, with its 95 % confidence
// interval. The interval is derived from the variance of the pairs, because two games from one
// opening are not independent. It is infinite if one side won all games.
func (r Result) Elo() (elo, low, high float64) {
	mean, deviation, pairs := r.spread()
	if pairs < 2 {
		return difference(mean), math.Inf(-1), math.Inf(1)
	}
	const width = 1.96
	deviation /= math.Sqrt(pairs)
	return difference(mean), difference(mean - width*deviation), difference(mean + width*deviation)
}

// spread returns the mean of the pairs' shares of the points, their standard deviation, and their
// number.
func (r Result) spread() (mean, deviation, pairs float64) {
	mean = r.Score()
	scatter := 0.0
	for i, n := range r.Pairs {
		pairs += float64(n)
		scatter += float64(n) * (float64(i)/4 - mean) * (float64(i)/4 - mean)
	}
	return mean, math.Sqrt(scatter / max(1, pairs-1)), pairs
}

// Decided is the log-likelihood ratio at which a sequential test with errors of 5 % ends.
const Decided = 2.944

// Likelihood returns the log-likelihood ratio between two hypotheses: that the first player is
// stronger by more Elo, and that they are stronger by less. In a sequential probability ratio test
// the former is accepted at [Decided], the latter at -Decided. The distribution of the pairs is
// assumed to be normal.
func (r Result) Likelihood(less, more float64) float64 {
	mean, _, pairs := r.spread()
	// A few pairs with the same result say little about the variance, so one more pair of every kind
	// is counted for it.
	doubted := r
	doubted.Wins, doubted.Losses = r.Wins+len(r.Pairs), r.Losses+len(r.Pairs)
	for i := range doubted.Pairs {
		doubted.Pairs[i]++
	}
	_, deviation, _ := doubted.spread()
	s0, s1 := expected(less), expected(more)
	return pairs * (s1 - s0) * (2*mean - s0 - s1) / (2 * deviation * deviation)
}

// expected returns the score that corresponds to an Elo difference.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// difference returns the Elo difference that corresponds to a score.
func difference(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// String sums the result up in a line.
func (r Result) String() string {
	return fmt.Sprintf("%d games, +%d =%d -%d, %.1f %%, %s", r.Games(), r.Wins, r.Draws, r.Losses, 100*r.Score(), r.eloWords())
}

// eloWords describes the Elo difference and its interval, as far as the games determine them.
func (r Result) eloWords() string {
	const few = "no interval yet: too few games"
	elo, low, high := r.Elo()
	_, deviation, pairs := r.spread()
	// With 95 % confidence, the probability that a pair ends in the way in which all pairs have ended
	// is at least this.
	surely := math.Pow(0.05, 1/max(1, pairs))
	switch {
	case r.Games() == 0 || math.IsInf(elo, 0) && pairs < 2:
		return "no Elo yet: too few games"
	case math.IsInf(elo, 1):
		return fmt.Sprintf("Elo above %s (95 %%)", signed(difference(surely)))
	case math.IsInf(elo, -1):
		return fmt.Sprintf("Elo below %s (95 %%)", signed(difference(1-surely)))
	case pairs < 2 || deviation == 0 || math.IsInf(low, 0) && math.IsInf(high, 0):
		return fmt.Sprintf("Elo %s (%s)", signed(elo), few)
	case math.IsInf(high, 0):
		return fmt.Sprintf("Elo %s (95 %%: above %s)", signed(elo), signed(low))
	case math.IsInf(low, 0):
		return fmt.Sprintf("Elo %s (95 %%: below %s)", signed(elo), signed(high))
	}
	return fmt.Sprintf("Elo %s (95 %%: %s to %s)", signed(elo), signed(low), signed(high))
}

// signed writes an Elo difference in whole points with its sign, +0 for none.
func signed(elo float64) string {
	return fmt.Sprintf("%+d", int(math.Round(elo)))
}

// maxPlies limits the length of games. Games on large boards take more than 400 plies.
const maxPlies = 800

// Play plays pairs of games of a variant from random openings, each with both colours. If after is
// not nil, it is called after each pair.
func Play(ctx context.Context, v *rules.Variant, a, b Player, pairs int, seed uint64, after func(Result)) (Result, error) {
	var r Result
	random := rand.New(rand.NewPCG(seed, 1907))
	for range pairs {
		opening := Opening(ctx, v, random)
		points := 0
		for _, first := range []bool{true, false} {
			white, black := a, b
			if !first {
				white, black = b, a
			}
			half, err := Game(ctx, opening, white, black)
			if forfeit := (*Forfeit)(nil); errors.As(err, &forfeit) {
				whose := "second"
				if first == (forfeit.Side == rules.White) {
					whose = "first"
				}
				r.Forfeits = append(r.Forfeits, fmt.Sprintf("%s, the %s player: %v", v.Name, whose, forfeit))
			} else if err != nil {
				return r, err
			}
			if !first {
				half = 2 - half
			}
			points += half
			switch half {
			case 2:
				r.Wins++
			case 1:
				r.Draws++
			default:
				r.Losses++
			}
		}
		r.Pairs[points]++
		if after != nil {
			after(r)
		}
	}
	return r, nil
}

// A game is adjudicated when for some plies one player has had at least twice the other's material
// and a large lead. Such games are no longer lost or drawn, and nothing else saves as much time on
// boards of 512 cells.
const (
	lasting = 16
	ample   = 3000
)

// ahead returns the player with an overwhelming lead in material; ok is false if there is none.
func ahead(p *rules.Position) (s rules.Side, ok bool) {
	material := engine.Material(p)
	for _, s := range []rules.Side{rules.White, rules.Black} {
		if material[s] >= 2*material[s.Other()]+ample {
			return s, true
		}
	}
	return rules.White, false
}

// leads holds, for each side, for how many plies it has had an overwhelming lead.
type leads [2]int

// adjudicate takes the next position of a game into account. It returns White's half points if the
// lead of one side has lasted long enough.
func (l *leads) adjudicate(p *rules.Position) (half int, ok bool) {
	leader, leads := ahead(p)
	for s := range l {
		if leads && rules.Side(s) == leader {
			l[s]++
		} else {
			l[s] = 0
		}
	}
	if l[rules.White] >= lasting {
		return 2, true
	}
	return 0, l[rules.Black] >= lasting
}

// Game plays a game from a position and returns White's half points. The error is a [*Forfeit] if a
// player failed. Any other error means that there is no result.
func Game(ctx context.Context, start *rules.Position, white, black Player) (int, error) {
	g := rules.NewGameFrom(start)
	players := [2]Player{rules.White: white, rules.Black: black}
	fails := func(s rules.Side, err error) (int, error) {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		half := 0
		if s == rules.Black {
			half = 2
		}
		if errors.Is(err, ErrResigned) {
			return half, nil
		}
		return half, &Forfeit{s, g.Ply(), err}
	}
	for s, player := range players {
		if starter, ok := player.(Starter); ok {
			if err := starter.Start(ctx); err != nil {
				return fails(rules.Side(s), err)
			}
		}
	}
	var leads leads
	for !g.Outcome().Over() && g.Claimable() == rules.NotEnded && g.Ply() < maxPlies {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		turn := g.Position().Turn()
		m, err := players[turn].Move(ctx, g)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return fails(turn, err)
		}
		half, decided := leads.adjudicate(g.Position())
		if !decided {
			half, decided = agreed(players)
		}
		if decided && !g.Outcome().Over() {
			return half, nil
		}
	}
	o := g.Outcome()
	switch {
	case !o.Won:
		return 1, nil
	case o.Winner == rules.White:
		return 2, nil
	}
	return 0, nil
}

// agreed returns White's half points if both players are sure of the same result, or agree to a
// draw.
func agreed(players [2]Player) (half int, ok bool) {
	white, ok := players[rules.White].(Assessor)
	black, both := players[rules.Black].(Assessor)
	switch {
	case !ok || !both:
		return 0, false
	case white.Even() && black.Even():
		return 1, true
	}
	standing := white.Standing()
	return 1 + standing, standing != 0 && standing == -black.Standing()
}

// Opening plays random plies, more on large boards, until the position is roughly even. It
// evaluates by the formula alone, so that tuned values change no opening.
func Opening(ctx context.Context, v *rules.Variant, random *rand.Rand) *rules.Position {
	const limit, nodes, large = 150, 1000, 300
	least := 4
	if v.Board.Len() > large {
		least = 8
	}
	e := engine.Formula(1 << 20)
	for {
		g := rules.NewGame(v)
		for range least + random.IntN(5) {
			legal := g.Position().Legal()
			if len(legal) == 0 {
				break
			}
			if g.Play(legal[random.IntN(len(legal))]) != nil {
				break
			}
		}
		info := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
		if len(info.Lines) > 0 && max(info.Lines[0].Score, -info.Lines[0].Score) <= limit || ctx.Err() != nil {
			return g.Position()
		}
	}
}
