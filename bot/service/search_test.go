package service_test

import (
	"context"
	"encoding/json"
	"sync"

	"raumbot/bot/engine/search"
)

// searches carries out each search once for all tests: the stages of a transcript ask the same, and
// the same job always gets the same result.
var searches = &rememberedSearches{Local: search.NewLocal(0)}

// rememberedSearches is a searcher that keeps all results.
type rememberedSearches struct {
	*search.Local
	done sync.Map // of jobs as JSON to functions that return the results
}

// Search implements [search.Searcher].
func (r *rememberedSearches) Search(ctx context.Context, job search.Job) (search.Result, error) {
	if job.Purpose == search.Hint {
		job.Nodes /= 4
	}
	key, err := json.Marshal(job)
	if err != nil {
		return search.Result{}, err
	}
	once, _ := r.done.LoadOrStore(string(key), sync.OnceValues(func() (search.Result, error) {
		return r.Local.Search(context.WithoutCancel(ctx), job)
	}))
	return once.(func() (search.Result, error))()
}
