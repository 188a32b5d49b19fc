package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var wordsOrVerbs = regexp.MustCompile(`%[sd]|[A-Za-z]+`)

// other replaces all text by dots, so that only arguments remain readable.
func other(format string, args ...any) string {
	return fmt.Sprintf(wordsOrVerbs.ReplaceAllStringFunc(format, func(part string) string {
		if strings.HasPrefix(part, "%") {
			return part
		}
		return "."
	}), args...)
}

// TestRefusalsInOtherWords checks that a translated refusal contains no English.
func TestRefusalsInOtherWords(t *testing.T) {
	english := regexp.MustCompile(`\b(?:the|an?|of|on|is|to|and|it|not|no|by|in|your|you|more|pieces|names|castling|passing|move)\b`)
	reasons := map[Reason]bool{}
	for _, v := range Variants() {
		kinds := []string{v.Title, ""}
		for i := range v.Kinds[1:] {
			kinds = append(kinds, v.Kinds[i+1].Name, "")
		}
		names := strings.NewReplacer(kinds...)
		moves, g := vectorMoves(t, v.Name), NewGame(v)
		for _, move := range append(slices.Clone(moves[:min(12, len(moves))]), "") {
			p := g.Position()
			for _, typed := range append(badMoves(p), "~", "qq7", "zorglub aa1", "O-O", "xx", "king takes queen", strings.Repeat("a", 300)) {
				_, err := p.ReadMove(typed)
				var refused *MoveError
				if !errors.As(err, &refused) {
					continue
				}
				reasons[refused.Reason] = true
				said := names.Replace(strings.ReplaceAll(refused.Words(other), strings.ToLower(typed), ""))
				if found := english.FindString(said); found != "" {
					t.Fatalf("%s, %q: %q is left in %q, from %q", v.Name, typed, found, said, refused)
				}
			}
			if move != "" {
				if err := g.Play(mustRead(t, p, move)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if len(reasons) < 9 {
		t.Errorf("only %d reasons were met: %v", len(reasons), reasons)
	}
}

// badMoves returns moves from every tenth cell to every seventh, and to every ninth for a named
// piece.
func badMoves(p *Position) (all []string) {
	b := p.variant.Board
	for from := 0; from < b.Len(); from += 10 {
		for to := 0; to < b.Len(); to += 7 + b.Len()/20 {
			all = append(all, b.Name(Cell(from))+"-"+b.Name(Cell(to)))
		}
		all = append(all, b.Name(Cell(from)), "x"+b.Name(Cell(from)))
	}
	return all
}

func mustRead(t *testing.T, p *Position, text string) Move {
	t.Helper()
	m, err := p.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRecordsInOtherWords checks that the translated errors of records contain no English.
func TestRecordsInOtherWords(t *testing.T) {
	for record, want := range map[string]string{
		`[Variant "chess"]`:                          `. .: . . . . "chess"; . . .: raumschach, `,
		"hello":                                      `. . . . . . . . ., . . [. ".216"]`,
		`[Variant "raumschach"] 1. ab2-ab9 *`:        `. 1 . . ., "ab2-ab9": Raumschach . . . "ab9"; . . . . aa1 . ee5`,
		`[Variant "raumschach"] * more`:              `. . . . . . .: "more"`,
		`[Variant "raumschach"] [Result "1:0"]`:      `"1:0" . . .; . . 1-0, 0-1, 1/2-1/2 . *`,
		`[Variant "raumschach"] [Result "1-0"] 1. *`: `. . . . *, . . . . 1-0`,
	} {
		_, err := ReadRecord(record)
		var fault *RecordError
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", record, err)
			continue
		}
		if got := fault.Words(other); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", record, got, want)
		}
	}
}
