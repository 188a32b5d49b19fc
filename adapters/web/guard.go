package web

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// policy is the Content-Security-Policy of all responses: nothing loads from other sites, and scripts injected into a page do not
// run.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// maxBody limits the body of a request, in bytes.
const maxBody = 16 << 10

// guard applies to every request: it sets security headers, and checks the host, the origin and the limits.
func (s *Site) guard(next http.Handler) http.Handler {
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
	guarded := origins.Handler(next)
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
		if !slices.Contains(s.hosts, strings.ToLower(r.Host)) {
			// DNS rebinding: another site's name may resolve to this address.
			http.Error(w, "This is not the address of this site. Open "+s.URL()+"/ instead.", http.StatusMisdirectedRequest)
			return
		}
		s.adviseProxy(r)
		if wait := s.limits.take(r); wait > 0 {
			h.Set("Retry-After", fmt.Sprint(int(wait/time.Second)+1))
			v := s.anybody(r) // who asks too often has nothing looked up
			s.explain(w, r, v, http.StatusTooManyRequests, v.Say("That was a lot at once. Wait a few seconds and try again."))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		s.hub.busy.Add(1)
		defer s.hub.busy.Add(-1)
		guarded.ServeHTTP(w, r)
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
