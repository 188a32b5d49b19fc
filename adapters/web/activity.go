package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/time/rate"

	"raumbot/bot"
)

// Inside Discord the site is an Activity: a frame whose requests reach the site through Discord's
// proxy, which maps all paths to those below activityPath. Browsers keep no cookies in such a
// frame, so the outermost page, the shell, keeps the secret of a session, and the other pages are
// in a frame within it. Scripts send the secret in the Authorization header. For what the browser
// itself asks for, pages and forms, the shell gets a pass, which is part of the address, and admits
// one request of that address. A page that is asked for without either is answered with the shell,
// which then gets a pass from the shell around it.

const (
	// activityPath is the prefix of all paths of the Activity.
	activityPath = "/activity"
	// passLife is how long a pass can be used.
	passLife = time.Minute
	// maxCode is the length of the longest code that is passed on to Discord, in bytes.
	maxCode = 512
	// signInTime is how long Discord may take to say who somebody is.
	signInTime = 15 * time.Second
	// The limit of sign-ins from one address, which may be one of Discord's proxy: how many a second,
	// and how many at once. All together may sign in twice as often, so that no single address keeps
	// others out.
	frameRate, frameBurst = 5, 60
	// crowdFactor is by how much the limits of an address are larger in the Activity for requests
	// that have no session, for the same reason.
	crowdFactor = 50
)

// Activity is what a public site needs in order to be shown inside Discord.
type Activity struct {
	// Application returns the ID of the application; empty if it is not known yet.
	Application func() string
	// SignIn returns the user to whom a code from Discord belongs, and the user's access token.
	SignIn func(ctx context.Context, code string) (u bot.User, token string, err error)
	// Origins are the origins of the pages that may frame the Activity.
	Origins []string
}

// frames is the state of the Activity of a site.
type frames struct {
	// passes has the passes that have not been used, by digest.
	passes *expirable.LRU[[sha256.Size]byte, pass]
	// accounts has the stand-ins for addresses of those who have signed in, by the digests of their
	// secrets.
	accounts *expirable.LRU[[sha256.Size]byte, netip.Addr]
	// signIns limits the sign-ins of everybody; mu guards near, which has the limits of addresses.
	signIns *rate.Limiter
	mu      *sync.Mutex
	near    *expirable.LRU[netip.Addr, *rate.Limiter]
}

// pass admits one request: target is its method and address.
type pass struct{ session, target string }

// passIn matches the pass in a query.
var passIn = regexp.MustCompile(`(?:^|&)pass=([A-Z2-7]{26})$`)

func newFrames() frames {
	return frames{
		passes:   expirable.NewLRU[[sha256.Size]byte, pass](10000, nil, passLife),
		accounts: expirable.NewLRU[[sha256.Size]byte, netip.Addr](10000, nil, time.Hour),
		signIns:  rate.NewLimiter(2*frameRate, 2*frameBurst),
		mu:       &sync.Mutex{},
		near:     expirable.NewLRU[netip.Addr, *rate.Limiter](10000, nil, 10*time.Minute),
	}
}

// admits reports whether one more sign-in is within the limits, and counts it if so. It goes by the
// real address, whatever account the request names.
func (f *frames) admits(r *http.Request) bool {
	from, _ := clientAddress(r)
	from = network(from)
	f.mu.Lock()
	defer f.mu.Unlock()
	limiter, known := f.near.Get(from)
	if !known {
		limiter = rate.NewLimiter(frameRate, frameBurst)
		f.near.Add(from, limiter)
	}
	return limiter.Allow() && f.signIns.Allow()
}

// framedRequest is what is known of a request to the Activity before the database is read.
type framedRequest struct {
	session string // the secret that came with the request; empty for none
	// account stands for the address, because that is one of Discord's proxy. It is invalid unless
	// the session is known.
	account netip.Addr
}

type framedKey struct{}

