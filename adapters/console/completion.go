package console

import (
	"context"
	"strings"

	"raumbot/bot/service"
)

// controls are the console's own commands.
var controls = []string{"/as", "/help", "/quit"}

// completions returns completions of the last word of a line, for its speaker.
func (c *Console) completions(ctx context.Context, service *service.Service, text string) (all []string) {
	if strings.HasPrefix(text, "/") {
		for _, control := range controls {
			if strings.HasPrefix(control, text) {
				all = append(all, control)
			}
		}
		return all
	}
	in := input{name: c.speaker, room: c.room, text: strings.TrimLeft(text, " ")}
	if parts := speaker.FindStringSubmatch(text); parts != nil && strings.HasPrefix(parts[3], " ") {
		in = input{name: parts[1], room: lobby, text: strings.TrimLeft(parts[3], " ")}
		if parts[2] != "" {
			in.room = parts[2][1:]
		}
		if in.check(0) != nil {
			return nil
		}
	}
	all, err := service.Complete(ctx, in.request())
	if err != nil {
		return nil // the error is shown when the line is submitted
	}
	return all
}
