package rules

import (
	"fmt"
	"strings"
	"time"
)

// Record is a recorded game: tags, then the moves with times and comments. [Record.String] returns
// its text form, which [ReadRecord] parses without loss.
//
//	[Variant "stockschach216"]
//	[White "Ada"]
//	[Result "1-0"]
//
//	1. wc2-wc3 {[%at 2026-11-21T10:00:00Z]} uc5-uc4 2. ud2-ud3 1-0
type Record struct {
	Variant *Variant
	// Start is the position in which the moves begin.
	Start *Position
	// Tags are the tags other than Variant, Position and Result, in order.
	Tags []Tag
	// Comment is the comment before the first move.
	Comment string
	Moves   []RecordMove
	Result  Result
}

// Tag is a name of letters and a value of any text.
type Tag struct{ Name, Value string }

// RecordMove is a move of a record.
type RecordMove struct {
	Move Move
	// At is when it was played, to the second; zero if unknown.
	At time.Time
	// Comment is the comment on the move.
	Comment string
}

// Result is how a recorded game ended.
type Result string

// The results.
const (
	WhiteWins Result = "1-0"
	BlackWins Result = "0-1"
	Drawn     Result = "1/2-1/2"
	Unknown   Result = "*"
)

// NewRecord begins a record of a game from the start of the variant.
func NewRecord(v *Variant) *Record {
	return &Record{Variant: v, Start: v.Start(), Result: Unknown}
}

// Tag returns the value of the tag of that name, in any case, empty if there is none.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// Game replays the record. The error says which move is not legal.
func (r *Record) Game() (*Game, error) {
	g := NewGameFrom(r.Start)
	for i, m := range r.Moves {
		if err := g.Play(m.Move); err != nil {
			return nil, moveOf(err, i+1, r.Variant.Text(m.Move))
		}
	}
	return g, nil
}

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

var commentEscapes = strings.NewReplacer(`\`, `\\`, `}`, `\}`)

// String writes the record.
func (r *Record) String() string {
	var b strings.Builder
	tag := func(name, value string) { fmt.Fprintf(&b, "[%s \"%s\"]\n", name, tagEscapes.Replace(value)) }
	tag("Variant", r.Variant.ID())
	if line := r.Start.Line(); line != r.Variant.Start().Line() {
		tag("Position", line)
	}
	for _, t := range r.Tags {
		tag(t.Name, t.Value)
	}
	tag("Result", string(r.Result))
	b.WriteByte('\n')
	column := 0
	word := func(text string) {
		const width = 100
		switch {
		case column == 0:
		case column+len(text) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
		}
		b.WriteString(text)
		column += len(text) + 1
	}
	if r.Comment != "" {
		word("{" + commentEscapes.Replace(r.Comment) + "}")
	}
	side, number := r.Start.turn, r.Start.full
	for i, m := range r.Moves {
		switch {
		case side == White:
			word(fmt.Sprintf("%d.", number))
		case i == 0:
			word(fmt.Sprintf("%d...", number))
		}
		word(r.Variant.Text(m.Move))
		if !m.At.IsZero() {
			word("{[%at " + m.At.UTC().Format(time.RFC3339) + "]}")
		}
		if m.Comment != "" {
			word("{" + commentEscapes.Replace(m.Comment) + "}")
		}
		if side = side.Other(); side == White {
			number++
		}
	}
	word(string(r.Result))
	b.WriteByte('\n')
	return b.String()
}
