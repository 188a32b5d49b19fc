package bot

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Guests is the setting for what guests may do.
type Guests string

// These are the settings for guests. Each also allows what the settings before it allow.
const (
	NoGuests       Guests = "none"
	GuestsAlone    Guests = "computer" // they play the computer, learn and solve puzzles
	GuestsTogether Guests = "people"   // they also play people
)

// Allow reports whether guests may use something that requires the setting needs. If needs is
// empty, guests may never use it.
func (g Guests) Allow(needs Guests) bool {
	return needs == GuestsAlone && g == GuestsAlone || needs != "" && g == GuestsTogether
}

// Conceal makes the challenge's game private if a guest plays in it and the visibility has not been
// agreed on.
func (ch *Challenge) Conceal() {
	if ch.Sight == "" && (ch.ByGuest() || ch.To.User.Platform == Guest) {
		ch.Sight = Hidden
	}
}

// ByGuest reports whether a guest has made the challenge.
func (ch Challenge) ByGuest() bool { return ch.From.User.Platform == Guest }

// GuestsLast is a comparison function for [slices.SortStableFunc] that puts challenges by guests
// after all others.
func GuestsLast(a, b Challenge) int {
	switch {
	case a.ByGuest() == b.ByGuest():
		return 0
	case a.ByGuest():
		return 1
	}
	return -1
}

// Admit returns a *[Problem] if a guest plays in the challenge's game and the setting does not
// allow that. Games of guests must be casual and private. Games against people need
// [GuestsTogether].
func (g Guests) Admit(ch Challenge) error {
	guest := func(s Seat) bool { return s.User.Platform == Guest }
	switch {
	case !guest(ch.From) && !guest(ch.To):
		return nil
	case ch.Rated:
		return Problemf(NotAllowed, "The games of guests are casual: they change nobody's rating. Leave `rated` out.")
	case ch.Sight == Shown:
		return Problemf(NotAllowed, "The games of guests are not shown to others. Leave `public` out.")
	case ch.To.User.Level() > 0 || g.Allow(GuestsTogether):
		return nil
	case guest(ch.From):
		return Problemf(NotAllowed, "As a guest you play the computer. Sign in to play people: your games come along.")
	}
	return Problemf(NotAllowed, "%s is a guest, and guests play only the computer here.", ch.To.User.Said())
}

// guestPrefix is the prefix of all guests' names, so that guests cannot be mistaken for other
// users.
const guestPrefix = "Guest-"

// GuestName returns the full name of a guest who has entered name. ok is false if the name is not
// allowed.
func GuestName(name string) (full string, ok bool) {
	if len(name) >= len(guestPrefix) && strings.EqualFold(name[:len(guestPrefix)], guestPrefix) {
		name = name[len(guestPrefix):]
	}
	if !ProperName(name) || HasLink(name) || utf8.RuneCountInString(name) > MaxName-len(guestPrefix) {
		return "", false
	}
	return guestPrefix + name, true
}

// SeemsBot reports whether a name resembles one of the bot's names, ignoring characters that are
// neither letters nor digits, and whatever stands before or after it.
func SeemsBot(name string) bool {
	look := Lookalike(strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name))
	return PosesAs(name) || strings.Contains(look, botLook) || strings.Contains(look, computerLook)
}

var botLook = Lookalike("raumbot")
