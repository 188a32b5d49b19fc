package gamefile

import (
	"bytes"
	"fmt"
	"strings"

	"raumbot/rules"
)

// Format is the version of the format that files name.
const Format = 1

// A Game is the game defined by a file.
type Game struct {
	Variant *rules.Variant
	// Perft holds the author's own perft counts for depths 1, 2, 3, ...
	Perft []uint64
	// Text is an equivalent file that extends no other.
	Text []byte
	// SameAs is the version whose ratings the game asks to share.
	SameAs string

	document *document
}

// Find looks up a game by name, for files that extend another game.
type Find func(name string) (*rules.Variant, error)

// Read parses the text of a file. Games to be extended are looked up with
// [rules.Find]. The error is of type [Mistakes].
func Read(file string, text []byte) (*Game, error) { return ReadWith(file, text, rules.Find) }

// ReadWith is Read with another function that looks up games to be extended.
func ReadWith(file string, text []byte, find Find) (*Game, error) {
	return read(file, text, find, rules.Define)
}

// ReadAgain is Read for a text that Read has accepted before; see [rules.DefineAgain].
func ReadAgain(file string, text []byte) (*Game, error) {
	return read(file, text, rules.Find, rules.DefineAgain)
}

// read is Read, with the function that looks up games to be extended, and the one that makes a game
// of its definition.
func read(file string, text []byte, find Find, define func(rules.Variant) (*rules.Variant, []rules.Fault)) (*Game, error) {
	document, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	r := &reader{document: document}
	if err := r.extend(find); err != nil {
		return nil, err
	}
	game, v := r.game()
	if len(r.mistakes) > 0 {
		return nil, r.mistakes.Ordered()
	}
	made, faults := define(v)
	for _, fault := range faults {
		r.mistake(fault.Path, "%s", fault.Problem)
	}
	if len(r.mistakes) > 0 {
		return nil, r.mistakes.Ordered()
	}
	game.Variant, game.document = made, document
	game.Text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if _, extends := document.values["extends"]; extends {
		game.Text = Write(game)
	}
	return game, nil
}

// game converts the whole document.
func (r *reader) game() (*Game, rules.Variant) {
	top := r.table("", r.values)
	if n := top.number("format", 1000); top.has("format") && n != Format || !top.has("format") {
		top.mistake("format", "a file begins with format = %d", Format)
	}
	top.has("extends")
	v := rules.Variant{
		Name: top.text("name"), Title: top.text("title"), Blurb: top.text("blurb"),
		Source: top.text("source"), Story: strings.TrimPrefix(top.text("story"), "\n"), Decisions: top.texts("decisions"),
	}
	game := &Game{SameAs: top.text("same_as")}
	if v.Author = top.text("author"); len(v.Author) > 200 {
		top.mistake("author", "%d bytes are too long; the most is 200", len(v.Author))
	}
	r.board(top.sub("board"), &v)
	families := r.families(top.sub("families"))
	for _, t := range top.tables("piece") {
		v.Kinds = append(v.Kinds, r.piece(t, families, v.Opposite))
	}
	for _, t := range top.tables("array") {
		v.Array = append(v.Array, rules.RankDrawing{Rank: t.number("rank", 99), Drawing: t.text("drawing")})
		t.done()
	}
	r.rules(top.sub("rules"), &v)
	check := top.sub("check")
	if check.has("perft") {
		game.Perft = readNumbers[uint64](r, check.at("perft"), check.values["perft"], 0, 1<<53)
	}
	if len(game.Perft) > 8 {
		check.mistake("perft", "counts of at most 8 plies are checked")
	}
	check.done()
	top.done()
	return game, v
}

// symmetries map words to the symmetry between White's and Black's pieces.
var symmetries = map[string]rules.Symmetry{
	"levels": rules.ReverseLevels, "files": rules.ReverseFiles, "ranks": rules.ReverseRanks, "centre": rules.ThroughCentre,
}

