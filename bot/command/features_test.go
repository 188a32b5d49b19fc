package command_test

import (
	"raumbot/bot/service"
	"raumbot/storage"
)

// table holds the commands of all features. As they import this package, all its tests are external:
// otherwise Go would compile all features once more for them.
var table = service.New(service.Ports{Store: storage.Memory()}).Commands()
