package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// client makes requests to Discord's API, within its global rate limit and those given in its
// response headers.
type client struct {
	session *discordgo.Session
	roots   *rootRewriter
	global  globalLimit
	// timeout limits a request without files, uploadTimeout one with files.
	timeout, uploadTimeout time.Duration
}

// newClient returns a client of the API at a root such as "https://discord.com/api/v10". It adds
// /v10 if the root has no version.
func newClient(token, api string) *client {
	s, _ := discordgo.New("Bot " + token) // its error is always nil
	s.ShouldRetryOnRateLimit = false
	s.LogLevel = -1 // the library would print past our log
	roots := &rootRewriter{api: api, next: transport()}
	if !versioned.MatchString(api) {
		roots.api, roots.other = api+"/v10", api
	}
	s.Client = &http.Client{Transport: roots}
	return &client{session: s, roots: roots, timeout: 10 * time.Second, uploadTimeout: 30 * time.Second}
}

// transport returns a transport for many concurrent requests to one host.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 64
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	return t
}

// rootRewriter sends discordgo's requests to the configured root of the API.
type rootRewriter struct {
	api   string
	other string // a second root to try, "" for none
	next  http.RoundTripper
}

// versioned matches roots that name a version of the API.
var versioned = regexp.MustCompile(`/v[0-9]+$`)

// fallback switches to the second root, and reports whether there is one. It must not run
// concurrently with requests.
func (t *rootRewriter) fallback() bool {
	if t.other == "" {
		return false
	}
	t.api, t.other = t.other, ""
	return true
}

// RoundTrip implements [http.RoundTripper].
func (t *rootRewriter) RoundTrip(r *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(r.URL.String(), discordgo.EndpointAPI)
	if !ok {
		return t.next.RoundTrip(r)
	}
	to, err := url.Parse(t.api + "/" + rest)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL, r.Host = to, to.Host
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	dropMalformedLimits(answer.Header)
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		markGlobalLimit(answer)
	case http.StatusBadGateway: // discordgo would repeat the request at once, three times
		answer.StatusCode = http.StatusServiceUnavailable
	}
	return answer, nil
}

// dropMalformedLimits drops rate limit headers that are not numbers. Because of such a header
// discordgo would return an error for a successful request, and a message that was accepted would
// be sent again.
func dropMalformedLimits(h http.Header) {
	_, after := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	_, at := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64)
	_, left := strconv.ParseInt(h.Get("X-RateLimit-Remaining"), 10, 32)
	_, clock := http.ParseTime(h.Get("Date")) // the library computes the end of a limit from it
	for name, err := range map[string]error{
		"X-RateLimit-Reset-After": after, "X-RateLimit-Reset": errors.Join(at, clock), "X-RateLimit-Remaining": left,
	} {
		if err != nil {
			h.Del(name)
		}
	}
}

// markGlobalLimit makes discordgo pause all requests in two cases: at the global rate limit, whose
// duration is in a header that discordgo does not read, and if Cloudflare answers 429 with a body
// that is not JSON, since further requests would prolong that ban.
func markGlobalLimit(answer *http.Response) {
	wait := answer.Header.Get("Retry-After")
	seconds, err := strconv.ParseFloat(wait, 64)
	if err != nil || seconds < 0 {
		wait, seconds = "5", 5
	}
	ours := strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json")
	if ours && answer.Header.Get("X-RateLimit-Global") == "" {
		return
	}
	answer.Header.Set("X-RateLimit-Global", "true")
	if answer.Header.Get("X-RateLimit-Reset-After") == "" {
		answer.Header.Set("X-RateLimit-Reset-After", wait)
	}
	if !ours {
		_ = answer.Body.Close() // it is replaced
		answer.Body = io.NopCloser(strings.NewReader(fmt.Sprintf(`{"retry_after": %g}`, seconds)))
	}
}

// request is one request to the API.
type request struct {
	method, path string
	// bucket groups requests that share a rate limit. If it is empty, the method and the path
	// are used.
	bucket string
	body   any // nil for none
	files  []*discordgo.File
	into   any // where to decode the answer, nil for nowhere
	// patient makes the request wait as long as Discord asks. Otherwise it fails with a
	// [bot.TooSoon] if the wait is long.
	patient bool
	// limiter is used for requests outside the global limit, such as answers to interactions. If it
	// is nil, the client's limits apply.
	limiter *discordgo.RateLimiter
}

var errNoAnswer = errors.New("Discord does not answer")

// The longest waits of a request that is not patient.
const (
	maxLimitWait  = 250 * time.Millisecond // for its rate limit
	maxBucketWait = 2 * time.Second        // for earlier requests of the same bucket, or of all
)

// do makes a request. [code] and [status] classify its error.
func (c *client) do(ctx context.Context, r request) error {
	for {
		err := c.try(ctx, r)
		soon := (*bot.TooSoon)(nil)
		if !r.patient || !errors.As(err, &soon) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(soon.Wait):
		}
	}
}

