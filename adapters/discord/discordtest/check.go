package discordtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// descriptionVariable is the environment variable that names the file with Discord's OpenAPI
// description. If it is not set, requests are not compared with the description.
const descriptionVariable = "RAUMBOT_DISCORD_OPENAPI"

// description returns Discord's OpenAPI description, nil if no file is named.
var description = sync.OnceValues(func() (routers.Router, error) {
	path := os.Getenv(descriptionVariable)
	if path == "" {
		return nil, nil
	}
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromFile(path)
	if err != nil {
		return nil, err
	}
	doc.Servers = openapi3.Servers{{URL: "/api/v10"}}
	return gorillamux.NewRouter(doc)
})

// checker validates every request against the description. It does so in the background, so that
// requests are not delayed.
type checker struct {
	t       testing.TB
	router  routers.Router
	queue   chan *http.Request
	done    chan struct{}
	checked int
}

// validated holds the requests that any server of the process has validated, so that identical ones
// are skipped.
var validated sync.Map

func newChecker(t testing.TB) *checker {
	router, err := description()
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{t: t, router: router, queue: make(chan *http.Request, 100000), done: make(chan struct{})}
	go func() {
		defer close(c.done)
		for r := range c.queue {
			c.validate(r)
		}
	}()
	return c
}

// check queues a request for validation.
func (c *checker) check(call *call) {
	if c.router == nil || strings.HasPrefix(call.URL.Path, "/api/v10/oauth2/token") { // it is not described
		return
	}
	r := call.Request.Clone(context.Background())
	r.Body = io.NopCloser(bytes.NewReader(call.body))
	r.ContentLength = int64(len(call.body))
	if len(call.body) > 0 {
		r.Header.Set("Content-Type", "application/json") // the server checks the files of the form itself
	}
	key := sha256.Sum256(append([]byte(call.Pattern+"\n"), call.body...))
	if _, before := validated.LoadOrStore(key, true); before {
		return
	}
	c.queue <- r
}

func (c *checker) validate(r *http.Request) {
	route, params, err := c.router.FindRoute(r)
	if err == nil {
		c.checked++
		err = openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
			Request: r, PathParams: params, Route: route,
			Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
		})
	}
	if err != nil {
		c.t.Errorf("%s %s does not fit the description of the API: %v", r.Method, r.URL.Path, err)
	}
}

// finish waits until all requests have been validated.
func (c *checker) finish() {
	close(c.queue)
	<-c.done
	if c.router == nil {
		c.t.Log(descriptionVariable + " names no description of Discord's API, so requests were not compared with it")
		return
	}
	c.t.Logf("%d requests that were not made before fit Discord's description of its API", c.checked)
}
