package bot

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"raumbot/rules"
)

// Diagram is a hash of a variant and the pieces on the board. Positions that differ only in their
// history, the side to move or castling rights have the same Diagram. Zero stands for none.
type Diagram uint64

// DiagramOf returns the diagram of a position.
func DiagramOf(p *rules.Position) Diagram {
	fields := strings.Fields(p.Line()) // the side to move, then the pieces of both sides
	return diagram(p.Variant(), fields[1]+" "+fields[2])
}

// Diagrams returns the diagram of a position and those of its mirrors.
func Diagrams(p *rules.Position) (all []Diagram) {
	for _, men := range p.Mirrored() {
		if d := diagram(p.Variant(), men); !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

func diagram(v *rules.Variant, men string) Diagram {
	sum := sha256.Sum256([]byte(v.Name + " " + men))
	return Diagram(max(1, binary.BigEndian.Uint64(sum[:8])))
}

// DiagramAfter returns the diagram of a variant after some canonical moves. ok is false if this
// program does not know the variant or a move is illegal.
func DiagramAfter(variant string, moves []string) (Diagram, bool) {
	v, err := rules.Find(variant)
	if err != nil {
		return 0, false
	}
	p := v.Start()
	for _, text := range moves {
		m, err := p.ReadText(text)
		if err != nil {
			return 0, false
		}
		if p, err = p.Play(m); err != nil {
			return 0, false
		}
	}
	return DiagramOf(p), true
}

// Contested reports whether the game is being played between people, or may go on because an organiser's decision can still be
// taken back, so that the engine must not analyse any position of it.
func (g Game) Contested() bool {
	_, computer := g.Computer()
	return (!g.Over() || g.Settles != 0) && !g.Study() && !computer
}
