package engine

import "raumbot/rules"

// tunedWorth returns what self-play found the kinds of a variant to be worth,
// by code; it is empty for a game that has not been tuned.
func tunedWorth(v *rules.Variant) map[string]int { return nil }
