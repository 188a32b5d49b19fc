package bot

import "raumbot/rules"

// Consent is what has been decided for one side of a game about showing it to all.
type Consent string

// A side's consent is given by its player, or by those who organise where the player sits. Only
// the player can withhold it, and then nobody but the player can give it.
const (
	NoConsent Consent = ""
	Consented Consent = "yes"
	Withheld  Consent = "no"
)

// Public reports whether anybody may see the game, wherever they are: as its challenge has agreed, or as both sides
// have since, and neither player has taken back.
func (g Game) Public() bool {
	if g.Publish[0] == Withheld || g.Publish[1] == Withheld {
		return false
	}
	return g.Sight == Shown && g.Tournament == 0 || g.Publish == [2]Consent{Consented, Consented}
}

// PublishAsked reports whether the game becomes public if one side agrees, who has not said anything yet.
func (g Game) PublishAsked(side rules.Side) bool {
	return !g.Public() && g.Publish[side] == NoConsent && g.Publish[side.Other()] == Consented
}
