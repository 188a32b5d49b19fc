package bot

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// report writes a tournament down for other programs.
func report(c *call) (Reply, error) {
	t, err := c.started()
	if err != nil {
		return Reply{}, err
	}
	form := c.args.word("form")
	if form == "" || form == "text" {
		return reportText(c, t)
	}
	var text string
	switch form {
	case "trf":
		if t.System != Swiss && t.System != RoundRobin {
			return Reply{}, problem(NotNow, "A %s has no form in a FIDE report. `report %d csv` and `report %d json` write it.", t.System.title(), t.ID, t.ID)
		}
		text, err = t.trf(c)
	case "csv":
		text, err = t.csv()
	case "json":
		text, err = t.json()
	}
	if err != nil {
		return Reply{}, err
	}
	m := c.message(Private, phrase.Of("%s as %s.", phrase.Upper(t.heading()), strings.ToUpper(form)))
	m.File = &File{Name: fmt.Sprintf("tournament-%d.%s", t.ID, form), Text: text}
	return Reply{Answer: []Message{m}}, nil
}

// reportText is the report for people.
func reportText(c *call, t Tournament) (Reply, error) {
	places, err := t.standings()
	if err != nil {
		return Reply{}, err
	}
	text := c.finalReport(t, places)
	if !t.Over() {
		text = phrase.Of("%s is %s.\n%s", phrase.Upper(t.heading()), t.phaseWords(), strings.Join(t.standingLines(places), "\n"))
	}
	more := phrase.Of("`report %d csv` and `json` write it for other programs.", t.ID)
	if t.System == Swiss || t.System == RoundRobin {
		more = phrase.Of("`report %d csv`, `json` and `trf` write it for other programs.", t.ID)
	}
	reply := c.answer(text+"\n"+more, c.service.button("crosstable", t.ID.String()))
	return reply, nil
}

// began returns when a tournament's first game began in the calendar, which the bot's own clock cannot
// tell any more after it has been down.
func (c *call) began(t Tournament) (time.Time, error) {
	for _, r := range t.Rounds {
		for _, entry := range r.Games {
			if entry.ID == 0 {
				continue
			}
			g, err := c.tx.Game(entry.ID)
			if !errors.Is(err, ErrNotFound) { // of one who has become the other, and is forgotten
				return g.Started, err
			}
		}
	}
	return c.uptime.Calendar(t.Rounds[0].Opened), nil
}

// trf writes the tournament report file of FIDE.
func (t Tournament) trf(c *call) (string, error) {
	places, err := t.standings()
	if err != nil {
		return "", err
	}
	began, err := c.began(t)
	if err != nil {
		return "", err
	}
	r := pairing.Report{
		Name: t.Name, Type: phrase.English(phrase.Upper(t.System.title())), Pace: phrase.English(t.Pace.Words()), State: t.state(),
		From: began, Names: map[int]string{}, Points: map[int]float64{}, Places: map[int]int{},
	}
	r.State.Byes = nil
	if t.Over() {
		r.To = t.Ended
	}
	for i := range t.Entrants {
		r.Names[i+1] = t.name(i + 1)
	}
	for i, p := range places {
		r.Points[p.Entrant], r.Places[p.Entrant] = p.Points, i+1
	}
	for _, id := range t.Organisers[:min(len(t.Organisers), 1)] {
		p, err := c.tx.Player(id)
		if err != nil {
			return "", err
		}
		r.Arbiter = p.Name
	}
	return r.TRF()
}

// csv writes the standings with all rounds, for spreadsheets. A cell of a round is
// the opponent's number in the table, the colour and the result.
func (t Tournament) csv() (string, error) {
	places, err := t.standings()
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
		row := []string{fmt.Sprint(p.Entrant), fmt.Sprint(p.Place), group, harmless(t.name(p.Entrant)), fmt.Sprint(t.Entrants[p.Entrant-1].Rating),
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

// harmless keeps spreadsheets from taking a name for a formula.
func harmless(name string) string {
	if strings.ContainsAny(name[:1], "=+-@") {
		return "'" + name
	}
	return name
}

// code writes a cell as tables of Swiss tournaments do: "12w1".
func (x cell) code() string {
	switch {
	case x.opponent == 0:
		return x.mark()
	case x.black:
		return fmt.Sprintf("%db%s", x.opponent, x.mark())
	}
	return fmt.Sprintf("%dw%s", x.opponent, x.mark())
}

// What a tournament is in JSON. The names are kept stable.
type (
	tournamentJSON struct {
		ID        TournamentID `json:"id"`
		Name      string       `json:"name"`
		System    System       `json:"format"`
		Variants  []string     `json:"variants"`
		Pace      string       `json:"pace"`
		Rated     bool         `json:"rated"`
		State     Phase        `json:"state"`
		Winners   []int        `json:"winners"`
		TieBreaks []string     `json:"tieBreaks"`
		Players   []playerJSON `json:"players"`
		Rounds    []roundJSON  `json:"rounds"`
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
		Game   GameID `json:"game,omitempty"`
		White  int    `json:"white"`
		Black  int    `json:"black"`
		Result string `json:"result"`
	}
	byeJSON struct {
		Player int     `json:"player"`
		Points float64 `json:"points"`
	}
)

// json writes all that is public of a tournament.
func (t Tournament) json() (string, error) {
	places, err := t.standings()
	if err != nil {
		return "", err
	}
	out := tournamentJSON{ID: t.ID, Name: t.Name, System: t.System, Variants: t.Variants, Pace: t.Pace.String(), Rated: t.Rated, State: t.Phase,
		Winners: append([]int{}, t.Winners...), TieBreaks: []string{}, Players: []playerJSON{}, Rounds: []roundJSON{}}
	for _, by := range t.TieBreaks {
		out.TieBreaks = append(out.TieBreaks, string(by))
	}
	for _, p := range places {
		e := t.Entrants[p.Entrant-1]
		player := playerJSON{Number: p.Entrant, Place: p.Place, Name: e.User.Name, Rating: e.Rating, Left: e.Gone, Points: math.Round(2*p.Points) / 2,
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
			if t.System != Knockout || b.Kind != pairing.Zero {
				round.Byes = append(round.Byes, byeJSON{b.Entrant, float64(b.Kind.Halves()) / 2})
			}
		}
		out.Rounds = append(out.Rounds, round)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return string(text) + "\n", err
}
