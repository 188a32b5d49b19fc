package tournament

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// TRF returns FIDE's tournament report file. began holds the dates of the rounds.
func (t *Tournament) TRF(began []time.Time, arbiter string) (string, error) {
	places, err := t.Standings()
	if err != nil {
		return "", err
	}
	r := pairing.Report{
		Name: t.plainTitle(), Type: phrase.English(phrase.Upper(t.System.Title())), Pace: phrase.English(t.Pace.Words()), State: t.State(),
		City: t.City, Federation: t.Federation, Rounds: began, Arbiter: arbiter, Names: map[int]string{}, Points: map[int]float64{}, Places: map[int]int{},
	}
	r.State.Byes = nil
	if t.Over() {
		r.To = t.Ended
	}
	if err := t.dated(&r); err != nil {
		return "", err
	}
	for i := range t.Entrants {
		r.Names[i+1] = t.plainName(i + 1)
	}
	// The format ranks by points, regardless of groups, and includes entrants who were removed.
	slices.SortStableFunc(places, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for i, p := range places {
		r.Points[p.Entrant], r.Places[p.Entrant] = p.Points, i+1
	}
	return r.TRF(), nil
}

// dated sets the dates of a report to those that the organisers have named, if there are any.
func (t *Tournament) dated(r *pairing.Report) error {
	for i, date := range t.Dates[:min(len(t.Dates), t.Total())] {
		day, err := time.Parse(time.DateOnly, date)
		switch {
		case err != nil:
			return err
		case i < len(r.Rounds):
			r.Rounds[i] = day
		default:
			r.Rounds = append(r.Rounds, day)
		}
		if !r.To.IsZero() && r.To.Before(day) {
			r.To = day
		}
	}
	return nil
}

// CSV returns the standings with all rounds, for spreadsheets. The cell of a round is
// the opponent's line in the table, the colour and the result.
func (t *Tournament) CSV() (string, error) {
	places, err := t.Standings()
	if err != nil {
		return "", err
	}
	head := []string{"number", "place", "group", "name", "rating", "points", "won", "drawn", "lost"}
	for _, by := range t.TieBreaks {
		head = append(head, string(by))
	}
	for i := range t.Rounds {
		head = append(head, fmt.Sprintf("round %d", i+1))
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{head}
	for _, p := range places {
		group := ""
		if len(t.Groups) > 1 {
			group = groupName(p.Group)
		}
		row := []string{fmt.Sprint(p.Entrant), fmt.Sprint(p.Place), group, harmless(t.plainName(p.Entrant)), fmt.Sprint(t.Entrants[p.Entrant-1].Rating),
			fmt.Sprint(p.Points), fmt.Sprint(p.Wins), fmt.Sprint(p.Draws), fmt.Sprint(p.Losses)}
		for k := range t.TieBreaks {
			row = append(row, fmt.Sprint(p.TieBreaks[k]))
		}
		for i := range t.Rounds {
			var cells []string
			for _, x := range t.cells(i+1, p.Entrant) {
				cells = append(cells, x.code())
			}
			row = append(row, strings.Join(cells, " "))
		}
		rows = append(rows, row)
	}
	err = w.WriteAll(rows)
	return out.String(), err
}

// harmless keeps spreadsheets from evaluating a name as a formula.
func harmless(name string) string {
	if strings.ContainsAny(name[:1], "=+-@") {
		return "'" + name
	}
	return name
}

// code returns the cell as Swiss tables write it: "12w1".
func (x cell) code() string {
	switch {
	case x.opponent == 0:
		return phrase.English(x.mark())
	case x.black:
		return fmt.Sprintf("%db%s", x.opponent, x.mark())
	}
	return fmt.Sprintf("%dw%s", x.opponent, x.mark())
}

// The JSON form of a tournament. Field names must stay stable.
type (
	tournamentJSON struct {
		ID        bot.TournamentID `json:"id"`
		Name      string           `json:"name"`
		System    bot.System       `json:"format"`
		Variants  []string         `json:"variants"`
		Pace      string           `json:"pace"`
		Rated     bool             `json:"rated"`
		State     bot.Phase        `json:"state"`
		Winners   []int            `json:"winners"`
		TieBreaks []string         `json:"tieBreaks"`
		Players   []playerJSON     `json:"players"`
		Rounds    []roundJSON      `json:"rounds"`
	}
	playerJSON struct {
		Number    int       `json:"number"`
		Place     int       `json:"place"`
		Group     string    `json:"group,omitempty"`
		Name      string    `json:"name"`
		Rating    int       `json:"rating"`
		Left      bool      `json:"left"`
		Points    float64   `json:"points"`
		Won       int       `json:"won"`
		Drawn     int       `json:"drawn"`
		Lost      int       `json:"lost"`
		TieBreaks []float64 `json:"tieBreaks"`
	}
	roundJSON struct {
		Number  int        `json:"number"`
		Variant string     `json:"variant"`
		Games   []gameJSON `json:"games"`
		Byes    []byeJSON  `json:"byes"`
	}
	gameJSON struct {
		Game   bot.GameID `json:"game,omitempty"`
		White  int        `json:"white"`
		Black  int        `json:"black"`
		Result string     `json:"result"`
	}
	byeJSON struct {
		Player int             `json:"player"`
		Kind   pairing.ByeKind `json:"kind"`
		Points float64         `json:"points"`
	}
)

// JSON returns all public data of a tournament.
func (t *Tournament) JSON() (string, error) {
	places, err := t.Standings()
	if err != nil {
		return "", err
	}
	out := tournamentJSON{ID: t.ID, Name: t.plainTitle(), System: t.System, Variants: t.Variants, Pace: t.Pace.String(), Rated: t.Rated, State: t.Phase,
		Winners: append([]int{}, t.Winners...), TieBreaks: []string{}, Players: []playerJSON{}, Rounds: []roundJSON{}}
	for _, by := range t.TieBreaks {
		out.TieBreaks = append(out.TieBreaks, string(by))
	}
	for _, p := range places {
		e := t.Entrants[p.Entrant-1]
		player := playerJSON{Number: p.Entrant, Place: p.Place, Name: e.User.Shown(), Rating: e.Rating, Left: e.Gone, Points: math.Round(2*p.Points) / 2,
			Won: p.Wins, Drawn: p.Draws, Lost: p.Losses, TieBreaks: append([]float64{}, p.TieBreaks...)}
		if len(t.Groups) > 1 {
			player.Group = groupName(p.Group)
		}
		out.Players = append(out.Players, player)
	}
	for i, r := range t.Rounds {
		round := roundJSON{Number: i + 1, Variant: r.Variant, Games: []gameJSON{}, Byes: []byeJSON{}}
		for _, g := range r.Games {
			result := string(g.Result)
			if g.Result == pairing.Pending {
				result = "*"
			}
			round.Games = append(round.Games, gameJSON{g.ID, g.White, g.Black, result})
		}
		for _, b := range slices.Clone(r.Byes) {
			if t.System != bot.Knockout || b.Kind != pairing.Zero {
				round.Byes = append(round.Byes, byeJSON{b.Entrant, b.Kind, float64(b.Kind.Halves()) / 2})
			}
		}
		out.Rounds = append(out.Rounds, round)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return string(text) + "\n", err
}
