package gamefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"raumbot/rules"
)

// Write returns a game as the text of a file, from which [Read] reads the same
// game.
func Write(g *Game) []byte {
	w := &writer{v: g.Variant}
	v := g.Variant
	w.line("format = %d", Format)
	w.value("name", quote(v.Name))
	w.value("title", quote(v.Title))
	w.value("blurb", quote(v.Blurb))
	w.value("author", quote(v.Author))
	w.value("source", quote(v.Source))
	w.value("story", quote(v.Story))
	if len(v.Decisions) > 0 {
		w.line("decisions = [")
		for _, decision := range v.Decisions {
			w.line("  %s,", quote(decision))
		}
		w.line("]")
	}
	w.board()
	for i := range v.Kinds[1:] {
		w.piece(&v.Kinds[i+1])
	}
	for _, drawing := range v.Array {
		w.line("\n[[array]]\nrank = %d\ndrawing = %s", drawing.Rank, quote(drawing.Drawing))
	}
	w.rules()
	if len(g.Perft) > 0 {
		w.line("\n[check]\nperft = %s", strings.ReplaceAll(fmt.Sprint(g.Perft), " ", ", "))
	}
	return []byte(w.String())
}

// writer builds the text of a file.
type writer struct {
	strings.Builder
	v *rules.Variant
}

func (w *writer) line(format string, arguments ...any) {
	fmt.Fprintf(w, format+"\n", arguments...)
}

// value writes a key, unless the value is the default.
func (w *writer) value(key, value string) {
	if value != "" && value != "false" && value != "0" && value != `""` && value != "[]" {
		w.line("%s = %s", key, value)
	}
}

// quote writes a string in TOML, a multi-line one if it has several lines.
func quote(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\"`)
	if strings.Contains(text, "\n") {
		return "\"\"\"\n" + text + "\"\"\""
	}
	return `"` + text + `"`
}

