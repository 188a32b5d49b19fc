package web

import (
	"fmt"
	"html/template"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// policy is the Content-Security-Policy of all responses, except in the Activity: nothing loads
// from other sites, and scripts injected into a page do not run.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// maxBody limits the body of a request without a file, in bytes.
const maxBody = 16 << 10

// guard wraps the handler of all requests. It sets security headers, and checks the host, the
// origin and the limits. activity is the handler of requests to the Activity.
func (s *Site) guard(next, activity http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	if s.options.Public != nil {
		// Browsers may use https while a proxy forwards their requests as http.
		if err := origins.AddTrustedOrigin(s.URL()); err != nil {
			panic(err) // the configuration has been checked
		}
	}
	origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusForbidden)
	}))
	guarded := origins.Handler(s.ownOrigin(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recover(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "same-origin") // no-referrer would hide the origin of forms, too
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", "no-store") // handlers override this for public files
		if s.options.Public != nil && s.options.Public.Scheme == "https" {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !s.accepts(r.Host) {
			http.Error(w, "This is not the address of this site. Open "+s.URL()+"/ instead.", http.StatusMisdirectedRequest)
			return
		}
		s.adviseProxy(r)
		handler := guarded
		if s.inActivity(r) {
			h.Set("Content-Security-Policy", s.framePolicy())
			r, handler = s.unframe(r), activity
		}
		if wait := s.limits.take(r); wait > 0 {
			v := s.anonymous(r)
			s.refuseForNow(w, r, v, http.StatusTooManyRequests, int(wait/time.Second)+1, v.Say("That was a lot at once. Wait a few seconds and try again."))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, bodyLimit(r))
		s.hub.busy.Add(1)
		defer s.hub.busy.Add(-1)
		if s.isCrowded(r) {
			s.refuseCrowded(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	})
}

// refuseForNow refuses a request and says after how many seconds to try again. The answer takes
// little work, because many may be refused at once: its page has the sentence alone, which scripts
// find where it is on other pages, and nothing is looked up for it.
func (s *Site) refuseForNow(w http.ResponseWriter, r *http.Request, v *visitor, status, seconds int, text string) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	if wantsJSON(r) {
		writeJSON(w, r, status, result{Text: text})
		return
	}
	w.Header().Set("Content-Type", htmlKind)
	write(w, r, status, fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"%s\"><title>raumbot</title><main><p>%s</p></main></html>\n", v.Lang(), template.HTMLEscapeString(text)))
}

// ownOrigin refuses forms whose page came from another origin than the public URL, such as the same
// host without TLS, which [http.CrossOriginProtection] does not tell apart.
func (s *Site) ownOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if origin := r.Header.Get("Origin"); !s.Local() && !reads && strings.HasPrefix(origin, "http") && origin != s.URL() {
			s.refuse(w, r, http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// recover answers a request whose handler has panicked, and logs the panic.
func (s *Site) recover(w http.ResponseWriter, r *http.Request) {
	caught := recover()
	if caught == nil {
		return
	}
	if caught == http.ErrAbortHandler {
		panic(caught)
	}
	s.options.Log.Error("a page failed", "pattern", r.Pattern, "err", fmt.Sprintf("panic: %v\n%s", caught, debug.Stack()))
	s.refuse(w, r, http.StatusInternalServerError)
}
