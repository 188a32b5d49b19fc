package gamefile_test

import (
	"testing"
	"time"

	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// FuzzRead checks that no text breaks the reader, and that accepted games can be played and
// written.
func FuzzRead(f *testing.F) {
	f.Add([]byte(tutorial(f)))
	for _, name := range []string{"raumschach", "octhex146"} {
		v, err := rules.Find(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(gamefile.Write(&gamefile.Game{Variant: v}))
	}
	f.Add([]byte("format = 1\nextends = \"raumschach\"\nname = \"x\"\n[rules]\ndouble_step = \"straight\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		begin := time.Now()
		g, err := gamefile.Read("fuzz.toml", text)
		if took := time.Since(begin); took > 5*time.Second {
			t.Fatalf("reading took %s:\n%s", took, text)
		}
		if err != nil {
			return
		}
		p := g.Variant.Start()
		for range 6 {
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			if p, err = p.Play(legal[len(legal)/2]); err != nil {
				t.Fatal(err)
			}
			if _, err := rules.ReadPosition(g.Variant, p.Line()); err != nil {
				t.Fatalf("%s: %v", p.Line(), err)
			}
		}
		if _, err := gamefile.Read("again.toml", gamefile.Write(g)); err != nil {
			t.Fatalf("written again it is refused: %v", err)
		}
	})
}