func list[T ~string](texts []T) string {
	var all []string
	for _, text := range texts {
		all = append(all, quote(string(text)))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func numbers(ns []int) string { return strings.ReplaceAll(fmt.Sprint(ns), " ", ", ") }

func vectors(vs []rules.Vector) string {
	var all []string
	for _, v := range vs {
		all = append(all, numbers(v[:]))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// named returns the word that stands for a value.
func named[T comparable](words map[string]T, value T) string {
	for word, v := range words {
		if v == value {
			return quote(word)
		}
	}
	return ""
}

func (w *writer) board() {
	w.line("\n[board]")
	box, cubic := w.v.Board.Box()
	if !cubic {
		w.line("geometry = \"octahedral\"")
	} else {
		geometry := "cubic"
		if box.Cells != "" {
			geometry = "list"
		}
		w.line("geometry = %s", quote(geometry))
		w.value("cells", quote(box.Cells))
		if box.FileNames {
			w.line("names = \"file\"\nlevels = %d", box.LevelCount)
		} else {
			w.value("levels", quote(box.Levels))
		}
		w.line("files = %d\nranks = %d", box.Files, box.Ranks)
		w.value("rings", fmt.Sprint(box.Rings))
		w.value("holes", quote(box.Holes))
	}
	var axes []string
	for _, axis := range []string{"levels", "files", "ranks"} {
		if w.v.Opposite&symmetries[axis] != 0 {
			axes = append(axes, axis)
		}
	}
	w.value("opposite", list(axes))
	if len(box.Zones) > 0 {
		w.line("\n[board.zones]")
		for _, zone := range slices.Sorted(maps.Keys(box.Zones)) {
			w.line("%s = %s", quote(string(zone)), quote(box.Zones[zone]))
		}
	}
}

func (w *writer) piece(k *rules.Kind) {
	w.line("\n[[piece]]\ncode = %s\nname = %s", quote(k.Code), quote(k.Name))
	w.value("figure", named(figures, k.Figure))
	w.value("plate", named(plates, k.Plate))
	w.value("royal", fmt.Sprint(k.Royal))
	w.value("pawn", fmt.Sprint(k.Pawn))
	w.value("freeze", quote(k.Freeze))
	w.value("aura", vectors(k.Aura))
	w.line("moves = [")
	for _, m := range k.Moves {
		w.line("  { %s },", movementText(m))
	}
	w.line("]")
	if p := k.Promotion; p != nil {
		w.line("\n[piece.promotion]\nranks = %s\nforced = %s", numbers(p.Ranks), numbers(p.Forced))
		w.value("forced_if_stuck", fmt.Sprint(p.ForcedIfStuck))
		w.value("level", quote(p.Level))
		for _, choice := range p.Menu {
			w.line("\n[[piece.promotion.menu]]\nto = %s", list(choice.Codes))
			w.value("zones", list(choice.Zones))
			var needs []string
			for _, n := range choice.Needs {
				needs = append(needs, fmt.Sprintf("{ code = %s, min = %d, max = %d }", quote(n.Code), n.Min, n.Max))
			}
			w.value("needs", "["+strings.Join(needs, ", ")+"]")
		}
	}
}

// movementText returns a movement as the inside of an inline table.
func movementText(m rules.Movement) string {
	line := &writer{}
	shape, _ := strings.CutPrefix(strings.TrimSuffix(named(shapes, m.Shape), `"`), `"`)
	line.line("%s = %s", shape, list(m.Families))
	line.value("vectors", vectors(m.Vectors))
	if len(m.Turns) > 0 {
		line.line("turns = { vectors = %s }", vectors(m.Turns))
	}
	line.value("sided", fmt.Sprint(m.Mirror != 0))
	line.value("angle", fmt.Sprint(m.Angle))
	line.value("steps", fmt.Sprint(m.Steps))
	line.value("climb", fmt.Sprint(m.Climb))
	if m.Aside != [2]int{} {
		line.line("aside = %s", numbers(m.Aside[:]))
	}
	line.value("from", list(m.From))
	line.value("levels", list(m.Levels))
	line.value("forward", fmt.Sprint(m.Forward))
	line.value("switching", fmt.Sprint(m.Switching))
	line.value("crossing", named(crossings, m.Crossing))
	if m.Mode != rules.Any {
		line.value("mode", named(modes, m.Mode))
	}
	line.value("pawnlike", fmt.Sprint(m.PawnLike))
	return strings.ReplaceAll(strings.TrimSpace(line.String()), "\n", ", ")
}

func (w *writer) rules() {
	v := w.v
	w.line("\n[rules]")
	switch v.DoubleStep {
	case rules.AnyDoubleStep:
		w.line("double_step = \"any\"")
	case rules.StraightDoubleStep:
		w.line("double_step = \"straight\"")
	}
	if v.NoEnPassant {
		w.line("en_passant = false")
	}
	w.value("transfer", fmt.Sprint(v.Transfer))
	w.value("marriage", quote(v.Marriage))
	var castling []string
	for _, c := range v.Castling {
		if c.To == "" {
			castling = append(castling, quote(c.Partner))
		} else {
			castling = append(castling, fmt.Sprintf("{ partner = %s, to = %s, partner_to = %s }", quote(c.Partner), quote(c.To), quote(c.PartnerTo)))
		}
	}
	w.value("castling", "["+strings.Join(castling, ", ")+"]")
	if s := v.Survival; len(s.Families) > 0 {
		w.line("\n[rules.survival]\nends = %s\nmin = %d\nfamilies = [", quote(s.Ends.String()), s.Min)
		for _, family := range s.Families {
			w.line("  %s,", list(family))
		}
		w.line("]")
	}
	if v.Reserve.Code != "" {
		w.line("\n[rules.reserve]\ncode = %s\nafter = %s", quote(v.Reserve.Code), list(v.Reserve.After))
	}
}
