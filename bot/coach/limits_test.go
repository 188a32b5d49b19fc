package coach

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimitsInHelp compares the numbers in the help of the engine's commands with those that hold.
func TestLimitsInHelp(t *testing.T) {
	commands := map[string]string{}
	for _, c := range engineCommands(nil) {
		commands[c.Name] = c.Detail
	}
	for name, want := range map[string][]string{
		"analyse":  {fmt.Sprintf("At most %d games a day", analysesADay)},
		"evaluate": {fmt.Sprintf("Once people have made %d moves", pastOpening), fmt.Sprintf("up to %d moves behind it", lookahead)},
	} {
		for _, text := range want {
			if help := commands[name]; !strings.Contains(help, text) {
				t.Errorf("the help of %s does not say %q: %s", name, text, help)
			}
		}
	}
}
