package matrix

import (
	"context"
	"errors"
	"testing"

	"raumbot/bot/service"
	"raumbot/storage"
)

// TestAwayWhileItOpens makes the server of the store unreachable while the store is opened, as a
// restart would. The bot tries again. Any other error ends Listen.
func TestAwayWhileItOpens(t *testing.T) {
	t.Parallel()
	away, wrong := errors.New("away on purpose"), errors.New("wrong on purpose")
	tries := 0
	c, err := New(Options{
		Homeserver: "https://matrix.invalid", User: "@bot:invalid", Password: "secret", Store: t.TempDir() + "/none.db",
		Server: Location{
			Name: "the server",
			Away: func(err error) bool { return errors.Is(err, away) },
			Connect: func(context.Context, func(error)) (Server, error) {
				if tries++; tries == 1 {
					return nil, away
				}
				return nil, wrong
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Listen(t.Context(), service.New(service.Ports{Store: storage.Memory()})); !errors.Is(err, wrong) {
		t.Errorf("after %d tries it ends with %v", tries, err)
	}
}
