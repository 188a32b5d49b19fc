package storage

import (
	"raumbot/storage/kv"
	"raumbot/storage/storagetest"
)

// Turns returns a store whose transactions are run by others in turn: see [storagetest.Turns].
func Turns(aware bool, stores ...*Store) *Store {
	var engines []kv.Engine
	for _, s := range stores {
		engines = append(engines, s.engine)
	}
	return &Store{engine: storagetest.Turns(aware, engines...)}
}
