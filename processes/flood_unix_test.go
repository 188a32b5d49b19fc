//go:build unix

package processes

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/rules"
)

var floodAddresses = flag.Int("flood", 20, "from how many addresses TestFloodOfPages asks for pages")

const (
	floodRequests = 120
	floodVariant  = "stockschach512"
	floodHost     = "chess.example.org"
	// The bounds are wide, because machines that run tests are busy. Without a limit on pages all of
	// them are exceeded many times over.
	floodAnswer = 10 * time.Second
	floodMemory = 300 << 20 // bytes
	floodRest   = 3 * time.Second
)

// TestFloodOfPages asks for the most expensive page from many addresses at once, while somebody
// plays at the console and the health check is polled. Neither may wait for the pages, the memory
// must stay bounded, and the work must end soon after the browsers have gone.
func TestFloodOfPages(t *testing.T) {
	site, monitor := freeAddress(t), freeAddress(t)
	c := prepared(t, []string{"RAUMBOT_WEB_LISTEN=" + site, "RAUMBOT_WEB_PUBLIC=https://" + floodHost, "RAUMBOT_MONITOR=" + monitor, "GOGC="}, "serve") // its memory is measured
	p := talkTo(t, c)
	t.Cleanup(func() { _ = c.Process.Signal(os.Interrupt) }) // it outlasts its input
	p.ask("alice: challenge bob "+floodVariant+" white public", "challenges bob")
	p.ask("bob: accept 1", "Game 1 begins")

	f := flood{site: site, query: floodQuery(t)}
	f.begin(t.Context(), *floodAddresses)
	var answers, healths []time.Duration
	for n := 0; !f.ended() || n < 20; n++ {
		began := time.Now()
		p.ask("alice: game 1", "Stockschach 512")
		answers = append(answers, time.Since(began))
		began = time.Now()
		if status, err := get(t.Context(), "http://"+monitor+"/healthz", ""); err != nil || status != http.StatusOK {
			t.Errorf("health: %d, %v", status, err)
		}
		healths = append(healths, time.Since(began))
		time.Sleep(20 * time.Millisecond)
		if n == 100 {
			f.leave()
		}
	}
	f.leave()
	before := processorTime(t, c.Process.Pid)
	time.Sleep(floodRest)
	after := processorTime(t, c.Process.Pid) - before
	memory := peakMemory(t, c.Process.Pid)
	t.Logf("%d pages, %d refused, %d given up; a command takes %v (p99), health %v; at most %d MB; %v of work after the browsers have gone",
		f.pages.Load(), f.refused.Load(), f.failed.Load(), percentile(answers, 99), percentile(healths, 99), memory>>20, after)
	if slow := slices.Max(answers); slow > floodAnswer {
		t.Errorf("a command took %v", slow)
	}
	if slow := slices.Max(healths); slow > floodAnswer {
		t.Errorf("a look at the health took %v", slow)
	}
	if memory > floodMemory {
		t.Errorf("the process took %d MB", memory>>20)
	}
	if after > floodRest/2 {
		t.Errorf("the process worked for %v after the browsers had gone", after)
	}
	if f.pages.Load() == 0 {
		t.Error("nobody got a page")
	}
}

// floodQuery returns the query of a page on which as many moves are tried out as it allows.
func floodQuery(t *testing.T) string {
	v, err := rules.Find(floodVariant)
	if err != nil {
		t.Fatal(err)
	}
	query, p := url.Values{"ply": {"0"}}, v.Start()
	for range 40 {
		moves := p.Legal()
		m := moves[len(moves)/2]
		query.Add("try", p.Text(m))
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return query.Encode()
}

// flood is a crowd of browsers, each with an address of its own.
type flood struct {
	site, query            string
	leave                  context.CancelFunc
	running                sync.WaitGroup
	left                   atomic.Int64
	pages, refused, failed atomic.Int64
}

// begin has each browser ask for its pages at once.
func (f *flood) begin(ctx context.Context, browsers int) {
	ctx, f.leave = context.WithCancel(ctx)
	f.left.Store(int64(browsers * floodRequests))
	for b := range browsers {
		for n := range floodRequests {
			f.running.Go(func() {
				defer f.left.Add(-1)
				address := fmt.Sprintf("10.0.%d.%d", b/200, b%200)
				path := fmt.Sprintf("http://%s/game/1?cell=%d&%s", f.site, n, f.query) // no two are the same
				switch status, err := get(ctx, path, address); {
				case err != nil:
					f.failed.Add(1)
				case status == http.StatusOK:
					f.pages.Add(1)
				default:
					f.refused.Add(1)
				}
			})
		}
	}
}

// ended reports whether all browsers have been answered.
func (f *flood) ended() bool { return f.left.Load() == 0 }

// get asks for a page as a browser behind a proxy does, and reads it.
func get(ctx context.Context, path, address string) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return 0, err
	}
	if address != "" {
		r.Host = floodHost
		r.Header.Set("X-Forwarded-For", address)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, err
}

// percentile returns the value that a percentage of all values do not exceed.
func percentile(all []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)].Round(time.Millisecond)
}

// processorTime returns how much processor time a process has used, or zero if the system does not
// report it.
func processorTime(t *testing.T, pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Skipf("the system does not say how much a process works: %v", err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		t.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond // a hundred ticks a second
}

// peakMemory returns the most memory that a process has had, in bytes.
func peakMemory(t *testing.T, pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kilobytes int64
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); err == nil {
			return kilobytes << 10
		}
	}
	t.Fatal("the system does not say how much memory a process has had")
	return 0
}