// board reads the board and the symmetry.
func (r *reader) board(t *table, v *rules.Variant) {
	for _, word := range t.texts("opposite") {
		axes, ok := symmetries[word]
		if !ok {
			t.mistake("opposite", "%.20q is none of ranks, files, levels, centre", word)
		}
		v.Opposite |= axes
	}
	if v.Opposite == 0 {
		v.Opposite = rules.AcrossRanks
	}
	geometry := t.text("geometry")
	if geometry == "octahedral" {
		v.Board = rules.Octahedron()
		t.done()
		return
	}
	if geometry != "cubic" && geometry != "list" {
		t.mistake("geometry", "%.20q is none of cubic, list and octahedral", geometry)
	}
	box := rules.Box{
		Files: t.number("files", 26), Ranks: t.number("ranks", 9),
		Rings: t.flag("rings"), Holes: strings.Join(t.texts("holes"), " "),
	}
	if geometry == "list" {
		if box.Cells = strings.Join(t.texts("cells"), " "); strings.TrimSpace(box.Cells) == "" {
			t.mistake("cells", "a board that is a list names all of its cells")
		}
	}
	box.FileNames = word(t, "names", map[string]bool{"file": true, "level": false})
	if box.FileNames {
		box.LevelCount = t.number("levels", 26)
	} else {
		box.Levels = t.text("levels")
	}
	zones := t.sub("zones")
	for name := range zones.values {
		if box.Zones == nil {
			box.Zones = map[rules.Zone]string{}
		}
		box.Zones[rules.Zone(name)] = strings.Join(zones.texts(name), " ")
		if strings.TrimSpace(name) == "" || len(name) > 30 {
			zones.mistake(name, "a zone has a name of at most 30 bytes")
		}
	}
	t.done()
	if len(r.mistakes) > 0 {
		return
	}
	board, err := rules.NewBox(box)
	if err != nil {
		r.mistake(t.path, "%s", err)
		return
	}
	v.Board = board
}

// rules reads the rules other than movement.
func (r *reader) rules(t *table, v *rules.Variant) {
	v.DoubleStep = word(t, "double_step", map[string]rules.DoubleSteps{
		"none": rules.NoDoubleStep, "any": rules.AnyDoubleStep, "straight": rules.StraightDoubleStep,
	})
	v.NoEnPassant = !t.flagOr("en_passant", true)
	v.Transfer = t.flag("transfer")
	v.Marriage = t.text("marriage")
	if t.has("castling") {
		v.Castling = r.castling(t)
	}
	if t.has("survival") {
		s := t.sub("survival")
		v.Survival.Ends = word(s, "ends", map[string]rules.Status{"triples": rules.Triples, "extinction": rules.Extinction})
		v.Survival.Min = s.number("min", rules.MaxCells)
		for i, family := range get[[]any](s, "families", "a list of lists of codes") {
			v.Survival.Families = append(v.Survival.Families, r.texts(fmt.Sprintf("%s[%d]", s.at("families"), i), family))
		}
		s.done()
	}
	if t.has("reserve") {
		s := t.sub("reserve")
		v.Reserve = rules.Reserve{Code: s.text("code"), After: s.texts("after")}
		s.done()
	}
	t.done()
}

// castling reads the ways to castle: partners' cells, or tables.
func (r *reader) castling(t *table) []rules.Castle {
	var all []rules.Castle
	for i, value := range get[[]any](t, "castling", "a list of cells or tables") {
		path := fmt.Sprintf("%s[%d]", t.at("castling"), i)
		switch value := value.(type) {
		case string:
			all = append(all, rules.Castle{Partner: value})
		case map[string]any:
			c := r.table(path, value)
			all = append(all, rules.Castle{Partner: c.text("partner"), To: c.text("to"), PartnerTo: c.text("partner_to")})
			c.done()
		default:
			r.mistake(path, "must be the cell of a partner, or a table with partner, to and partner_to")
		}
	}
	return all
}
