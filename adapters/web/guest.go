package web

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"raumbot/bot"
)

// People without an account can play as guests. A visitor becomes a guest by sending the first form
// with a name, and gets a session like users who have signed in. When a guest signs in, they are
// merged with the account. The service forgets guests who stay away.

// guestCookieLength is the lifetime of a guest's cookie in seconds, the longest that browsers
// allow. The service decides how long the session is valid.
const guestCookieLength = 400 * 24 * 3600

// guests remembers which guests have arrived or visited recently.
type guests struct {
	// forms holds the guest that each form has created, so that a form that is sent twice creates
	// only one.
	forms *expirable.LRU[string, welcomed]
	// visits holds the sessions whose visits have been recorded within the last hour.
	visits *expirable.LRU[[sha256.Size]byte, struct{}]
}

// welcomed is a new guest, with the secret of their session.
type welcomed struct {
	user   bot.User
	secret string
}

func newGuests() guests {
	return guests{
		forms:  expirable.NewLRU[string, welcomed](10000, nil, 10*time.Minute),
		visits: expirable.NewLRU[[sha256.Size]byte, struct{}](10000, nil, time.Hour),
	}
}

// Guest reports whether the visitor is a guest.
func (v *visitor) Guest() bool { return v.User.Platform == bot.Guest }

// SignedIn reports whether the visitor has signed in as a user of another platform.
func (v *visitor) SignedIn() bool { return v.Known() && !v.Local() && !v.Guest() }

// MayBeGuest reports whether the visitor can become a guest.
func (v *visitor) MayBeGuest() bool {
	return !v.Known() && !v.Local() && !v.Away() && v.site.service.Guests.Allow(bot.GuestsAlone)
}

// visited records the visit of a guest.
func (s *Site) visited(r *http.Request, v *visitor) {
	session := sha256.Sum256([]byte(v.session))
	if _, known := s.guests.visits.Get(session); known {
		return
	}
	if err := s.service.Visited(r.Context(), v.session); err != nil {
		v.lookedUp("the visit of a guest cannot be recorded", err)
		return
	}
	s.guests.visits.Add(session, struct{}{})
}

// guestWords are the words of suggested names. A number follows each.
var guestWords = []string{"Badger", "Falcon", "Heron", "Ibex", "Kestrel", "Lynx", "Marten", "Osprey", "Otter", "Puffin", "Raven", "Stork", "Swift", "Wren"}

// SuggestedName returns a random name for a guest.
func (v *visitor) SuggestedName() string {
	return fmt.Sprintf("%s-%d", guestWords[rand.IntN(len(guestWords))], 100+rand.IntN(9900))
}

// suggested reports whether a name looks like one from [visitor.SuggestedName], so that another
// suggested name can replace it.
func suggested(name string) bool {
	word, _, _ := strings.Cut(name, "-")
	return slices.Contains(guestWords, word)
}

// manySuggestions is the number of suggested names that are tried before the guest has to enter
// one.
const manySuggestions = 5

// welcomeAs creates a guest with a name. If the name was suggested and is taken, the guest gets
// another suggested name. The error is a *[bot.Problem] if the name is not possible.
func (s *Site) welcomeAs(r *http.Request, v *visitor, name string) (guest welcomed, err error) {
	for range manySuggestions {
		guest.secret, guest.user, err = s.service.Welcome(r.Context(), name, browserOf(r))
		problem := (*bot.Problem)(nil)
		if !errors.As(err, &problem) || problem.Kind != bot.NotNow || !suggested(name) {
			break
		}
		name = v.SuggestedName()
	}
	return guest, err
}

// welcome makes the visitor who has sent a form a guest. If that is not possible, it answers the
// request and returns false.
func (s *Site) welcome(w http.ResponseWriter, r *http.Request, v *visitor) (ok bool) {
	guest, status, why, err := s.takeIn(r, v)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case why != "":
		s.turnAway(w, r, v, status, why)
	default:
		s.setSession(w, guest.secret, guestCookieLength)
		v.be(r, guest.user, guest.secret)
		return true
	}
	return false
}

// takeIn creates a guest for a form, or returns the one that the form created before. If the
// visitor cannot become a guest now, it returns the HTTP status and the reason for the answer.
func (s *Site) takeIn(r *http.Request, v *visitor) (guest welcomed, status int, why string, err error) {
	event := r.PostFormValue("event")
	form := network(address(r)).String() + " " + event
	s.welcoming.Lock()
	defer s.welcoming.Unlock()
	guest, again := s.guests.forms.Get(form)
	if again {
		if _, err := s.service.SessionOf(r.Context(), guest.secret, false); !errors.Is(err, bot.ErrNotFound) {
			return guest, 0, "", err
		}
	}
	near, all := s.limits.arrivals(r)
	if wait := waitFor(near...); wait > 0 {
		return guest, http.StatusTooManyRequests, v.Say("Many guests have come from your address. Try again in %d min, or sign in.", minutes(wait)), nil
	}
	if wait := waitFor(all); wait > 0 {
		return guest, http.StatusTooManyRequests, v.Say("Many guests have come just now. Try again in %d min, or sign in.", minutes(wait)), nil
	}
	guest, err = s.welcomeAs(r, v, r.PostFormValue("guest"))
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) {
		return guest, statuses[problem.Kind], v.speech.Render(problem.Text), nil
	}
	if err != nil {
		return guest, 0, "", err
	}
	for _, l := range append(near, all) {
		l.Allow()
	}
	if event != "" {
		s.guests.forms.Add(form, guest)
	}
	return guest, 0, "", nil
}

// minutes returns a duration in minutes, rounded up.
func minutes(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }

// turnAway tells a visitor why they cannot become a guest now, on the first page, where they can
// try again.
func (s *Site) turnAway(w http.ResponseWriter, r *http.Request, v *visitor, status int, why string) {
	if wantsJSON(r) {
		s.explain(w, r, v, status, why)
		return
	}
	s.showHome(w, r, v, status, why)
}