// try makes a request once. It fails with a [bot.TooSoon] if it would have to wait long.
func (c *client) try(ctx context.Context, r request) error {
	key := r.bucket
	if key == "" {
		key = r.method + " " + r.path
	}
	contentType, body, err := r.encode()
	if err != nil {
		return err
	}
	bucket, done, err := c.admit(ctx, r.limiter, key)
	if err != nil {
		return err
	}
	defer done()
	timeout := c.timeout
	if len(r.files) > 0 {
		timeout = c.uploadTimeout
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errNoAnswer)
	defer cancel()
	answer, err := c.session.RequestWithLockedBucket(r.method, discordgo.EndpointAPI+r.path, contentType, body, bucket, 0, discordgo.WithContext(ctx))
	if errors.Is(context.Cause(ctx), errNoAnswer) && err != nil {
		err = errNoAnswer
	}
	if err != nil {
		return r.explain(err)
	}
	if r.into == nil || len(answer) == 0 {
		return nil
	}
	return json.Unmarshal(answer, r.into)
}

// admit waits until a request may be made. It returns the request's rate limit bucket, locked, and
// a function to call after its answer. It returns a [bot.TooSoon] rather than wait longer than
// maxLimitWait or maxBucketWait. If limiter is nil, the client's limits apply.
func (c *client) admit(ctx context.Context, limiter *discordgo.RateLimiter, key string) (bucket *discordgo.Bucket, done func(), err error) {
	if limiter != nil {
		bucket = limiter.GetBucket(key)
		return bucket, func() {}, lockBucket(ctx, limiter, bucket, 1, func() bool { return true })
	}
	u := urgencyOf(ctx)
	left := 1
	if u != moving {
		left += spare
	}
	bucket = c.session.Ratelimiter.GetBucket(key)
	err = lockBucket(ctx, c.session.Ratelimiter, bucket, left, func() bool { return c.global.begin(u) })
	return bucket, c.global.end, err
}

// lockBucket locks a rate limit bucket that has a number of requests left, or is not known to have
// fewer, once begin returns true. See [client.admit] for its error.
func lockBucket(ctx context.Context, limiter *discordgo.RateLimiter, bucket *discordgo.Bucket, left int, begin func() bool) error {
	for began := time.Now(); ; {
		wait := time.Duration(0)
		if bucket.TryLock() {
			if wait = limiter.GetWaitTime(bucket, left); wait <= 0 && begin() {
				bucket.Remaining--
				return nil
			}
			bucket.Unlock()
		}
		switch {
		case wait > maxLimitWait:
			return &bot.TooSoon{Wait: wait, Err: errors.New("the rate limit is reached")}
		case time.Since(began) > maxBucketWait:
			return &bot.TooSoon{Wait: time.Second, Err: errors.New("earlier requests take long")}
		}
		wait = max(wait, 10*time.Millisecond)
		pause(ctx, wait)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// encode encodes the body, as a multipart form if there are files.
func (r request) encode() (contentType string, body []byte, err error) {
	switch {
	case r.body == nil:
		return "", nil, nil
	case len(r.files) > 0:
		for _, f := range r.files { // an earlier attempt has read them
			if _, err := f.Reader.(io.Seeker).Seek(0, io.SeekStart); err != nil {
				return "", nil, err
			}
		}
		return discordgo.MultipartBodyWithJSON(r.body, r.files)
	}
	body, err = json.Marshal(r.body)
	return "application/json", body, err
}

// explain wraps an error from discordgo. It leaves out most of the path, as the paths of
// interactions contain their tokens. An error is a [bot.Unclear] unless Discord has refused the
// request.
func (r request) explain(err error) error {
	var limited *discordgo.RateLimitError
	if errors.As(err, &limited) {
		wait := limited.RetryAfter
		if wait <= 0 { // no duration was given
			wait = time.Second
		}
		return &bot.TooSoon{Wait: wait, Err: errors.New("asked to wait")}
	}
	var lost *url.Error
	if errors.As(err, &lost) {
		err = lost.Err
	}
	where, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/"), "/")
	err = fmt.Errorf("%s %s: %w", r.method, where, err)
	if s := status(err); s == 0 || s >= http.StatusInternalServerError {
		return &bot.Unclear{Err: err}
	}
	return err
}

// code returns Discord's JSON error code of an error, 0 if it has none.
func code(err error) int {
	var refused *discordgo.RESTError
	if errors.As(err, &refused) && refused.Message != nil {
		return refused.Message.Code
	}
	return 0
}

// status returns the HTTP status of an error, 0 if it has none.
func status(err error) int {
	var refused *discordgo.RESTError
	if errors.As(err, &refused) && refused.Response != nil {
		return refused.Response.StatusCode
	}
	return 0
}
