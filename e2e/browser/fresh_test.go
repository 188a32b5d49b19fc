package browser

import (
	"fmt"
	"testing"
)

// holdsPositions delays the answer to the first request for a position.
const holdsPositions = `(() => {
	const send = window.fetch;
	let first = true;
	window.fetch = async (url, options) => {
		const answer = await send(url, options);
		if (!first || !String(url).includes("board.json")) return answer;
		first = false;
		window.held = true;
		await new Promise((done) => { window.release = done; });
		return answer;
	};
	return true;
})()`

// TestOldPositionsComeLate delivers the answer to an earlier request for the position after the
// answer to a later one. It changes nothing.
func TestOldPositionsComeLate(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	carol.goTo("/game/1")
	carol.until(shown)
	js[bool](carol, holdsPositions)
	ana.says("move 1 ab2-ab3")
	carol.until(`window.held`)
	ana.says("move 1 eb4-eb3")
	carol.until(`board3d.stage.position.ply === 2`)
	js[bool](carol, `(release(), true)`)
	js[bool](carol, `(window.seen = 0, document.addEventListener("raumbot:refreshed", () => seen++), document.dispatchEvent(new CustomEvent("raumbot:wanted")), true)`)
	carol.until(`seen > 0`) // after the old answer has been read
	if ply := js[int](carol, `board3d.stage.position.ply`); ply != 2 {
		t.Errorf("an old answer shows the position after %d moves", ply)
	}
}

// TestMoveWhileBoardLoads has a move played after a page has asked for the first position that its
// board shows, and before the board is there. The board then shows the move.
func TestMoveWhileBoardLoads(t *testing.T) {
	b := newBot(t, func(*bot) {})
	console := b.publicly()
	console.hears("challenges", "ben@hall: hi", "ana@hall: challenge ben raumschach white public")
	console.hears("begin|is to move|White", "ben@hall: accept")
	carol := b.visits(1, true)
	carol.first(holdsPositions)
	carol.goTo("/game/1")
	carol.until(`window.held`)
	console.hears("ab2-ab3", "ana@hall: ab2-ab3")
	carol.until(`document.querySelector('#moves a[data-ply="1"]')`)
	js[bool](carol, `(release(), true)`)
	carol.until(`board3d.stage.position?.ply === 1 && ` + shown)
}

// refusing makes the next requests for the page, or for the position, fail for a second as if there
// were too many.
const refusing = `(() => {
	const open = XMLHttpRequest.prototype.open, send = window.fetch;
	window.refused = { page: 0, position: 0 };
	window.refuse = { page: 0, position: 0 };
	XMLHttpRequest.prototype.open = function (...args) {
		if (refuse.page) {
			refuse.page--;
			refused.page++;
			Object.defineProperty(this, "status", { value: 429 });
			this.getResponseHeader = (name) => (name === "Retry-After" ? "1" : null);
		}
		return open.apply(this, args);
	};
	window.fetch = async (url, options) => {
		if (!refuse.position || !String(url).includes("board.json")) return send(url, options);
		refuse.position--;
		refused.position++;
		return new Response("", { status: 429, headers: { "Retry-After": "1" } });
	};
	return true;
})()`

// TestRefusedForAWhile refuses requests of a page while its stream stays open. The page requests
// itself and the position again, and does not report a lost connection.
func TestRefusedForAWhile(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, carol := b.sit("ana", true), b.sit("carol", true)
	ana.says("study raumschach")
	carol.goTo("/game/1")
	carol.until(shown)
	js[bool](carol, refusing)
	for ply, refuse := range []string{`{ page: 2, position: 0 }`, `{ page: 0, position: 2 }`} {
		js[bool](carol, `(window.refuse = `+refuse+`, true)`)
		ana.says(fmt.Sprintf("move 1 %s", []string{"ab2-ab3", "eb4-eb3"}[ply]))
		carol.until(fmt.Sprintf(`board3d.stage.position.ply === %d && document.querySelector('#moves a[data-ply="%[1]d"]')`, ply+1))
	}
	if said := js[string](carol, `JSON.stringify(refused) + document.getElementById("lost").hidden + document.getElementById("lostsaid").textContent`); said != `{"page":2,"position":2}true` {
		t.Errorf("refused and told: %s", said)
	}
}

// TestGlances moves the pointer quickly over many men. The page requests the moves only of the man
// on which the pointer rests.
func TestGlances(t *testing.T) {
	b := newBot(t, (*bot).listening)
	p := b.sit("ana", true)
	p.says("study raumschach")
	p.goTo("/game/1")
	p.until(shown)
	js[bool](p, `(() => {
		const send = window.fetch;
		window.glances = [];
		window.fetch = (url, options) => {
			const cell = new URL(url, location.href).searchParams.get("cell");
			if (!cell) return send(url, options);
			glances.push(cell);
			options.signal?.addEventListener("abort", () => glances.push("not " + cell));
			return new Promise((done, fail) => options.signal?.addEventListener("abort", () => fail(options.signal.reason)));
		};
		window.pointAt = (cell) => {
			const s = board3d.stage, place = s.places[s.layout.cells.indexOf(cell)], l = s.view.levels.find((l) => l.level === place.level), r = s.box.getBoundingClientRect(), [x, y] = l.at(place.x, place.y);
			s.canvas.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerId: 99, pointerType: "mouse", clientX: x + r.left, clientY: y + r.top }));
		};
		return true;
	})()`)
	js[bool](p, `(["aa1", "ab1", "ac1", "aa2", "ab2", "ac2"].forEach(pointAt), true)`)
	p.until(`glances.length > 0`)
	if asked := js[string](p, `glances.join()`); asked != "ac2" {
		t.Errorf("asked about %s", asked)
	}
	js[bool](p, `(pointAt("ab2"), true)`)
	p.until(`glances.join() === "ac2,not ac2,ab2"`)
}
