package browser

import "testing"

// TestTurnInTitle checks that the title and the icon of a page say in how many games it is one's
// turn, also in a tab that nobody looks at.
func TestTurnInTitle(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben := b.sit("ana", true), b.sit("ben", true)
	ben.says("hi")
	ana.says("challenge ben raumschach white")
	ben.says("accept")
	ana.goTo("/game/1")
	ben.goTo("/game/1")
	const waits = `document.title.startsWith("(1) Your move · ") && document.getElementById("icon").href.includes("mark-turn")`
	const rests = `!document.title.includes("Your move") && !document.getElementById("icon").href.includes("mark-turn")`
	ana.until(waits + ` && ` + shown)
	ben.until(rests)
	js[bool](ben, `(Object.defineProperty(document, "hidden", { get: () => true }), document.dispatchEvent(new Event("visibilitychange")), true)`)
	ana.writes("ab2-ab3", "ab2-ab3")
	ana.until(rests)
	ben.until(waits)
	ben.goTo("/")
	ben.until(waits)
}
