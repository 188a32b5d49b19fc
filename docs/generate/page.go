package main

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"raumbot/render"
	"raumbot/rules"
	"raumbot/rules/games"
)

// pages returns the content of all files by their names in docs/variants.
func pages(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	var index bytes.Buffer
	index.WriteString("# The games\n\nThese pages are generated from the definitions of the variants in `rules/`.\n\n| game | name in commands | in a line |\n|---|---|---|\n")
	if err := games.Install(); err != nil {
		return nil, err
	}
	counts, err := perftCounts(root)
	if err != nil {
		return nil, err
	}
	for _, v := range rules.Variants() {
		fmt.Fprintf(&index, "| [%s](%s.md) | `%s` | %s |\n", v.Title, v.Name, v.Name, v.Blurb)
		if err := variantPage(v, counts[v.Name], files); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	files["README.md"] = index.Bytes()
	return files, nil
}

// variantPage adds the page of a variant and its pictures.
func variantPage(v *rules.Variant, counts perft, files map[string][]byte) error {
	scene := render.NewScene(v.Start())
	scene.View = render.Ranks
	array, err := render.PNG(scene)
	if err != nil {
		return err
	}
	if files["img/"+v.Name+".png"], err = squeeze(array); err != nil {
		return err
	}

	var page bytes.Buffer
	fmt.Fprintf(&page, "# %s\n\n%s.\n\n*Source: %s.*\n\n", v.Title, v.Blurb, v.Source)
	fmt.Fprintf(&page, "![The array of %s](img/%s.png)\n\n", v.Title, v.Name)
	fmt.Fprintf(&page, "## The board\n\n%s\n\n## How it is played\n\n%s\n", v.Board, strings.TrimSpace(v.Story))
	page.WriteString("\nWhite moves first. Draws by agreement, by threefold repetition and by fifty moves are as in the FIDE Laws.\n\n## The pieces\n")
	for id := range v.Kinds[1:] {
		if err := kindSection(v, rules.KindID(id+1), &page, files); err != nil {
			return err
		}
	}
	if len(v.Decisions) > 0 {
		fmt.Fprintf(&page, "\n## What we decided\n\n%s silent, garbled or contradicts itself in places. There we play so:\n\n", counts.source)
		for _, decision := range v.Decisions {
			fmt.Fprintf(&page, "- %s\n", decision)
		}
	}
	perftSection(counts, &page)
	files[v.Name+".md"] = page.Bytes()
	return nil
}

// kindSection describes one kind of piece.
func kindSection(v *rules.Variant, id rules.KindID, page *bytes.Buffer, files map[string][]byte) error {
	k := &v.Kinds[id]
	diagram, err := render.MovementDiagram(v, id, render.Light, nil)
	if err != nil {
		return err
	}
	name := "img/" + v.Name + "-" + strings.ToLower(k.Code) + ".png"
	if files[name], err = squeeze(diagram); err != nil {
		return err
	}
	fmt.Fprintf(page, "\n### %s (%s)\n\n", k.Name, k.Code)
	fmt.Fprintf(page, "%s\n\n", amount(v, id))
	for _, words := range k.MoveWords() {
		fmt.Fprintf(page, "- %s\n", words)
	}
	if k.Freeze != "" {
		key, _ := v.KindByCode(k.Freeze)
		fmt.Fprintf(page, "- Frozen while its player has no %s.\n", v.Kinds[key].Name)
	}
	if words := k.PromotionWords(); words != "" {
		fmt.Fprintf(page, "- %s\n", words)
	}
	fmt.Fprintf(page, "\n![How the %s moves](%s)\n", k.Name, name)
	return nil
}

// amount says how many of a kind a player begins with.
func amount(v *rules.Variant, id rules.KindID) string {
	n := v.Start().Count(rules.MakePiece(id, rules.White))
	text := fmt.Sprintf("%d a side at the start.", n)
	if n == 0 {
		text = "None at the start: by promotion only."
	}
	if v.Kinds[id].Royal {
		text += " It must not be left in check."
	}
	if v.Start().Reserve(rules.White) == rules.MakePiece(id, rules.White) {
		text += " One more waits beside the board."
	}
	return text
}

// perft has the counts of the sequences of 1, 2, 3, ... plies, and how its page
// speaks of the game's source.
type perft struct {
	counts []uint64
	source string
}

// perftCounts returns the counts of all games by their names: of those that
// are defined in Go from the tests' data, of the others from their files.
func perftCounts(root string) (map[string]perft, error) {
	all := map[string]perft{}
	shipped, err := games.All()
	if err != nil {
		return nil, err
	}
	for _, g := range shipped {
		all[g.Variant.Name] = perft{g.Perft, "What is handed down is"}
	}
	for _, v := range rules.Variants() {
		if _, ok := all[v.Name]; ok {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, "rules", "testdata", "perft", v.Name+".txt"))
		if err != nil {
			return nil, err
		}
		p := perft{source: "The article is"}
		for line := range strings.Lines(string(content)) {
			count, err := strconv.ParseUint(strings.Fields(line)[2], 10, 64)
			if err != nil {
				return nil, err
			}
			p.counts = append(p.counts, count)
		}
		all[v.Name] = p
	}
	return all, nil
}

// perftSection gives the numbers by which another program can check itself.
func perftSection(p perft, page *bytes.Buffer) {
	page.WriteString("\n## For programmers\n\nThe numbers of sequences of so many plies from the start (perft):\n\n| plies | sequences |\n|---|---|\n")
	for i, count := range p.counts {
		fmt.Fprintf(page, "| %d | %d |\n", i+1, count)
	}
}

// squeeze compresses a picture as far as PNG goes: pages are read more often
// than they are made.
func squeeze(picture []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&b, img)
	return b.Bytes(), err
}
