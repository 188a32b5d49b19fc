package command

// table holds the commands of all features. An external test sets it, because the features import
// this package.
var table Table

// SetTable sets the table for the tests.
func SetTable(t Table) { table = t }
