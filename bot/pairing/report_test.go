package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot/pairing"
)

// TestTRF reads a report by the columns of TRF16.
func TestTRF(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	r := pairing.Report{
		Name: "Žalgiris Cup", Type: "Swiss system", Pace: "3 days per move", Arbiter: "Ada", City: "Köln", Federation: "GER", Rounds: []time.Time{day, day.AddDate(0, 0, 20), day.AddDate(0, 1, 0)}, To: day.AddDate(0, 2, 0),
		State: pairing.State{Total: 3, Entrants: []pairing.Entrant{{Number: 1, Rating: 1500}, {Number: 2, Rating: 1700}, {Number: 3, Rating: 1500}}, Rounds: []pairing.Round{
			{Games: []pairing.Game{{White: 2, Black: 1, Result: pairing.Drawn}}, Byes: []pairing.Bye{{Entrant: 3, Kind: pairing.Allocated}}},
			{Games: []pairing.Game{{White: 3, Black: 2, Result: pairing.WhiteForfeits}}, Byes: []pairing.Bye{{Entrant: 1, Kind: pairing.Half}}},
			{Games: []pairing.Game{{White: 1, Black: 3, Result: pairing.BlackWins}}, Byes: []pairing.Bye{{Entrant: 2, Kind: pairing.Zero}}},
		}},
		Names: map[int]string{1: "Änn", 2: "ben", 3: "李明"}, Points: map[int]float64{1: 1, 2: 1.5, 3: 2}, Places: map[int]int{1: 3, 2: 2, 3: 1},
	}
	text := r.TRF()
	if fault := trfFault(text); fault != "" {
		t.Errorf("%s in\n%s", fault, text)
	}
	lines := map[string]string{}
	for _, line := range strings.Split(text, "\r\n") {
		if strings.HasPrefix(line, "132") && line != fmt.Sprintf("%-91s26/03/04  26/03/24  26/04/04", "132") {
			t.Errorf("dates of the rounds: %q", line)
		}
		if strings.HasPrefix(line, "001") {
			lines[strings.TrimSpace(line[14:47])] = line
		} else if len(line) > 4 {
			lines[line[:3]] = line[4:]
		}
	}
	for code, want := range map[string]string{"012": "Zalgiris Cup", "022": "Koln", "032": "GER", "042": "2026/03/04", "052": "2026/05/04", "062": "3", "XXR": "3", "102": "Ada", "142": "3", "152": "W"} {
		if lines[code] != want {
			t.Errorf("line %s is %q, want %q", code, lines[code], want)
		}
	}
	for name, want := range map[string]struct {
		start, rating, points, rank string
		rounds                      []string
	}{
		// Start numbers are in order of rating; a round is opponent, colour and result.
		"ben":      {"1", "1700", "1.5", "2", []string{"0002 w =", "0003 b +", "0000 - Z"}},
		"Ann":      {"2", "1500", "1.0", "3", []string{"0001 b =", "0000 - H", "0003 w 0"}},
		"Player 3": {"3", "1500", "2.0", "1", []string{"0000 - U", "0001 w -", "0002 b 1"}},
	} {
		line := lines[name]
		if len(line) < 89+3*10 {
			t.Fatalf("%s: the line is %q", name, line)
		}
		got := []string{line[4:8], line[48:52], line[80:84], line[85:89]}
		for i, w := range []string{want.start, want.rating, want.points, want.rank} {
			if strings.TrimSpace(got[i]) != w {
				t.Errorf("%s: got %q, want %q", name, got[i], w)
			}
		}
		for i, w := range want.rounds {
			if at := line[91+10*i : 99+10*i]; at != w {
				t.Errorf("%s, round %d: got %q, want %q", name, i+1, at, w)
			}
		}
	}
}

// TestUnfinishedTRF checks that ongoing games have no result and that names are kept.
func TestUnfinishedTRF(t *testing.T) {
	r := pairing.Report{
		Name: "Cup", State: pairing.State{Total: 1, Entrants: []pairing.Entrant{{Number: 1, Rating: 1500}, {Number: 2, Rating: 1500}},
			Rounds: []pairing.Round{{Games: []pairing.Game{{White: 1, Black: 2}}}}},
		Names: map[int]string{1: "ann w *", 2: "ben"}, Places: map[int]int{1: 1, 2: 2},
	}
	text := r.TRF()
	if fault := trfFault(text); fault != "" {
		t.Errorf("%s in\n%s", fault, text)
	}
	if !strings.Contains(text, " ann w * ") || !strings.Contains(text, "  0002 w\r\n") || !strings.Contains(text, "  0001 b\r\n") {
		t.Errorf("the report is\n%s", text)
	}
}

