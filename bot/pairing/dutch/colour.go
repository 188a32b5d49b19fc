package dutch

// Colour is the colour of a game, or one that a player prefers.
type Colour int8

// The colours.
const (
	NoColour Colour = 0
	White    Colour = 1
	Black    Colour = -1
)

// preference is the colour that a player should get next, and how much.
type preference struct {
	colour     Colour
	difference int    // how much more often one colour was had than the other
	repeated   Colour // the colour of the last two games, if it was the same
}

// preferenceOf returns the preference that follows from the colours of the games played.
func preferenceOf(colours []Colour) preference {
	balance, n := 0, len(colours)
	for _, c := range colours {
		balance += int(c)
	}
	p := preference{difference: max(balance, -balance)}
	if n > 1 && colours[n-1] == colours[n-2] {
		p.repeated = colours[n-1]
	}
	rarer := White
	if balance > 0 {
		rarer = Black
	}
	switch {
	case p.difference > 1:
		p.colour = rarer
	case p.repeated != NoColour:
		p.colour = -p.repeated
	case p.difference == 1:
		p.colour = rarer
	case n > 0:
		p.colour = -colours[n-1]
	}
	return p
}

// absolute reports whether only topscorers and their opponents may get the other colour.
func (p preference) absolute() bool { return p.difference > 1 || p.repeated != NoColour }

// strong reports whether the preference is strong, but not absolute.
func (p preference) strong() bool { return !p.absolute() && p.difference == 1 }

// clashes reports whether two players prefer the same colour.
func (p preference) clashes(q preference) bool { return p.colour == q.colour && p.colour != NoColour }

// strength orders preferences of the same colour by which is granted: absolute ones by their colour
// differences, strong ones, mild ones.
func (p preference) strength() int {
	switch {
	case p.absolute():
		return 2 + p.difference
	case p.strong():
		return 1
	}
	return 0
}

// thrice reports whether one of two players who clash gets a colour three times in a row whoever of
// them is granted the preference.
func (p preference) thrice(q preference) bool {
	switch {
	case !p.absolute() || !q.absolute():
		return false
	case p.difference == q.difference:
		return p.repeated != NoColour && p.repeated == q.repeated
	case p.difference > q.difference:
		return q.repeated == -q.colour
	}
	return p.repeated == -p.colour
}

// colours returns the players of a pair as White and Black; the first is the higher ranked one.
func (r *round) colours(i, j int) (white, black int) {
	if r.colour(r.players[i], r.players[j]) == White {
		return i, j
	}
	return j, i
}

// colour returns the colour of the higher ranked player a against b.
func (r *round) colour(a, b player) Colour {
	switch {
	case !a.clashes(b.preference) && a.colour != NoColour:
		return a.colour
	case !a.clashes(b.preference) && b.colour != NoColour:
		return -b.colour
	case a.strength() > b.strength():
		return a.colour
	case a.strength() < b.strength():
		return -b.colour
	}
	for i := 1; i <= min(len(a.Colours), len(b.Colours)); i++ {
		if then := b.Colours[len(b.Colours)-i]; then != a.Colours[len(a.Colours)-i] {
			return then
		}
	}
	switch {
	case a.colour != NoColour:
		return a.colour
	case a.Number%2 == 1:
		return r.Initial
	}
	return -r.Initial
}
