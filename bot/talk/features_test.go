package talk_test

import (
	"os"
	"testing"

	"raumbot/bot/service"
	"raumbot/bot/talk"
	"raumbot/storage"
)

// TestMain provides the tests with the commands of all features.
func TestMain(m *testing.M) {
	talk.SetTable(service.New(service.Ports{Store: storage.Memory()}).Commands())
	os.Exit(m.Run())
}
