package engine

// dice is a pseudorandom generator that is deterministic for a seed:
// SplitMix64 (Steele, Lea and Flood, 2014).
type dice struct{ state uint64 }

func newDice(seed, stream uint64) *dice {
	d := &dice{seed}
	d.state = d.next() ^ stream
	d.next()
	return d
}

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	x := d.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int { return int(d.next() % uint64(n)) }
