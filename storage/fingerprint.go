package storage

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"sync"
	"time"

	"raumbot/bot"
)

// Some index entries depend on methods of bot, such as Game.Wake. An engineer who changes these
// need not know that: a fingerprint of all rules is stored in the database, and if it differs from
// the program's, the indexes are rebuilt.

var fingerprintKey = []byte("index rules")

// fingerprint is a hash of the index entries of random records. It changes with every change of a
// rule that gives any of them other entries.
var fingerprint = sync.OnceValue(func() uint64 { return fingerprintOf(kinds) })

func fingerprintOf(kinds []records) uint64 {
	sum := fnv.New64a()
	for _, kd := range kinds {
		kd.probe(func(r ref) {
			sum.Write([]byte(r.table))
			sum.Write(binary.BigEndian.AppendUint32(nil, uint32(len(r.key))))
			sum.Write(r.key)
		})
	}
	return sum.Sum64()
}

// probes is the number of random records of each kind.
const probes = 800

func (kd kind[T]) probe(do func(ref)) {
	if kd.refs == nil {
		return
	}
	random := rand.New(rand.NewPCG(1, 1)) // a fixed seed, so that the records never change
	for range probes {
		var record T
		makeUp(random, reflect.ValueOf(&record).Elem())
		k := []byte("\x01")
		if kd.key != nil {
			k = kd.key(record)
		}
		for _, r := range kd.refs(k, record) {
			do(r)
		}
	}
}

// words are the values used for fields of some text types: all that the rules test for, and some
// others.
var words = map[reflect.Type][]string{
	reflect.TypeFor[bot.Phase]():    {string(bot.Drafted), string(bot.Entering), string(bot.Running), string(bot.Running), string(bot.Completed), string(bot.CalledOff)},
	reflect.TypeFor[bot.System]():   {string(bot.RoundRobin), string(bot.Swiss), string(bot.Knockout), string(bot.Ladder), string(bot.Ladder)},
	reflect.TypeFor[bot.Scope]():    {string(bot.ThisRoom), string(bot.ThisServer), string(bot.Everywhere)},
	reflect.TypeFor[bot.Platform](): {"", "a", "console", string(bot.Guest)},
	reflect.TypeFor[bot.Sight]():    {string(bot.InRoom), string(bot.Hidden), string(bot.Shown)},
}

// names are the values used for all other text fields.
var names = []string{"", "a", "Ä b", "console"}

// makeUp fills a value at random.
func makeUp(random *rand.Rand, v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(random.Int64N(1e9), 0)))
		return
	}
	if v.Type() == reflect.TypeFor[bot.Board]() {
		v.SetBytes([]bot.Board{nil, {0, 0, 0, 0, 0, 0, 0, 1, 5}, {0, 0, 0, 0, 0, 0, 0, 2, 7}}[random.IntN(3)])
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.String:
		some, ok := words[v.Type()]
		if !ok {
			some = names
		}
		v.SetString(some[random.IntN(len(some))])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, 0, 1, 2, 3, 100}[random.IntN(6)])
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint([]uint64{0, 1, 1, 2, 3, 100}[random.IntN(6)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 60, 100, 350, 1500, 1812.5}[random.IntN(6)])
	case reflect.Pointer:
		if random.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			makeUp(random, v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(3), 2))
		for i := range v.Len() {
			makeUp(random, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			makeUp(random, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				makeUp(random, v.Field(i))
			}
		}
	}
}
