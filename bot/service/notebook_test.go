package service_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// losable are leases of which the last that was claimed can be lost.
type losable struct {
	bot.LocalLeases
	mu   sync.Mutex
	last bot.Lease
}

func (l *losable) TryHold(ctx context.Context, task string) (bot.Lease, error) {
	held, err := l.LocalLeases.TryHold(ctx, task)
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.last = held
	}
	return held, err
}

// lose has the last lease lost.
func (l *losable) lose() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last.Release()
}

// TestDeliversOnlyWhileHeld has a process that does not share the database lose its task, as one does that was suspended, or cut off from the server. While
// another has the task it delivers nothing. When the task is free it goes on, and whoever comes next learns what is to be marked.
func TestDeliversOnlyWhileHeld(t *testing.T) {
	for _, taken := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			leases := new(losable)
			ports := service.Ports{Store: storage.Memory(), Leases: leases}
			var said []string
			s := service.New(ports)
			if err := s.Start(t.Context(), "console"); err != nil {
				t.Fatal(err)
			}
			leases.lose()
			enqueue(t, ports.Store, "hello")
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			run := func(to bot.Adapter) {
				defer close(ended)
				s.Run(ctx, to)
			}
			if taken {
				other, err := leases.TryHold(t.Context(), "courier/console")
				if err != nil {
					t.Fatal(err)
				}
				go run(refusing{said: &said})
				time.Sleep(time.Hour)
				synctest.Wait()
				if len(said) > 0 {
					t.Errorf("who has lost the task delivers %q", said)
				}
				other.Release()
				time.Sleep(time.Hour)
				synctest.Wait()
			} else {
				go run(refusing{refuses: true})
				synctest.Wait()
			}
			cancel()
			<-ended
			if taken {
				enqueue(t, ports.Store, "hello")
			}
			runUntilIdle(t, ports, refusing{said: &said})
			want := "[hello, repeat: false]"
			if taken {
				want = "[hello, repeat: false hello, repeat: false]"
			}
			if fmt.Sprint(said) != want {
				t.Errorf("taken: %t: delivered is %q, not %s", taken, said, want)
			}
		})
	}
}
