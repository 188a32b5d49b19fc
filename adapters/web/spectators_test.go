package web_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/rules"
)

// hasPublicGame begins a public game of a variant on a public site.
func hasPublicGame(t testing.TB, variant string) *hall {
	h := openPublic(t)
	h.beginsPublicly(variant)
	return h
}

// beginsPublicly begins a public game of a variant.
func (h *hall) beginsPublicly(variant string) {
	h.t.Helper()
	for _, line := range []string{"alice: challenge bob " + variant + " white public", "bob: accept", "alice: publish 1", "bob: publish 1"} {
		name, text, _ := strings.Cut(line, ": ")
		if _, err := h.service.Handle(context.Background(), chatting(name, text)); err != nil && !strings.HasPrefix(text, "publish") {
			h.t.Fatalf("%s: %v", line, err)
		}
	}
}

// chatting returns a request of a user of a chat.
func chatting(name, text string) bot.Request {
	return bot.Request{From: bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, Room: bot.RoomID{Platform: "chat", ID: "lobby"}, Text: text, OpenNames: true}
}

// TestSpectatorsShare has unknown visitors look at a game. They get the same page until the
// game changes. Users who have signed in do not get pages made for unknown visitors, nor the
// other way round.
func TestSpectatorsShare(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	for _, path := range []string{"/game/1", "/game/1/board.json"} {
		first := h.page(path)
		if h.page(path) != first {
			t.Errorf("%s: strangers are shown different things", path)
		}
	}
	request := func(header, value string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/game/1/board.json", nil)
		r.Header.Set(header, value)
		return h.do(r)
	}
	tag := request("Accept", "*/*").Header().Get("ETag")
	if w := request("If-None-Match", tag); tag == "" || w.Code != http.StatusNotModified {
		t.Errorf("who has the position gets it again: %q %d", tag, w.Code)
	}
	if w := request("Accept-Language", "de"); !strings.Contains(w.Body.String(), "am Zug") {
		t.Errorf("a German reads %s", w.Body)
	}
	if _, err := h.service.Handle(context.Background(), chatting("alice", "move 1 ab2-ab3")); err != nil {
		t.Fatal(err)
	}
	if w := request("If-None-Match", tag); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"ply":1`) {
		t.Errorf("after a move: %d %s", w.Code, w.Body)
	}
	stranger := h.page("/game/1")
	h.signIn(h.link("bob"))
	if own := h.page("/game/1"); own == stranger || !strings.Contains(own, "Your move") {
		t.Error("bob is shown what strangers see")
	}
	if data := h.page("/game/1/board.json"); !strings.Contains(data, `"side":"black"`) {
		t.Errorf("bob is told %s", data)
	}
	h.cookies = nil
	if w := h.get("/game/1"); strings.Contains(w.Body.String(), "Your move") {
		t.Error("a stranger is shown what bob sees")
	}
	for _, name := range []string{"alice", "bob"} {
		if _, err := h.service.Handle(context.Background(), chatting(name, "publish 1 off")); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/game/1", "/game/1/board.json"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: a stranger sees a game that is not public any more: %d", path, w.Code)
		}
	}
}

// TestPictureOfTried checks that the page of moves that are tried out links to a picture of them,
// and that its other links keep the moves.
func TestPictureOfTried(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	page := h.page("/game/1?ply=0&try=ab2-ab3")
	for _, link := range []string{"/game/1/picture.png?ply=0&amp;side=white&amp;try=ab2-ab3", "/game/1?ply=0&amp;side=black&amp;try=ab2-ab3"} {
		if !strings.Contains(page, `"`+link+`"`) {
			t.Errorf("the page does not link to %s", link)
		}
	}
	seen := map[string]string{}
	for _, query := range []string{"ply=0&side=white", "ply=0&side=black", "ply=0&side=white&try=ab2-ab3"} {
		picture := h.page("/game/1/picture.png?" + query)
		if before, drawn := seen[picture]; drawn {
			t.Errorf("%s and %s are the same picture", before, query)
		}
		seen[picture] = query
	}
}

// TestShareLink checks that the page links to the position as it is shown, and says who can open
// the link.
func TestShareLink(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	h.chats("alice", "challenge bob raumschach white private")
	h.chats("bob", "accept")
	const only = "Only those who may see the game"
	page := h.page("/game/1")
	if !strings.Contains(page, `class="share" href="/game/1?ply=0&amp;side=white"`) || strings.Contains(page, only) {
		t.Error("the page of a public game has no link for all")
	}
	h.signIn(h.link("bob"))
	page = h.page("/game/2")
	if !strings.Contains(page, `class="share" href="/game/2?ply=0&amp;side=black"`) || !strings.Contains(page, only) {
		t.Error("bob is not told who can open the link to a private game")
	}
}

// TestThreats chooses the man that is in check. The page lists the men that could capture on its
// cell, and those that could recapture.
func TestThreats(t *testing.T) {
	h := hasPublicGame(t, "stockschach216")
	for i, move := range []string{"ve2-ve3", "wa5-wa4", "ve3-we4", "xf6-ye4", "we4-wf5", "vf5-vf4", "wf5-ve6=SBK"} {
		h.chats([]string{"alice", "bob"}[i%2], "move 1 "+move+"!")
	}
	royal := link(t, h.page("/game/1"), `data-cell="(\w+)" class="[^"]*\bcheck\b`)
	page := h.page("/game/1?cell=" + royal)
	want := `<h2>What could capture on ` + royal + `</h2><p><strong>White</strong> <a href="/game/1?cell=ve6">SBK ve6</a> </p><p><strong>Black</strong>`
	if !strings.Contains(page, want) {
		t.Errorf("the page of the man in check on %s does not name the giver", royal)
	}
}

// BenchmarkSpectators measures the time of a move in a game with a thousand spectators, and the
// memory that they take. Each has a stream, and fetches the page and the position after every move.
func BenchmarkSpectators(b *testing.B) {
	for _, spectators := range []int{0, 1000} {
		b.Run(fmt.Sprint(spectators), func(b *testing.B) {
			h := hasPublicGame(b, "blocschach")
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Host = "chess.example.org"
				h.handler.ServeHTTP(w, r)
			}))
			defer server.Close()
			ctx, cancel := context.WithCancel(context.Background())
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 0}}
			get := func(n int, path string) *http.Response {
				r, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
				r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", n/200, n%200))
				r.Header.Set("Accept-Encoding", "gzip")
				answer, err := client.Do(r)
				if err != nil {
					return nil
				}
				return answer
			}
			var before, with runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var watching, fetched sync.WaitGroup
			var ready sync.WaitGroup
			for n := range spectators {
				ready.Add(1)
				watching.Go(func() {
					stream := get(n, "/game/1/events")
					if stream == nil || stream.StatusCode != http.StatusOK {
						b.Errorf("spectator %d has no stream", n)
						ready.Done()
						return
					}
					defer stream.Body.Close()
					first := true
					for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
						if lines.Text() != "event: log" {
							continue
						}
						if first {
							first = false
							ready.Done()
							continue
						}
						for _, path := range []string{"/game/1", "/game/1/board.json"} {
							if answer := get(n, path); answer != nil {
								if z, err := gzip.NewReader(answer.Body); err == nil {
									_, _ = io.Copy(io.Discard, z)
								}
								answer.Body.Close()
							}
						}
						fetched.Done()
					}
				})
			}
			ready.Wait()
			runtime.GC()
			runtime.ReadMemStats(&with)
			v, err := rules.Find("blocschach")
			if err != nil {
				b.Fatal(err)
			}
			position, moved, names := v.Start(), time.Duration(0), []string{"alice", "bob"}
			var all time.Duration
			for i := 0; b.Loop(); i++ {
				legal := position.Legal()
				m := legal[(i*7919)%len(legal)]
				fetched.Add(spectators)
				began := time.Now()
				if _, err := h.service.Handle(ctx, chatting(names[i%2], "move 1 "+position.Text(m)+"!")); err != nil {
					b.Fatal(err)
				}
				moved += time.Since(began)
				fetched.Wait()
				all += time.Since(began)
				if position, err = position.Play(m); err != nil || position.Status().Finished() {
					b.Fatal("the game has ended", err)
				}
			}
			b.ReportMetric(moved.Seconds()*1000/float64(b.N), "ms/move")
			b.ReportMetric(all.Seconds()*1000/float64(b.N), "ms/all-have-it")
			b.ReportMetric(float64(with.Sys-before.Sys)/1e6, "MB-both-ends")
			cancel()
			watching.Wait()
		})
	}
}