// framedIn returns what is known of a request to the Activity; nil for other requests.
func framedIn(r *http.Request) *framedRequest {
	f, _ := r.Context().Value(framedKey{}).(*framedRequest)
	return f
}

// standIn returns an address that stands for an account in all limits by address. It is in a range
// that is used for no host of the internet.
func standIn(u bot.UserID) netip.Addr {
	sum := sha256.Sum256([]byte(u.String()))
	return netip.AddrFrom16([16]byte{0: 0xfd, 1: sum[0], 2: sum[1], 3: sum[2], 4: sum[3], 5: sum[4], 6: sum[5], 7: sum[6]})
}

// inActivity reports whether a request is one to the Activity.
func (s *Site) inActivity(r *http.Request) bool {
	return s.options.Activity != nil && (r.URL.Path == activityPath || strings.HasPrefix(r.URL.Path, activityPath+"/"))
}

// framePolicy returns the Content-Security-Policy of the Activity. Only there may pages be framed.
func (s *Site) framePolicy() string {
	ancestors := "frame-ancestors 'self' " + strings.Join(s.options.Activity.Origins, " ")
	return strings.Replace(policy, "frame-ancestors 'none'", ancestors+"; frame-src 'self'", 1)
}

// unframe returns a request to the Activity as the request that it is for the pages: without the
// prefix of its path, its cookies and its pass, and with a [framedRequest]. It uses the pass up. A
// page that is to fill the window has no session, because scripts of the site's other pages would
// send the visitor's cookie for what another user's pass has shown.
func (s *Site) unframe(r *http.Request) *http.Request {
	f := &framedRequest{}
	below := *r.URL
	below.Path, below.RawPath = cmp.Or(strings.TrimPrefix(r.URL.Path, activityPath), "/"), strings.TrimPrefix(r.URL.RawPath, activityPath)
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if at := passIn.FindStringSubmatchIndex(r.URL.RawQuery); at != nil {
		below.RawQuery = r.URL.RawQuery[:at[0]]
		digest := sha256.Sum256([]byte(r.URL.RawQuery[at[2]:at[3]]))
		if p, known := s.frames.passes.Get(digest); known && s.frames.passes.Remove(digest) && p.target == r.Method+" "+below.RequestURI() && (r.Header.Get("Sec-Fetch-Dest") != "document" || isPicture(below.Path)) {
			token = p.session
		}
	}
	if len(token) <= maxSecret {
		f.session = token
	}
	f.account, _ = s.frames.accounts.Get(sha256.Sum256([]byte(f.session)))
	r = r.Clone(context.WithValue(r.Context(), framedKey{}, f))
	r.URL = &below
	r.Header.Del("Cookie")
	return r
}

// isPicture reports whether a path is that of a picture.
func isPicture(of string) bool { return path.Ext(of) == ".svg" || path.Ext(of) == ".png" }

// activity returns the handler of all requests that unframe has returned. mux has the pages. The
// origin of a request need not be checked, because no browser adds a session by itself.
func (s *Site) activity(mux *http.ServeMux) http.Handler {
	own := http.NewServeMux()
	own.HandleFunc("POST /session", s.signInFrame)
	own.HandleFunc("GET /pass", s.givePass)
	for _, alike := range []string{"/static/", "/layout/", "/start/", "/men/"} { // the same for everybody
		own.Handle("GET "+alike, mux)
	}
	for _, absent := range []string{"/enter", "/leave", "/robots.txt"} {
		own.HandleFunc(absent, func(w http.ResponseWriter, r *http.Request) { s.refuse(w, r, http.StatusNotFound) })
	}
	own.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		v := s.visitorOf(r)
		_, pattern := mux.Handler(r)
		_, foreign := s.options.Pages[pattern]
		switch {
		case v.Away():
			s.fail(w, r, v.away)
		case foreign:
			s.refuse(w, r, http.StatusNotFound)
		case v.SignedIn():
			s.frames.accounts.Add(sha256.Sum256([]byte(v.session)), standIn(v.User.UserID))
			mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
		case r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Dest") == "image" && isPicture(r.URL.Path):
			mux.ServeHTTP(w, r) // answered as to an unknown visitor
		case r.Method == http.MethodGet && framedIn(r).session == "":
			s.shell(w, r, v)
		default:
			s.explain(w, r, v, http.StatusForbidden, v.Say("You are not signed in here any more. Close the Activity and start it again."))
		}
	})
	return own
}

