// Package rating computes ratings by Glicko-2, from Mark E. Glickman,
// "Example of the Glicko-2 system" (2012, revised 2022); step numbers below are those of the paper.
//
//	white, black := rating.New(), rating.New()
//	white, black = rating.Rate(white, []rating.Result{{Against: black, Score: rating.Win}}),
//		rating.Rate(black, []rating.Result{{Against: white, Score: rating.Loss}})
package rating

import "math"

// Rating is an estimate of a player's strength.
type Rating struct {
	// Value is on the usual scale, on which 200 points more mean three wins in four games.
	Value float64
	// Deviation is the standard error of Value: with 95 % probability the
	// player's strength is within two deviations.
	Deviation float64
	// Volatility is how erratic the player's results are.
	Volatility float64
}

// The rating of a new player, and the deviation above which a rating
// is provisional.
const (
	startValue      = 1500
	startDeviation  = 350
	startVolatility = 0.06
	provisional     = 110
)

// tau limits how fast the volatility changes. Glickman suggests 0.3 to 1.2. Small values suit
// players who play few games.
const tau = 0.5

// scale is the ratio between the displayed scale and the paper's internal one.
const scale = 173.7178

// New returns the rating of a new player.
func New() Rating {
	return Rating{startValue, startDeviation, startVolatility}
}

// Provisional reports whether the rating is too uncertain for rankings.
func (r Rating) Provisional() bool { return r.Deviation > provisional }

// Score is the outcome of a game for the player rated.
type Score float64

// The scores.
const (
	Loss Score = 0
	Draw Score = 0.5
	Win  Score = 1
)

// Result is a game against an opponent, with the opponent's rating
// before it.
type Result struct {
	Against Rating
	Score   Score
}

func (r Rating) mu() float64  { return (r.Value - startValue) / scale }
func (r Rating) phi() float64 { return r.Deviation / scale }

// weight is the paper's g: how much a result counts, given the opponent's
// deviation.
func weight(phi float64) float64 {
	return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
}

// expected is the paper's E.
func expected(mu, muOther, phiOther float64) float64 {
	return 1 / (1 + math.Exp(-weight(phiOther)*(mu-muOther)))
}

// Rate returns the rating after one rating period with the results. Without results
// only the deviation grows, up to that of a new player.
func Rate(r Rating, results []Result) Rating {
	if len(results) == 0 {
		return Idle(r, 1)
	}
	mu, phi := r.mu(), r.phi()
	var information, surplus float64 // step 3 and 4
	for _, result := range results {
		g := weight(result.Against.phi())
		e := expected(mu, result.Against.mu(), result.Against.phi())
		information += g * g * e * (1 - e)
		surplus += g * (float64(result.Score) - e)
	}
	variance := 1 / information
	sigma := volatility(phi, r.Volatility, variance, variance*surplus)
	before := math.Hypot(phi, sigma)                     // step 6
	after := 1 / math.Sqrt(1/(before*before)+1/variance) // step 7
	return Rating{
		Value:      (mu+after*after*surplus)*scale + startValue,
		Deviation:  min(after*scale, startDeviation),
		Volatility: sigma,
	}
}

// Idle returns the rating after a number of periods, possibly fractional,
// without a game.
func Idle(r Rating, periods float64) Rating {
	if periods > 0 {
		r.Deviation = min(scale*math.Sqrt(r.phi()*r.phi()+periods*r.Volatility*r.Volatility), startDeviation)
	}
	return r
}

// volatility computes the new volatility by the Illinois algorithm (step 5).
func volatility(phi, sigma, variance, delta float64) float64 {
	const tolerance = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		sum := phi*phi + variance + e
		return e*(delta*delta-sum)/(2*sum*sum) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if delta*delta > phi*phi+variance {
		high = math.Log(delta*delta - phi*phi - variance)
	} else {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
