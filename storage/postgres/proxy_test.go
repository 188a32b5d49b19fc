package postgres_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"path/filepath"
	"sync"
	"testing"

	"raumbot/bot"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// proxy passes connections to a server on. It can cut one of them at a request, which is what a
// client sends at once.
type proxy struct {
	folder, first string // the proxy's, and the path of the server's socket

	mu     sync.Mutex
	server string // path of the socket that new connections are passed to
	refuse int    // number of connections still to be refused
	in     int    // requests until the cut; 0 for none
	how    cut
	held   chan struct{} // for late: closed to let the request go
	passed chan struct{} // closed when a late request has reached the server, and it has answered
}

// cut says what happens to the request at which a connection is cut.
type cut string

const (
	lost       cut = "the request is lost"
	unanswered cut = "the answer is lost"
	late       cut = "the request comes late"
)

// newProxy returns a proxy of a server, and a URL that leads through it.
func newProxy(t *testing.T, to string) (*proxy, string) {
	t.Helper()
	p := &proxy{first: storagetest.Socket(to), server: storagetest.Socket(to)}
	through := storagetest.Relay(t, to, func(string) string {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.refuse > 0 {
			p.refuse--
			return p.folder + "/nothing"
		}
		return p.server
	}, p.pass)
	p.folder = filepath.Dir(storagetest.Socket(through))
	return p, through
}

// lead passes new connections to another socket.
func (p *proxy) lead(server string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server = server
}

// refuses has the next connections refused.
func (p *proxy) refuses(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = n
}

// arm cuts the connection that sends the n-th request from now on.
func (p *proxy) arm(n int, how cut) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in, p.how, p.held, p.passed = n, how, make(chan struct{}), make(chan struct{})
}

// cuts reports whether the next request is the one to cut at.
func (p *proxy) cuts() (how cut, held, passed chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in == 0 {
		return "", nil, nil
	}
	if p.in--; p.in > 0 {
		return "", nil, nil
	}
	return p.how, p.held, p.passed
}

// armed reports whether the cut is still to come.
func (p *proxy) armed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.in > 0
}

func (p *proxy) pass(client, server net.Conn) {
	defer client.Close()
	answered := make(chan struct{}, 1) // receives when the server has said something to a client that is gone, or has hung up
	go func() {
		defer client.Close()
		part := make([]byte, 64<<10)
		for {
			n, err := server.Read(part)
			if n > 0 {
				_, gone := client.Write(part[:n])
				err = cmp.Or(err, gone)
			}
			if err != nil {
				answered <- struct{}{}
				return
			}
		}
	}()
	request := make([]byte, 1<<20)
	owner := false // it is the connection that holds the lock: its beats are not counted
	for {
		n, err := client.Read(request)
		if err != nil {
			server.Close()
			return
		}
		owner = owner || bytes.Contains(request[:n], []byte("pg_try_advisory_lock"))
		var how cut
		var held, passed chan struct{}
		if !owner {
			how, held, passed = p.cuts()
		}
		switch how {
		case lost:
			server.Close()
			return
		case unanswered, late:
			client.Close()
			if how == late {
				<-held
			}
			_, _ = server.Write(request[:n])
			<-answered // the server has worked on it
			server.Close()
			if how == late {
				close(passed)
			}
			return
		}
		if _, err := server.Write(request[:n]); err != nil {
			return
		}
	}
}

// TestCuts cuts a connection at each request of a few updates, in every way. What was answered is
// there once.
func TestCuts(t *testing.T) {
	t.Parallel()
	p, through := newProxy(t, storagetest.Postgres(t))
	e := mustOpen(t, through, nil)
	n := 0
	for _, how := range []cut{lost, unanswered, late} {
		for at, armed := 1, false; !armed; at++ {
			if at > 40 {
				t.Fatalf("%s: a few updates take %d requests", how, at)
			}
			p.arm(at, how)
			for range 3 {
				n++
				if err := count(e, fmt.Sprint(n)); err != nil {
					t.Fatalf("%s, %d: %v", how, at, err)
				}
			}
			armed = p.armed()
			if how == late && !armed {
				close(p.held)
				<-p.passed
			}
			if counted, who := counted(t, e); counted != n || len(who) != n {
				t.Fatalf("%s, %d: %d were counted by %d, not %d", how, at, counted, len(who), n)
			}
		}
		p.arm(0, "")
	}
	// What the server has is what this process believes to be there.
	reader, err := postgres.OpenToRead(t.Context(), through)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if counted, who := counted(t, reader); counted != n || len(who) != n {
		t.Errorf("the server has %d by %d, not %d", counted, len(who), n)
	}
}

// TestOutcomeUnknown keeps the server away after a commit, so that its outcome is not known. When
// its request comes late it is kept, unless another update was first.
func TestOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{true, false} {
		t.Run(fmt.Sprint(before), func(t *testing.T) {
			t.Parallel()
			p, through := newProxy(t, storagetest.Postgres(t))
			e := mustOpen(t, through, nil)
			if err := count(e, "first"); err != nil {
				t.Fatal(err)
			}
			p.arm(1, late)
			p.lead(filepath.Join(p.folder, "nothing"))
			if err := count(e, "late"); !errors.Is(err, bot.ErrAway) {
				t.Fatalf("without a server: %v", err)
			}
			p.lead(p.first)
			want := map[string]bool{"first": true, "next": true}
			if before {
				want["late"] = true
				close(p.held)
				<-p.passed
			}
			if err := count(e, "next"); err != nil {
				t.Fatal(err)
			}
			if !before {
				close(p.held)
				<-p.passed
			}
			if err := count(e, "last"); err != nil {
				t.Fatal(err)
			}
			want["last"] = true
			if n, who := counted(t, e); n != len(want) || !maps.Equal(who, want) {
				t.Errorf("%d were counted, by %v, not by %v", n, who, want)
			}
		})
	}
}