// shellPage is the data of the page around the others.
type shellPage struct {
	frame
	Application string
	Origins     string
}

// shell answers with the page that signs in, shows the other pages in a frame, and gets passes.
func (s *Site) shell(w http.ResponseWriter, r *http.Request, v *visitor) {
	a := s.options.Activity
	s.show(w, r, http.StatusOK, "activity", shellPage{frame{visitor: v, Title: "raumbot"}, a.Application(), strings.Join(a.Origins, " ")})
}

// PublicURL returns the address of the site outside Discord.
func (p shellPage) PublicURL() string { return p.site.URL() }

// signedIn is the answer to a sign-in.
type signedIn struct {
	Session string `json:"session"` // the secret of the session
	Token   string `json:"token"`   // with which the shell names the user to Discord
}

// signInFrame signs in the user to whom Discord says a code belongs.
func (s *Site) signInFrame(w http.ResponseWriter, r *http.Request) {
	v, code := s.anonymous(r), r.PostFormValue("code")
	if code == "" || len(code) > maxCode || strings.ContainsFunc(code, func(c rune) bool { return c <= ' ' || c > '~' }) {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	if !s.frames.admits(r) {
		s.refuseForNow(w, r, v, http.StatusTooManyRequests, 5, v.Say("Many people are signing in right now. Try again in a few seconds."))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), signInTime)
	defer cancel()
	u, token, err := s.options.Activity.SignIn(ctx, code)
	if err != nil {
		s.options.Log.Warn("somebody could not be signed in inside Discord", "err", err)
		s.explain(w, r, v, http.StatusBadGateway, v.Say("Discord has not told us who you are. Try again; if that does not help, try it later."))
		return
	}
	secret, err := s.service.SignInFrame(r.Context(), u, "Discord "+browserOf(r))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.frames.accounts.Add(sha256.Sum256([]byte(secret)), standIn(u.UserID))
	writeJSON(w, r, http.StatusOK, signedIn{secret, token})
}

// givePass answers with the address in the query and a pass for one request of it, if the session
// has not ended. What the visitor may do there is looked up when the pass is used.
func (s *Site) givePass(w http.ResponseWriter, r *http.Request) {
	v := s.visitorOf(r)
	to, err := url.Parse(r.FormValue("to"))
	method := r.FormValue("method")
	switch {
	case v.Away():
		s.fail(w, r, v.away)
	case !v.SignedIn():
		s.explain(w, r, v, http.StatusForbidden, v.Say("You are not signed in here any more. Close the Activity and start it again."))
	case err != nil || to.IsAbs() || to.Host != "" || !strings.HasPrefix(to.Path, "/") || strings.HasPrefix(to.EscapedPath(), "//") || !slices.Contains([]string{http.MethodGet, http.MethodPost}, method):
		s.refuse(w, r, http.StatusBadRequest)
	default:
		secret := rand.Text()
		to.Fragment, to.ForceQuery = "", false
		s.frames.passes.Add(sha256.Sum256([]byte(secret)), pass{v.session, method + " " + to.RequestURI()})
		if to.RawQuery != "" {
			to.RawQuery += "&"
		}
		to.RawQuery += "pass=" + secret
		writeJSON(w, r, http.StatusOK, map[string]string{"to": to.RequestURI()})
	}
}

// InDiscord reports whether the visitor is in the Activity.
func (v *visitor) InDiscord() bool { return v.inDiscord }
