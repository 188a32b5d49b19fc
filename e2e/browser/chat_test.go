package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestChatFollowsItsEnd has pictures come in the chat of the room. The end of the chat stays in
// sight until its reader scrolls away, and again on a phone when the chat is opened. Each line of a
// person is above what the bot answers.
func TestChatFollowsItsEnd(t *testing.T) {
	p := newBot(t, (*bot).listening).sit("ana", true)
	const atEnd = `(() => { const s = document.getElementById("said"); return s.clientHeight > 100 && s.scrollHeight > s.clientHeight && s.scrollHeight - s.scrollTop - s.clientHeight < 4; })()`
	const loaded = ` && [...document.querySelectorAll("#said img")].every((picture) => picture.complete)`
	p.says("rules raumschach")
	p.says("piece raumschach knight")
	p.until(`document.querySelectorAll("#said img").length > 0` + loaded)
	p.until(atEnd)
	p.picture()
	// It grows while it is scrolled to its end, as when the size of a picture becomes known.
	js[bool](p, `(document.getElementById("said").scrollTop -= 30, true)`)
	p.settles()
	js[bool](p, `(() => {
		const s = document.getElementById("said");
		s.scrollTop += 30;
		s.lastElementChild.style.paddingBottom = "200px";
		return true;
	})()`)
	p.settles()
	js[bool](p, `document.querySelector("#said img").dispatchEvent(new Event("load"))`)
	p.until(atEnd)
	p.says("study raumschach")
	p.until(`document.querySelector('#said a[href$="/game/1"]')`)
	p.until(atEnd)
	if above := js[bool](p, `(() => { const lines = [...document.querySelectorAll("#said li")]; return lines.findIndex((line) => line.querySelector('a[href$="/game/1"]')) < lines.findLastIndex((line) => line.matches(".person")); })()`); above {
		t.Error("the answer stands above what was said")
	}
	p.until(`document.readyState === "complete"` + loaded)
	p.settles()
	js[bool](p, `(document.getElementById("said").scrollTop = 0, true)`)
	p.settles()
	p.says("piece raumschach bishop")
	p.until(`document.querySelectorAll("#said img").length > 1` + loaded)
	p.settles()
	if at := js[int](p, `document.getElementById("said").scrollTop`); at > 40 {
		t.Errorf("the chat is scrolled to %d, away from what is read", at)
	}
	p.do(chromedp.EmulateViewport(390, 844))
	p.goTo("/game/1")
	p.until(shown)
	p.presses("Chat")
	p.until(atEnd + loaded)
	p.picture()
}

// TestBothAreTaken has somebody accept in the room while the challenger waits on the first page.
// Both are taken to the game. What has been answered has no buttons any more, for anybody.
func TestBothAreTaken(t *testing.T) {
	b := newBot(t, (*bot).listening)
	ana, ben, carol := b.sit("ana", true), b.sit("ben", true), b.sit("carol", true)
	lacks := func(command string) {
		t.Helper()
		carol.until(`!document.querySelector('#said button[value="` + command + `"]')`)
	}
	ana.says("challenge ben raumschach white")
	carol.until(`document.querySelector('#said button[value="accept 1"]')`)
	ben.says("accept")
	for _, p := range []*tab{ana, ben} {
		p.until(loaded + ` && location.pathname.endsWith("/game/1")`)
	}
	lacks("accept 1")
	ana.sends("draw 1")
	carol.until(`document.querySelector('#said button[value="draw 1 accept"]')`)
	ben.sends("draw 1 decline")
	lacks("draw 1 accept")
	carol.picture()
}
