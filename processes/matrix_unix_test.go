//go:build unix

package processes

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/rules"
	"raumbot/storage/storagetest"
)

// matrixProcess is a raumbot that is configured with Matrix, with a way of its own to the
// homeserver.
type matrixProcess struct {
	*server
	way *matrixWay
}

// matrixWay passes requests to a homeserver.
type matrixWay struct {
	url   string
	pass  http.Handler
	mu    sync.Mutex
	sends int           // messages that have come
	hold  chan struct{} // while it is open, messages wait; nil if they need not
	held  chan struct{} // closed when one waits
}

func newMatrixWay(t *testing.T, server *matrixtest.Server) *matrixWay {
	t.Helper()
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	w := &matrixWay{pass: &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out = r.Out.WithContext(t.Context()) // a message is on its way even if its sender has gone
	}}}
	web := httptest.NewServer(w)
	w.url = web.URL
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	return w
}

// ServeHTTP implements [http.Handler].
func (w *matrixWay) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.URL.Path, "/send/m.room.message/") {
		w.mu.Lock()
		w.sends++
		hold := w.hold
		if hold != nil && w.held != nil {
			close(w.held)
			w.held = nil
		}
		w.mu.Unlock()
		if hold != nil {
			<-hold
		}
	}
	w.pass.ServeHTTP(to, r)
}

// block makes messages wait until release is called; the channel is closed when one does.
func (w *matrixWay) block() (held <-chan struct{}, release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	hold, waits := make(chan struct{}), make(chan struct{})
	w.hold, w.held = hold, waits
	return waits, sync.OnceFunc(func() {
		w.mu.Lock()
		w.hold = nil
		w.mu.Unlock()
		close(hold)
	})
}

func (w *matrixWay) sent() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sends
}

// matrixGame is a game in a room of a homeserver, which one of several processes keeps.
type matrixGame struct {
	t       *testing.T
	url     string
	server  *matrixtest.Server
	robot   *matrixtest.User
	players [2]*matrixtest.User
	den     *matrixtest.Room
	game    *rules.Game
	moves   int
}

// start starts a process.
func (g *matrixGame) start() *matrixProcess {
	g.t.Helper()
	way := newMatrixWay(g.t, g.server)
	return &matrixProcess{startServer(g.t, []string{
		"DATABASE_URL=" + g.url,
		"MATRIX_HOMESERVER=" + way.url, "MATRIX_USER=raumbot", "MATRIX_PASSWORD=" + matrixtest.Password,
	}), way}
}

// say has the next move said in the room.
func (g *matrixGame) say() {
	g.t.Helper()
	legal := g.game.Position().Legal()
	m := legal[g.moves*7%len(legal)]
	text := g.game.Position().Text(m)
	if err := g.game.Play(m); err != nil {
		g.t.Fatal(err)
	}
	g.players[g.moves%2].Say(g.den, "!move 1 "+text)
	g.moves++
}

// told counts how often the moves have been told.
func (g *matrixGame) told() (n int) {
	for _, body := range g.den.Bodies(g.robot) {
		n += strings.Count(body, " plays ")
	}
	return n
}

// hear waits until all moves have been told, each once.
func (g *matrixGame) hear() {
	g.t.Helper()
	n := 0
	g.server.Wait(fmt.Sprintf("move %d", g.moves), func() bool {
		n = g.told()
		return n >= g.moves
	})
	if n != g.moves {
		g.t.Errorf("%d moves were told %d times", g.moves, n)
	}
}

func (g *matrixGame) move() {
	g.t.Helper()
	g.say()
	g.hear()
}

// handsOver ends the owner of Matrix by end while a move is made, and returns which of the others
// owns it then.
func (g *matrixGame) handsOver(owner *matrixProcess, others []*matrixProcess, end func(*matrixProcess)) (next *matrixProcess) {
	g.t.Helper()
	before := map[*matrixProcess]int{}
	for _, p := range others {
		before[p] = p.says("logged in")
	}
	g.say()
	begun := time.Now()
	end(owner)
	await(g.t, "another process owns Matrix", func() bool {
		for _, p := range others {
			if p.says("logged in") > before[p] {
				next = p
			}
		}
		return next != nil
	})
	took := time.Since(begun)
	g.hear()
	g.t.Logf("another process had logged in after %s, and the move was told after %s", took.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
	return next
}

// TestStandbyOnMatrix plays a game on Matrix with a process at work and two that stand by. The one
// at work is killed, stopped politely, and suspended with a message on its way: each move is told
// once, and the process that wakes says nothing and ends.
func TestStandbyOnMatrix(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	g := &matrixGame{t: t, url: storagetest.Postgres(t), server: matrixtest.New(t)}
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	g.game = rules.NewGame(v)
	g.robot = g.server.AddUser("raumbot")
	g.players = [2]*matrixtest.User{g.server.AddUser("alice"), g.server.AddUser("bob")}
	g.den = g.players[0].CreateRoom("Den", g.robot, g.players[1])
	g.players[1].Join(g.den)
	begin := func(p *matrixProcess, words string) *matrixProcess {
		t.Helper()
		await(g.t, "the log says "+words, func() bool { return p.says(words) > 0 })
		return p
	}
	first := begin(g.start(), "logged in")
	second, third := begin(g.start(), "this one stands by"), begin(g.start(), "this one stands by")
	said := func(words string) {
		t.Helper()
		g.server.Wait(words, func() bool { return g.den.Said(g.robot, words) != nil })
	}
	said("Hello!")
	g.players[0].Say(g.den, "!challenge @bob:x raumschach white")
	said("challenges bob")
	g.players[1].Say(g.den, "!accept 1")
	said("Game 1 begins")
	for range 3 {
		g.move()
	}

	owner := g.handsOver(first, []*matrixProcess{second, third}, func(p *matrixProcess) {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	g.move()
	other := second
	if owner == second {
		other = third
	}
	fourth := begin(g.start(), "this one stands by")
	last := g.handsOver(owner, []*matrixProcess{other, fourth}, func(p *matrixProcess) {
		if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
	g.move()

	standby := other
	if last == other {
		standby = fourth
	}
	held, release := last.way.block()
	defer release()
	next := g.handsOver(last, []*matrixProcess{standby}, func(p *matrixProcess) {
		<-held // what tells of the move is on its way
		if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	})
	defer last.cmd.Process.Signal(syscall.SIGCONT) // or it could not end
	for range 3 {
		g.move()
	}
	release()
	before := last.way.sent()
	if err := last.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := last.cmd.Wait(); err == nil || last.says("has taken over") == 0 {
		t.Errorf("the process that wakes ends with %v", err)
	}
	g.move()
	if after := last.way.sent(); after != before {
		t.Errorf("the process that wakes has sent %d messages", after-before)
	}
	fifth := begin(g.start(), "this one stands by")
	g.handsOver(next, []*matrixProcess{fifth}, func(p *matrixProcess) { _ = p.cmd.Process.Kill() })
	g.move()
}
