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

// client makes requests of Discord's API. Limits of rate are Discord's to
// name: it learns them from the headers of each answer.
type client struct {
	session *discordgo.Session
	roots   *rewriter
	// long is how long a request may take, files how long one that carries any.
	long, files time.Duration
}

// newClient returns a client of the API at a root, "https://discord.com/api/v10". Without a version it is the one that the bot speaks.
func newClient(token, api string) *client {
	s, _ := discordgo.New("Bot " + token) // its error is always nil
	s.ShouldRetryOnRateLimit = false
	s.LogLevel = -1 // what the library prints goes around the log
	roots := &rewriter{api: api, next: transport()}
	if !versioned.MatchString(api) {
		roots.api, roots.other = api+"/v10", api
	}
	s.Client = &http.Client{Transport: roots}
	return &client{session: s, roots: roots, long: 10 * time.Second, files: 30 * time.Second}
}

// transport returns a transport for many requests at once to one host.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 64
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	return t
}

// rewriter sends requests that discordgo addresses to one version of the API to another root.
type rewriter struct {
	api   string
	other string // where else it may be, "" for nowhere
	next  http.RoundTripper
}

// versioned finds the roots that name a version of the API.
var versioned = regexp.MustCompile(`/v[0-9]+$`)

// turn turns to where else the API may be, and reports whether there is such a place. It must not be called beside requests.
func (t *rewriter) turn() bool {
	there := t.other != ""
	if there {
		t.api, t.other = t.other, ""
	}
	return there
}

// RoundTrip implements [http.RoundTripper].
func (t *rewriter) RoundTrip(r *http.Request) (*http.Response, error) {
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
	dropUnreadable(answer.Header)
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		haltAll(answer)
	case http.StatusBadGateway: // which discordgo would repeat at once, three times
		answer.StatusCode = http.StatusServiceUnavailable
	}
	return answer, nil
}

// dropUnreadable drops limits that are no numbers: discordgo takes the whole answer for an error then, and a message that was
// taken would be sent again.
func dropUnreadable(h http.Header) {
	_, after := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	_, at := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64)
	_, left := strconv.ParseInt(h.Get("X-RateLimit-Remaining"), 10, 32)
	_, clock := http.ParseTime(h.Get("Date")) // by which the library reads the time when a limit ends
	for name, err := range map[string]error{
		"X-RateLimit-Reset-After": after, "X-RateLimit-Reset": errors.Join(at, clock), "X-RateLimit-Remaining": left,
	} {
		if err != nil {
			h.Del(name)
		}
	}
}

// haltAll makes discordgo hold up every request where Discord wants that: at the limit for all together, whose time is
// in a header that discordgo does not read, and when a proxy before Discord refuses, in words that are no JSON. To
// go on asking then would lengthen it.
func haltAll(answer *http.Response) {
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
		_ = answer.Body.Close() // nothing in it is read
		answer.Body = io.NopCloser(strings.NewReader(fmt.Sprintf(`{"retry_after": %g}`, seconds)))
	}
}

// request is one request of the API.
type request struct {
	method, path string
	// bucket is what Discord limits together: a key of the client's own. Empty
	// means the method and the path.
	bucket string
	body   any // nil for none
	files  []*discordgo.File
	into   any // where to decode the answer, nil for nowhere
	// patient requests wait as long as Discord asks, others fail with a [bot.TooSoon].
	patient bool
	// limiter is for what Discord does not count with everything else, as answers to interactions; nil for the client's.
	limiter *discordgo.RateLimiter
}

var errNoAnswer = errors.New("Discord does not answer")

// The times for which a request waits, unless it is patient.
const (
	impatience = 250 * time.Millisecond // until Discord takes more
	politeness = 2 * time.Second        // for one before it
)

// do makes a request. An error of Discord's has a [code].
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

func (c *client) try(ctx context.Context, r request) error {
	key := r.bucket
	if key == "" {
		key = r.method + " " + r.path
	}
	limiter := c.session.Ratelimiter
	if r.limiter != nil {
		limiter = r.limiter
	}
	contentType, body, err := r.encode()
	if err != nil {
		return err
	}
	bucket := limiter.GetBucket(key)
	if err := enter(ctx, limiter, bucket); err != nil {
		return err
	}
	long := c.long
	if len(r.files) > 0 {
		long = c.files
	}
	ctx, cancel := context.WithTimeoutCause(ctx, long, errNoAnswer)
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

// enter locks a bucket for a request. A request before it that takes long is not waited for.
func enter(ctx context.Context, limiter *discordgo.RateLimiter, bucket *discordgo.Bucket) error {
	for began := time.Now(); ; {
		wait := time.Duration(0)
		if bucket.TryLock() {
			if wait = limiter.GetWaitTime(bucket, 1); wait <= 0 {
				bucket.Remaining--
				return nil
			}
			bucket.Unlock()
		}
		switch {
		case wait > impatience:
			return &bot.TooSoon{Wait: wait, Err: errors.New("the limit of rate is reached")}
		case time.Since(began) > politeness:
			return &bot.TooSoon{Wait: time.Second, Err: errors.New("an earlier request takes long")}
		}
		wait = max(wait, 10*time.Millisecond)
		pause(ctx, wait)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// encode writes the body, with files as a form of several parts.
func (r request) encode() (contentType string, body []byte, err error) {
	switch {
	case r.body == nil:
		return "", nil, nil
	case len(r.files) > 0:
		for _, f := range r.files { // an earlier try has read them
			if _, err := f.Reader.(io.Seeker).Seek(0, io.SeekStart); err != nil {
				return "", nil, err
			}
		}
		return discordgo.MultipartBodyWithJSON(r.body, r.files)
	}
	body, err = json.Marshal(r.body)
	return "application/json", body, err
}

// explain turns what discordgo returns into an error without secrets: paths
// of interactions hold their tokens.
func (r request) explain(err error) error {
	var limited *discordgo.RateLimitError
	if errors.As(err, &limited) {
		wait := limited.RetryAfter
		if wait <= 0 { // it has not said how long
			wait = time.Second
		}
		return &bot.TooSoon{Wait: wait, Err: errors.New("asked to wait")}
	}
	var lost *url.Error
	if errors.As(err, &lost) {
		err = lost.Err
	}
	where, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/"), "/")
	return fmt.Errorf("%s %s: %w", r.method, where, err)
}

// code returns Discord's number of an error, 0 if it is none of Discord's or
// has no number.
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
