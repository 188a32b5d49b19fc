package service_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"raumbot/bot/service"
	"raumbot/storage"
)

// TestSeekTakenOnce has many people accept one open challenge at once: one of them succeeds.
func TestSeekTakenOnce(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	if _, err := svc.Handle(t.Context(), saying("alice", "seek stockschach216 white 1d")); err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			if _, err := svc.Handle(t.Context(), saying(fmt.Sprintf("taker%c", 'a'+n), "accept 1")); err == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if taken.Load() != 1 {
		t.Errorf("%d people have taken one seek", taken.Load())
	}
}
