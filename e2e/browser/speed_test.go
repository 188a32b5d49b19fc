package browser

import (
	"os"
	"strings"
	"testing"
)

// usable notes when the drawn board can be used, in milliseconds since the page was asked for.
const usable = `new MutationObserver((_, o) => {
	if (document.querySelector("#board3d.ready")) { window.usable = performance.now(); o.disconnect(); }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] })`

// TestSpeed logs how long a browser that has nothing of the site takes until the board of 512 cells
// can be used, with the load of the machine. Site and browser share the processors with whatever
// else the machine does, so no time fails the test. The bytes of the first paint, which do not
// depend on the machine, are limited by a test of the site.
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
