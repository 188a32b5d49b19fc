package bot

import "raumbot/rules"

// Consent is one side's consent to making a game public.
type Consent string

// A side's consent is given by its player, or by the organisers of the player's room. Only the
// player can withhold it, and after that only the player can give it.
const (
	NoConsent Consent = ""
	Consented Consent = "yes"
	Withheld  Consent = "no"
)

// Public reports whether everybody may see the game from anywhere: by the terms of its challenge or
// by the later consent of both sides, unless a player withholds it.
func (g Game) Public() bool {
	if g.Publish[0] == Withheld || g.Publish[1] == Withheld {
		return false
	}
	return g.Sight == Shown && g.Tournament == 0 || g.Publish == [2]Consent{Consented, Consented}
}

// PublishAsked reports whether the game becomes public as soon as a side that has not decided yet
// consents.
func (g Game) PublishAsked(side rules.Side) bool {
	return !g.Public() && g.Publish[side] == NoConsent && g.Publish[side.Other()] == Consented
}
