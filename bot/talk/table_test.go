package talk

import "raumbot/bot/command"

// table holds the commands of all features. An external test sets it, because the features import
// this package.
var table command.Table

// SetTable sets the table for the tests.
func SetTable(t command.Table) { table = t }
