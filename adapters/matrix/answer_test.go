package matrix

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// TestAnswerOutlivesFaults has an answer wait for a limit of the homeserver, which fails for a
// while before and after that: only time in which it fails without a break counts against the
// answer.
func TestAnswerOutlivesFaults(t *testing.T) {
	for _, outage := range []struct {
		lasts time.Duration
		sent  bool
	}{{time.Minute, true}, {answerTimeout + time.Minute, false}} {
		synctest.Test(t, func(t *testing.T) {
			a := newAnswers(&session{log: slog.New(slog.DiscardHandler), options: Options{Grace: time.Second}})
			stop := a.start(t.Context())
			defer stop()
			limits := time.Now().Add(answerTimeout - maxAnswerPause)
			allowed := limits.Add(10 * time.Minute)
			works := allowed.Add(outage.lasts)
			done := make(chan bool, 1)
			a.post("room", &answerJob{
				do: func(context.Context) error {
					switch now := time.Now(); {
					case now.Before(limits):
						return errIncomplete
					case now.Before(allowed):
						return &limitError{time.Second}
					case now.Before(works):
						return errIncomplete
					}
					done <- true
					return nil
				},
				fail: func(error) { done <- false },
			}, nil)
			if sent := <-done; sent != outage.sent {
				t.Errorf("after an outage of %s, the answer is sent: %t", outage.lasts, sent)
			}
		})
	}
}
