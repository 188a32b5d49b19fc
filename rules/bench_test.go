package rules

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// middleGame is the position after 60 plies of a vector game.
func middleGame(b *testing.B, v *Variant) *Position {
	b.Helper()
	moves := vectorMoves(b, v.Name)
	p := v.Start()
	for _, text := range moves[:min(60, len(moves))] {
		p = mustPlay(b, p, text)
	}
	return p
}

// vectorMoves returns the moves of a game in testdata/vectors; nil if the
// variant has no vectors.
func vectorMoves(b testing.TB, name string) []string {
	b.Helper()
	f, err := os.Open("testdata/vectors/" + name + "-01.txt")
	if err != nil {
		return nil
	}
	defer f.Close()
	var moves []string
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		if fields := strings.Split(scanner.Text(), "\t"); len(fields) == 5 && fields[1] != "-" {
			moves = append(moves, fields[1])
		}
	}
	return moves
}

func mustPlay(b testing.TB, p *Position, text string) *Position {
	b.Helper()
	m, err := p.ReadText(text)
	if err == nil {
		p, err = p.Play(m)
	}
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func BenchmarkPerft(b *testing.B) {
	for _, v := range Variants() {
		start := v.Start()
		b.Run(v.Name, func(b *testing.B) {
			var leaves uint64
			for b.Loop() {
				leaves += Perft(start, 2)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

func BenchmarkLegalTexts(b *testing.B) {
	for _, v := range Variants() {
		p := middleGame(b, v)
		b.Run(v.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.LegalTexts()
			}
			b.ReportMetric(float64(len(p.Legal())), "moves")
		})
	}
}

// BenchmarkGenerate must not allocate: the list is the caller's.
func BenchmarkGenerate(b *testing.B) {
	for _, v := range Variants() {
		q := *middleGame(b, v)
		b.Run(v.Name, func(b *testing.B) {
			moves := make([]Move, 0, 4096)
			b.ReportAllocs()
			for b.Loop() {
				moves = q.generate(moves[:0])
			}
		})
	}
}

// BenchmarkPlay plays one move after another, as the bot does for players.
func BenchmarkPlay(b *testing.B) {
	for _, v := range Variants() {
		p := middleGame(b, v)
		moves := p.Legal()
		b.Run(v.Name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := p.Play(moves[i%len(moves)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkReplay(b *testing.B) {
	for _, v := range Variants() {
		moves := vectorMoves(b, v.Name)
		b.Run(v.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := NewGame(v)
				for _, text := range moves {
					m, err := g.Position().ReadText(text)
					if err == nil {
						err = g.Play(m)
					}
					if err != nil {
						break // a draw that the vectors ignore
					}
				}
			}
			b.ReportMetric(float64(len(moves)), "plies")
		})
	}
}
