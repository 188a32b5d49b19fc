package discordtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
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
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// descriptionVariable is the environment variable that names the file with Discord's OpenAPI
// description. If it is not set, requests are not compared with the description.
const descriptionVariable = "RAUMBOT_DISCORD_OPENAPI"

// described is Discord's OpenAPI description.
type described struct {
	router  routers.Router
	mu      sync.Mutex // guards schemas
	schemas *jsonschema.Compiler
}

// description returns Discord's OpenAPI description, nil if no file is named.
var description = sync.OnceValues(func() (*described, error) {
	path := os.Getenv(descriptionVariable)
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	doc.Servers = openapi3.Servers{{URL: "/api/v10"}}
	d := &described{schemas: jsonschema.NewCompiler()}
	for format, number := range openapi3.SchemaIntegerFormats {
		d.schemas.RegisterFormat(&jsonschema.Format{Name: format, Validate: func(value any) error {
			if n, ok := value.(json.Number); ok {
				whole, err := n.Int64()
				if err != nil {
					return err
				}
				return number.Validate(whole)
			}
			return nil
		}})
	}
	d.schemas.AssertFormat()
	schemas, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := d.schemas.AddResource(descriptionURL, schemas); err != nil {
		return nil, err
	}
	d.router, err = gorillamux.NewRouter(doc)
	return d, err
})

// descriptionURL names the description in references from one of its schemas to another.
const descriptionURL = "https://discord.test/openapi.json"

// validateBody compares the JSON of a request's body with the schema of its route. The filter of
// openapi3filter would compile that schema, and all that it refers to, for each request.
func (d *described) validateBody(r *routers.Route, body io.Reader) error {
	if r.Operation.RequestBody == nil {
		return nil
	}
	want := r.Operation.RequestBody.Value
	text, err := io.ReadAll(body)
	switch {
	case err != nil:
		return err
	case len(text) == 0 && want.Required:
		return errors.New("its body is missing")
	case len(text) == 0 || len(want.Content) == 0:
		return nil
	case want.Content["application/json"] == nil:
		return errors.New("its body is no JSON")
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	schema, err := d.bodySchema(r)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// bodySchema returns the schema for the JSON in the bodies of a route's requests, which is compiled
// only once.
func (d *described) bodySchema(r *routers.Route) (*jsonschema.Schema, error) {
	path := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(r.Path)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.schemas.Compile(fmt.Sprintf("%s#/paths/%s/%s/requestBody/content/application~1json/schema", descriptionURL, path, strings.ToLower(r.Method)))
}

// checker validates every request against the description. It does so in the background, so that
// requests are not delayed.
type checker struct {
	t testing.TB
	*described
	queue   chan *http.Request
	done    chan struct{}
	checked int
}

// validated holds the requests that any server of the process has validated, so that identical ones
// are skipped.
var validated sync.Map

func newChecker(t testing.TB) *checker {
	d, err := description()
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{t: t, described: d, queue: make(chan *http.Request, 100000), done: make(chan struct{})}
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
	if c.described == nil || strings.HasPrefix(call.URL.Path, "/api/v10/oauth2/token") { // it is not described
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
			Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, ExcludeRequestBody: true},
		})
	}
	if err == nil {
		err = c.validateBody(route, r.Body)
	}
	if err != nil {
		c.t.Errorf("%s %s does not fit the description of the API: %v", r.Method, r.URL.Path, err)
	}
}

// finish waits until all requests have been validated.
func (c *checker) finish() {
	close(c.queue)
	<-c.done
	if c.described == nil {
		c.t.Log(descriptionVariable + " names no description of Discord's API, so requests were not compared with it")
		return
	}
	c.t.Logf("%d requests that were not made before fit Discord's description of its API", c.checked)
}