// reportOf returns the report of a tournament, with places in order of points alone.
func reportOf(t *testing.T, s pairing.State) pairing.Report {
	r := pairing.Report{Name: "Cup", State: s, Names: map[int]string{}, Points: map[int]float64{}, Places: map[int]int{}}
	all, err := pairing.Rank(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, st := range all {
		r.Points[st.Entrant], r.Places[st.Entrant] = st.Points, i+1
	}
	for n := range s.Rounds {
		r.Rounds = append(r.Rounds, time.Date(2026, 3, 1+n, 0, 0, 0, 0, time.UTC))
	}
	return r
}

// TestReportsObeyTheFormat checks the reports of random tournaments before the first round, in each
// round and after it, by the rules of the format.
func TestReportsObeyTheFormat(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 152))
		s := anyState(r)
		check := func() {
			if text := reportOf(t, s).TRF(); trfFault(text) != "" || !strings.Contains(text, "\r\n152 W\r\n") {
				t.Fatalf("seed %d, round %d: %s in\n%s", seed, len(s.Rounds), trfFault(text), text)
			}
		}
		check()
		for len(s.Rounds) < s.Total {
			s.Byes = []pairing.Bye{{Entrant: 1 + r.IntN(len(s.Entrants)), Kind: pairing.Half}}
			round, err := pairing.Swiss{}.Pair(s)
			if err != nil {
				t.Fatal(err)
			}
			s.Rounds = append(s.Rounds, round)
			check()
			for i := range round.Games {
				round.Games[i].Result = anyResult(r)
			}
			check()
		}
	}
}

// TestFaultyReports spoils a good report in many ways, and checks that trfFault sees it.
func TestFaultyReports(t *testing.T) {
	s := pairing.State{Total: 2, Entrants: everybody(3), Rounds: []pairing.Round{
		{Games: []pairing.Game{{White: 1, Black: 2, Result: pairing.WhiteWins}}, Byes: []pairing.Bye{{Entrant: 3, Kind: pairing.Allocated}}}}}
	good := reportOf(t, s).TRF()
	for _, spoilt := range [][2]string{
		{"\r\n", "\n"}, {"Cup", "Cöp"}, {"062 3", "062 4"}, {"142 2", "142 3"}, {"152 W\r\n", ""}, {"152 W", "152 White"}, {"XXR", "XXQ"},
		{"0002 w 1", "0003 w 1"}, {"0002 w 1", "0002 b 1"}, {"0002 w 1", "0002 w ="}, {"0002 w 1", "0002 w"}, {"0000 - U", "0000 - 1"}, {"0000 - U", "0000 w U"},
		{" 1.0    1", " 0.0    1"}, {" 1.0    1", " 1.0    2"}, {"001    2", "001    4"}, {"132  ", "132 "},
	} {
		text := strings.Replace(good, spoilt[0], spoilt[1], 1)
		if text == good || trfFault(text) == "" {
			t.Errorf("%q for %q is not seen in\n%s", spoilt[1], spoilt[0], text)
		}
	}
	if fault := trfFault(good); fault != "" {
		t.Errorf("%s in\n%s", fault, good)
	}
}

