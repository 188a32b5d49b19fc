package web

import (
	"html/template"
	"net/url"
	"slices"
	"strconv"
)

// Query returns the page's address with some parameters changed, given as names and values; an
// empty value removes one.
func (p *boardPage) Query(changes ...string) template.URL {
	q := url.Values{}
	if !p.Now {
		q.Set("ply", strconv.Itoa(p.plies))
	}
	if len(p.Tried) > 0 {
		q["try"] = p.Tried
	} else if p.Trying {
		q.Set("trying", "1")
	}
	if p.Bottom != p.home {
		q.Set("side", sideWords[p.Bottom])
	}
	if p.At != "" {
		q.Set("at", p.At)
	}
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i] == "ply" {
			q.Del("try") // moves are tried out from one position
		}
		if changes[i+1] == "" {
			q.Del(changes[i])
		} else {
			q.Set(changes[i], changes[i+1])
		}
	}
	if len(q) == 0 {
		return p.Self
	}
	return p.Self + "?" + template.URL(q.Encode())
}

// Step returns the address of the position some plies later, or earlier if by is negative.
func (p *gamePage) Step(by int) template.URL {
	to := min(max(p.Ply+by, 0), p.Game.Moves)
	if to == p.Game.Moves {
		return p.Query("ply", "")
	}
	return p.Query("ply", strconv.Itoa(to))
}

// Turned returns the address of the page as the other side sees it.
func (p *boardPage) Turned() template.URL {
	return p.Query("side", sideWords[1-p.Bottom])
}

// shownQuery is a query that always leads to the position as it is shown now, even after further
// moves.
func (p *gamePage) shownQuery() template.URL {
	q := url.Values{"ply": {strconv.Itoa(p.Ply)}, "side": {sideWords[p.Bottom]}}
	if len(p.Tried) > 0 {
		q["try"] = p.Tried
	}
	return "?" + template.URL(q.Encode())
}

// PictureURL returns the address of a picture of the position as it is shown.
func (p *gamePage) PictureURL() template.URL {
	return p.Path("game", p.Game.ID, "picture.png") + p.shownQuery()
}

// ShareURL returns the address to share the position as it is shown. In a room, it first asks
// people who open it for their names. Inside Discord it is the one outside.
func (p *gamePage) ShareURL() template.URL {
	to := template.URL("/game/"+p.Game.ID.String()) + p.shownQuery()
	if p.InDiscord() {
		return template.URL(p.site.URL()) + to
	}
	return to
}

// tryLink returns the address of the position after one more move that is tried out. It is empty if
// too many moves have been tried, or if none can be.
func (p *boardPage) tryLink(move string) template.URL {
	if p.Fixed || len(p.Tried) >= maxTried {
		return ""
	}
	q := url.Values{"ply": {strconv.Itoa(p.plies)}, "try": append(slices.Clip(p.Tried), move)}
	if p.Bottom != p.home {
		q.Set("side", sideWords[p.Bottom])
	}
	return p.Self + "?" + template.URL(q.Encode())
}

// Untried returns the address of the game without the moves that are tried out.
func (p *boardPage) Untried() template.URL { return p.Query("ply", "", "trying", "") }
