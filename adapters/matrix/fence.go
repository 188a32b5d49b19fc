package matrix

import (
	"context"
	"fmt"
	"net/http"

	"raumbot/bot"
)

// fence passes requests to the homeserver only while this process has the store. A process that was
// suspended, or cut off from the server of the store, therefore does nothing on Matrix that its
// successor does, too.
type fence struct {
	store *store
	next  http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (f fence) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := f.store.confirmOwnership(r.Context()); err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, fmt.Errorf("no request to the homeserver, as the store is not this process's: %w", err)
	}
	return f.next.RoundTrip(r)
}

// finishing returns a context for work in progress, which is finished even if ctx ends. The context
// ends when the store is lost, because another process does the work then.
func (s *session) finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(s.held, func() { cancel(bot.ErrTaken) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
