package command_test

import (
	"os"
	"testing"

	"raumbot/bot/command"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestMain provides the tests with the commands of all features.
func TestMain(m *testing.M) {
	command.SetTable(service.New(service.Ports{Store: storage.Memory()}).Commands())
	os.Exit(m.Run())
}
