package matrix

import (
	"bytes"
	"context"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
)

// inline matches a figure in HTML, with its URL and title.
var inline = regexp.MustCompile(`<img data-mx-emoticon src="(mxc://[^"]+)" alt="" title="([^"]+)" height="32"> `)

// figuresAfter runs a test on a homeserver that limits uploads. The bot shows figures, and referees
// game 1 in a room.
func figuresAfter(t *testing.T, test func(*limitRig)) {
	limited(t, 1, matrixtest.Rate{PerSecond: 1000, Burst: 1000}, func(r *limitRig) {
		r.server.LimitUploads(matrixtest.Rate{PerSecond: 0.2, Burst: 3}, time.Now)
		defer r.showFigures()()
		r.begin(0)
		test(r)
	})
}

// showFigures starts to show figures, as at the start of the bot, until stop is called.
func (r *limitRig) showFigures() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	f := newFigures(r.s)
	r.s.figures = f
	go func() {
		defer close(done)
		f.keep(ctx)
	}()
	time.Sleep(time.Second)
	return func() {
		cancel()
		<-done
	}
}

// answer says something in the room and returns the answer, in plain text and in HTML without its
// figures, and the URLs and titles of these.
func (r *limitRig) answer(text string) (plain, html string, urls, titles []string) {
	r.t.Helper()
	before, _ := r.shown(0, "")
	r.say(0, r.people[0], text)
	r.until(0, before+1, "")
	r.server.Look(func() {
		all := r.rooms[0].From(r.robot, "m.room.message")
		last := all[len(all)-1]
		for i := len(all) - 1; last.Content["msgtype"] == "m.image"; i-- {
			last = all[i]
		}
		plain, _ = last.Content["body"].(string)
		html, _ = last.Content["formatted_body"].(string)
	})
	for _, found := range inline.FindAllStringSubmatch(html, -1) {
		urls, titles = append(urls, found[1]), append(titles, found[2])
	}
	if html = inline.ReplaceAllString(html, ""); strings.Contains(html, "<img") {
		r.t.Errorf("%s: an image is no figure in %s", text, html)
	}
	return plain, html, urls, titles
}

// uploads returns the number of files at the homeserver.
func (r *limitRig) uploads() (n int) {
	r.server.Look(func() { n = len(r.server.Uploads) })
	return n
}

// TestFigures asks for lists of men. The first answer comes at once, without figures, which are
// uploaded then, as fast as the homeserver allows it. Later answers show them, and read the same.
func TestFigures(t *testing.T) {
	figuresAfter(t, func(r *limitRig) {
		asked, before := time.Now(), r.uploads() // the picture of the board
		plain, html, urls, _ := r.answer("moves 1")
		if took := time.Since(asked); len(urls) > 0 || took > time.Second {
			t.Errorf("before any is uploaded there are figures at %v, after %s", urls, took)
		}
		time.Sleep(5 * time.Minute)
		uploaded := r.uploads() - before
		if r.refused() == 0 || uploaded != 14 {
			t.Errorf("%d figures are uploaded for both sides of Raumschach, and %d requests refused", uploaded, r.refused())
		}
		later, without, urls, titles := r.answer("moves 1")
		if later != plain || without != html || strings.Join(titles, " ") != "Queen Bishop Unicorn Knight Pawn" {
			t.Errorf("the moves are %q, with figures of %q", without, titles)
		}
		r.server.Look(func() {
			for i, url := range urls {
				picture, err := png.Decode(bytes.NewReader(r.server.Uploads[url]))
				if err != nil || picture.Bounds().Dx() != figureSize {
					t.Errorf("the figure of a %s is %v, %v", titles[i], picture, err)
				}
			}
		})
		for _, c := range []struct{ text, titles string }{
			{"moves 1 ab1", "Knight"},
			{"moves 1 knight", "Knight Knight"},
			{"pick 1", "Queen Bishop Unicorn Knight Pawn"},
			{"piece raumschach unicorn", "Unicorn"},
			{"rules raumschach", "King Queen Rook Bishop Unicorn Knight Pawn"},
			{"move 1 ab1-ac3", "Knight"},
			{"captured 1", ""},
			{"variants", ""},
			{"prefer language deutsch", ""},
			{"moves 1 springer", "Springer Springer"},
			{"rules raumschach", "König Dame Turm Läufer Einhorn Springer Bauer"},
		} {
			body, without, _, titles := r.answer(c.text)
			if strings.Join(titles, " ") != c.titles || strings.Contains(body, "mxc:") {
				t.Errorf("%s: the figures of %q are in %q", c.text, titles, without)
			}
		}
		time.Sleep(time.Minute)
		if n := r.uploads() - before - uploaded; n > 5 { // the pictures of boards and diagrams
			t.Errorf("%d more files are uploaded", n)
		}
	})
}

