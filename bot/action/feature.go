package action

import (
	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/render"
	"raumbot/rules"
)

// Always is the Personal function of a command whose answers are always for the asker alone.
func Always(command.Args) bool { return true }

// ThemeNamed returns the theme with a name, or the default theme if the name is empty.
func ThemeNamed(name string) (render.Theme, error) {
	if name == "" {
		var usual render.Theme
		return usual, nil
	}
	return render.ParseTheme(name)
}

// InTurn calls do for each feature until one returns an error, and returns that error.
func (s *Bot) InTurn(do func(Feature) error) error {
	for _, f := range s.Features {
		if err := do(f); err != nil {
			return err
		}
	}
	return nil
}

// Collect returns the results of from for all features, joined. from returns nil for a feature that
// contributes nothing.
func Collect[T any](s *Bot, from func(Feature) ([]T, error)) (all []T, err error) {
	err = s.InTurn(func(f Feature) error {
		some, err := from(f)
		all = append(all, some...)
		return err
	})
	return all, err
}

// recordHandler is a handler that needs the record of the command's game.
type recordHandler func(*Call, *rules.Game) (bot.Reply, error)

// OnRecord returns a handler that calls do with the record of the command's game.
func OnRecord(do recordHandler) Handler {
	return func(c *Call) (bot.Reply, error) {
		return WithRecord(c, c.Game, func(record *rules.Game) (bot.Reply, error) { return do(c, record) })
	}
}

// OnOff returns the value of a parameter that switches something on or off.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
