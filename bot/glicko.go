package bot

import "math"

// Glicko-2 after Mark Glickman, "Example of the Glicko-2 system" (2013); the
// steps named below are that paper's.

// strength is a rating on the scale of players: 1500 is average.
type strength struct {
	Value      float64
	Deviation  float64
	Volatility float64
}

// unknown is the strength of somebody who has not played (step 1).
var unknown = strength{Value: 1500, Deviation: 350, Volatility: 0.06}

const (
	// glickoScale turns ratings into the unit that the formulas are written in (step 2).
	glickoScale = 173.7178
	// glickoTau bounds how fast volatility changes.
	glickoTau = 0.5
	// glickoPrecision ends the iteration of step 5.
	glickoPrecision = 0.000001
	// maxDeviation is that of somebody of whom nothing is known.
	maxDeviation = 350
)

// encounter is a game as it counts for one player.
type encounter struct {
	opponent strength
	score    float64 // 1, 0.5 or 0
}

// aged returns the strength after a time without games, in rating periods (step 6).
func (s strength) aged(periods float64) strength {
	phi := s.Deviation / glickoScale
	s.Deviation = min(glickoScale*math.Sqrt(phi*phi+periods*s.Volatility*s.Volatility), maxDeviation)
	return s
}

// after returns the strength after games that count as one rating period. There must be at least one.
// The deviation is taken as aged already up to the period's end, but for the change of volatility.
func (s strength) after(games []encounter) strength {
	mu, phi := (s.Value-unknown.Value)/glickoScale, s.Deviation/glickoScale
	var information, surprise float64 // steps 3 and 4
	for _, e := range games {
		g := weight(e.opponent.Deviation / glickoScale)
		expected := 1 / (1 + math.Exp(-g*(mu-(e.opponent.Value-unknown.Value)/glickoScale)))
		information += g * g * expected * (1 - expected)
		surprise += g * (e.score - expected)
	}
	variance := 1 / information
	sigma := newVolatility(s.Volatility, phi, variance, variance*surprise)
	phiBefore := math.Sqrt(phi*phi + sigma*sigma) // step 6
	phi = 1 / math.Sqrt(1/(phiBefore*phiBefore)+information)
	mu += phi * phi * surprise // step 7
	return strength{Value: unknown.Value + glickoScale*mu, Deviation: min(glickoScale*phi, maxDeviation), Volatility: sigma}
}

// weight is g of step 3: uncertain opponents count for less.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// newVolatility is step 5: the Illinois algorithm, a kind of regula falsi.
func newVolatility(sigma, phi, variance, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + variance + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-variance, 0))
	if delta*delta <= phi*phi+variance {
		k := 1.0
		for f(a-k*glickoTau) < 0 {
			k++
		}
		high = a - k*glickoTau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoPrecision {
		middle := low + (low-high)*fLow/(fHigh-fLow)
		fMiddle := f(middle)
		if fMiddle*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = middle, fMiddle
	}
	return math.Exp(low / 2)
}
