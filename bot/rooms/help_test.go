package rooms_test

import (
	"slices"
	"testing"

	"raumbot/bot/command"
	"raumbot/bot/rooms"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestHelpNamesEveryCommand checks that each command that people are told of is on one of the help
// pages.
func TestHelpNamesEveryCommand(t *testing.T) {
	pages := rooms.HelpPages()
	for _, c := range service.New(service.Ports{Store: storage.Memory()}).Commands() {
		if !slices.ContainsFunc(c.Topics, func(t command.Topic) bool { return slices.Contains(pages, string(t)) }) {
			t.Errorf("%s is on no page of help", c.Name)
		}
	}
}
