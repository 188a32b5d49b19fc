package service

import (
	"slices"
	"testing"

	"raumbot/bot/command"
)

// TestHelpNamesEveryCommand checks that each command that people are told of is on one of the help pages.
func TestHelpNamesEveryCommand(t *testing.T) {
	var named []string
	for _, page := range topics() {
		named = append(named, page.commands...)
	}
	for _, c := range command.All().Listed() {
		if !slices.Contains(named, c.Name) {
			t.Errorf("%s is on no page of help", c.Name)
		}
	}
}
