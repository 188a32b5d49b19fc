package browser

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"raumbot/rules"
)

// usable notes when the drawn board can be used, in milliseconds since the page was asked for.
const usable = `new MutationObserver((_, o) => {
	if (document.querySelector("#board3d.ready")) { window.usable = performance.now(); o.disconnect(); }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] })`

// plays writes a move in the field for moves and confirms it. It returns the milliseconds from then
// until the page shows it as played.
func (p *tab) plays(move string) float64 {
	p.Helper()
	from, to, _ := ends(move)
	js[bool](p, `((field) => { field.value = "`+move+`"; field.form.requestSubmit(); return true; })(document.getElementById("movefield"))`)
	p.until(`document.querySelector('#action form.confirm .go[value="` + move + `"]:not(:disabled)')`)
	js[bool](p, `(() => {
		const begun = performance.now(), man = (cell) => document.querySelector('#board2d [data-cell="' + cell + '"] .man');
		const look = () => {
			if (document.querySelector("#action form.confirm") || man("`+from+`") || !man("`+to+`")) requestAnimationFrame(look);
			else window.took = performance.now() - begun;
		};
		window.took = 0;
		document.querySelector("#action form.confirm .go").click();
		look();
		return true;
	})()`)
	p.until(`window.took`)
	return js[float64](p, `window.took`)
}

// knights come back to where they began in four moves.
var knights = []string{"ab1-cc1", "eb5-ec3", "cc1-ab1", "ec3-eb5"}

// TestSameMoveAgain plays a move that was played before since the page was opened. What is written
// in the field for moves must not get into the fields of the form that confirms it, of which one
// tells the site whether it has the form already.
func TestSameMoveAgain(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana := b.sit("ana", true)
	ana.says("study raumschach")
	ana.goTo("/game/1")
	ana.until(`document.querySelector("#board3d.ready")`)
	for _, move := range slices.Concat(knights, knights) {
		ana.plays(move)
	}
}

// TestSpeed logs how long a browser that has nothing of the site takes until the board of 512 cells
// can be used, and how long it takes from Confirm to one's own move, with the load of the machine.
// Site and browser share the processors with whatever else the machine does, so no time fails the
// test. The bytes of the first paint, which do not depend on the machine, are limited by a test of
// the site.
func TestSpeed(t *testing.T) {
	b := newBot(t, func(*bot) {})
	b.publicly()
	var cold []float64
	for n := range 3 {
		ana := b.visits(n+1, true)
		ana.first(usable)
		ana.goTo("/learn/stockschach512/1")
		ana.until(`window.usable`)
		cold = append(cold, js[float64](ana, `window.usable`))
	}
	t.Logf("board of 512 cells usable cold after %.0f ms%s", cold, load())

	ana := newBot(t, (*bot).listening).sit("ana", true)
	ana.says("study raumschach")
	ana.goTo("/game/1")
	ana.until(`document.querySelector("#board3d.ready")`)
	raumschach, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	var took []float64
	position, random := raumschach.Start(), rand.New(rand.NewPCG(1, 1))
	for range 24 {
		legal := position.Legal()
		move := legal[random.IntN(len(legal))]
		took = append(took, ana.plays(position.Text(move)))
		if position, err = position.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(took)
	t.Logf("from Confirm to one's own move %.0f ms in the middle, %.0f ms at most%s", took[len(took)/2], took[len(took)-1], load())
}

// load describes the load of the machine in the last minutes; it is empty where the system does not
// tell.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load " + strings.Join(strings.Fields(string(text))[:3], " ")
}
