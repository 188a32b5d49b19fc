package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// runHealth queries the monitor of a running bot: a health check for images that contain
// no other program.
func runHealth(ctx context.Context, env environment, args []string) error {
	s := settings{usage: "write: raumbot health [--config FILE]"}
	if err := s.read(env, args, nil); err != nil {
		return err
	}
	if err := s.noWords(); err != nil {
		return err
	}
	if s.Monitor.Address == "" {
		return errors.New("there is nobody to ask: set address in the section [monitor], or RAUMBOT_MONITOR")
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Monitor.Address+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("the monitor's address is no address: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("the bot is not well: %s", strings.TrimSpace(string(text)))
	}
	if err == nil {
		_, err = fmt.Fprintln(env.stdout, strings.TrimSpace(string(text)))
	}
	return err
}