// trfFault describes what in a report is against the format: the columns of TRF16, the lines 142
// and 152 of 2026, and that the lines of the players agree with each other, which pairing programs
// insist on.
func trfFault(text string) string {
	if strings.Count(text, "\r\n") != strings.Count(text, "\n") || !strings.HasSuffix(text, "\r\n") {
		return "lines do not end with CR and LF"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		return "not ASCII"
	}
	head, players := map[string]string{}, []trfPlayer{}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) < 5 || line[3] != ' ' || strings.HasSuffix(line, " ") {
			return fmt.Sprintf("no line: %q", line)
		}
		code := line[:3]
		if code == "001" {
			p, fault := trfPlayerOf(line)
			if fault != "" {
				return fmt.Sprintf("%s: %q", fault, line)
			}
			players = append(players, p)
			continue
		}
		if _, twice := head[code]; twice || !slices.Contains([]string{"012", "022", "032", "042", "052", "062", "072", "092", "102", "122", "132", "142", "152", "XXR"}, code) {
			return "unexpected line " + code
		}
		head[code] = line[4:]
	}
	rounds := 0
	if n := fmt.Sprint(len(players)); head["062"] != n || head["072"] != n {
		return "wrong number of players"
	}
	if _, err := fmt.Sscan(head["142"], &rounds); err != nil || head["XXR"] != head["142"] {
		return "no number of rounds"
	}
	if head["152"] != "W" && head["152"] != "B" {
		return "no initial colour"
	}
	if days := head["132"]; days != "" && (strings.TrimSpace(days[:87]) != "" || (len(days)-87+2)%10 != 0) {
		return "dates are not above the rounds"
	}
	return trfDisagreement(players, rounds)
}

// trfPlayer is a line of a player.
type trfPlayer struct {
	start, rank int
	points      float64
	rounds      []string
}

// trfPlayerOf reads a player by the columns.
func trfPlayerOf(line string) (p trfPlayer, fault string) {
	if len(line) < 89 {
		return p, "too short"
	}
	for _, blank := range []int{8, 13, 47, 52, 79, 84} {
		if line[blank] != ' ' {
			return p, fmt.Sprintf("no blank in column %d", blank+1)
		}
	}
	if _, err := fmt.Sscan(line[4:8], &p.start); err != nil || fmt.Sprintf("%4d", p.start) != line[4:8] {
		return p, "start number"
	}
	if _, err := fmt.Sscan(line[80:84], &p.points); err != nil || fmt.Sprintf("%4.1f", p.points) != line[80:84] {
		return p, "points"
	}
	if _, err := fmt.Sscan(line[85:89], &p.rank); err != nil || fmt.Sprintf("%4d", p.rank) != line[85:89] {
		return p, "rank"
	}
	for rest := line[89:]; rest != ""; {
		column := fmt.Sprintf("%-10s", rest)[:10]
		if column[:2] != "  " || column[6] != ' ' || column[8] != ' ' {
			return p, "columns of a round"
		}
		p.rounds = append(p.rounds, column[2:])
		rest = rest[min(len(rest), 10):]
	}
	return p, ""
}

// trfDisagreement describes where the lines of players do not fit together.
func trfDisagreement(players []trfPlayer, total int) string {
	ranks := map[int]bool{}
	for i, p := range players {
		if p.start != i+1 || len(p.rounds) != len(players[0].rounds) || len(p.rounds) > total {
			return fmt.Sprintf("player %d: order or number of rounds", p.start)
		}
		ranks[p.rank] = p.rank >= 1 && p.rank <= len(players)
		points := 0.0
		for r, column := range p.rounds {
			opponent, colour, result := 0, column[5], column[7]
			if _, err := fmt.Sscanf(column[:4], "%04d", &opponent); err != nil || opponent > len(players) {
				return fmt.Sprintf("player %d, round %d: opponent", p.start, r+1)
			}
			if opponent == 0 {
				if colour != '-' || !strings.ContainsRune("UHZ", rune(result)) {
					return fmt.Sprintf("player %d, round %d: bye", p.start, r+1)
				}
			} else if !mirrored(column, players[opponent-1].rounds[r], p.start) {
				return fmt.Sprintf("player %d, round %d: not as the opponent has it", p.start, r+1)
			}
			points += map[byte]float64{'1': 1, '+': 1, 'U': 1, '=': 0.5, 'H': 0.5}[result]
		}
		if points != p.points {
			return fmt.Sprintf("player %d has %v points of %v", p.start, p.points, points)
		}
	}
	for rank := range len(players) {
		if !ranks[rank+1] {
			return fmt.Sprintf("nobody has rank %d", rank+1)
		}
	}
	return ""
}

// mirrored reports whether the column of an opponent says the same game.
func mirrored(column, other string, number int) bool {
	return other[:4] == fmt.Sprintf("%04d", number) && slices.Contains([]string{"wb", "bw"}, string([]byte{column[5], other[5]})) &&
		slices.Contains([]string{"10", "01", "==", "+-", "-+", "--", "  "}, string([]byte{column[7], other[7]}))
}