// TestFiguresAreKept starts the bot again, which shows the same figures at once. It uploads those
// anew that the homeserver has lost, and all on another account.
func TestFiguresAreKept(t *testing.T) {
	figuresAfter(t, func(r *limitRig) {
		r.answer("moves 1")
		time.Sleep(5 * time.Minute)
		_, _, first, _ := r.answer("moves 1")
		before := r.uploads()
		defer r.showFigures()()
		_, _, again, _ := r.answer("moves 1")
		time.Sleep(5 * time.Minute)
		if len(first) == 0 || strings.Join(first, " ") != strings.Join(again, " ") || r.uploads() != before {
			t.Errorf("the figures are at %v, and after a restart at %v; %d files are uploaded", first, again, r.uploads()-before)
		}
		r.server.Look(func() { delete(r.server.Uploads, first[0]) })
		time.Sleep(figureLife)
		r.answer("moves 1")
		time.Sleep(5 * time.Minute)
		_, _, found, _ := r.answer("moves 1")
		if len(found) != len(first) || found[0] == first[0] || strings.Join(found[1:], " ") != strings.Join(first[1:], " ") || r.uploads() != before {
			t.Errorf("the figures are at %v, and after one is lost at %v", first, found)
		}
		r.s.api.UserID = "@springer:y"
		defer r.showFigures()()
		r.s.figures.in(asks(r.t, r.s, "rules raumschach"))
		time.Sleep(5 * time.Minute)
		if n := r.uploads() - before; n != 14 {
			t.Errorf("another account uploads %d figures", n)
		}
	})
}

// TestNoFigures names men in an encrypted room, and to a homeserver that takes no files or that is
// down.
func TestNoFigures(t *testing.T) {
	figuresAfter(t, func(r *limitRig) {
		g := &plainCipher{}
		r.answer("moves 1")
		time.Sleep(5 * time.Minute)
		m := asks(r.t, r.s, "rules raumschach")
		m.Drawing = nil
		sp := outgoing{place: place{room: id.RoomID(r.rooms[0].ID)}, txn: "open"}
		if w := r.s.writer(r.t.Context(), sp, m); w.figures == nil || len(*w.figures) != 7 {
			t.Fatalf("there are no figures before the room is encrypted: %v", w.figures)
		}
		r.s.cipher = g
		if err := r.s.store.SetEncryptionEvent(r.t.Context(), sp.place.room, &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.s.sendText(r.t.Context(), sp, m); err != nil {
			t.Fatal(err)
		}
		if len(g.seen) != 1 || strings.Contains(g.seen[0].FormattedBody, "<img") || !strings.Contains(g.seen[0].FormattedBody, "Unicorn (U") {
			t.Errorf("in an encrypted room it says %+v", g.seen)
		}
	})
	figuresAfter(t, func(r *limitRig) {
		r.server.Look(func() { r.server.RefuseUploads = true })
		for range 3 {
			if _, html, urls, _ := r.answer("moves 1"); len(urls) > 0 || !strings.Contains(html, "Unicorn") {
				t.Errorf("without uploads it says %q", html)
			}
			time.Sleep(figurePause)
		}
		r.server.Look(func() { r.server.RefuseUploads = false })
		before := r.uploads()
		r.answer("moves 1")
		time.Sleep(2 * figurePause)
		if n := r.uploads() - before; n > 0 {
			t.Errorf("%d figures are uploaded after a refusal", n)
		}
	})
}

// TestPut puts figures before whole words, in order, and no figure twice.
func TestPut(t *testing.T) {
	for _, c := range []struct {
		text, want, left string
		words            []string
	}{
		{text: "Pawn, Pawn", words: []string{"Pawn", "Pawn"}, want: "(0) Pawn, (1) Pawn"},
		{text: "Pawns and Pawn", words: []string{"Pawn"}, want: "Pawns and (0) Pawn"},
		{text: "Paw, Rook", words: []string{"Rook", "Paw"}, want: "Paw, (0) Rook", left: "Paw"},
		{text: "Bauer zöge", words: []string{"z", ""}, want: "Bauer zöge", left: "z "},
		{text: "a &lt;b&gt;", words: []string{"&lt;b&gt;"}, want: "a (0) &lt;b&gt;"},
	} {
		var figures []figure
		for i, words := range c.words {
			figures = append(figures, figure{words, "(" + string(rune('0'+i)) + ")"})
		}
		got := put(&figures, c.text)
		var left []string
		for _, f := range figures {
			left = append(left, f.words)
		}
		if got != c.want || strings.Join(left, " ") != c.left {
			t.Errorf("%q becomes %q, and %q are left", c.text, got, left)
		}
	}
}
