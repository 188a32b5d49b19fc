package puzzle

import (
	"cmp"
	"hash/fnv"
	"slices"
	"sync"

	"raumbot/rules"
)

// thursday is the weekday of day 0, counted from Monday.
const (
	daysOfWeek = 7
	thursday   = 3
)

// Daily returns the candidates for a day's puzzle of a variant, the best first. It depends on
// nothing else. Days are counted from 1 January 1970. It returns nil if the variant has too few
// puzzles.
//
// The puzzles of a variant are divided by their estimated ratings into seven bands of equal size,
// one for each weekday: the easiest are for Mondays, the hardest for Sundays. Each week has the
// next puzzle of the band, so a puzzle only returns after all others of its band. The second
// candidate is the one whose own week is furthest away.
func Daily(variant string, day int) []*Puzzle {
	since := day + thursday
	weekday := (since%daysOfWeek + daysOfWeek) % daysOfWeek
	week := (since - weekday) / daysOfWeek
	band := bandsOf(variant)[weekday]
	if len(band) == 0 {
		return nil
	}
	first := (week%len(band) + len(band)) % len(band)
	band = slices.Concat(band[first:], band[:first])
	half := (len(band) + 1) / 2
	return slices.Concat(band[:1], band[half:], band[1:half])
}

// bands caches the results of [bandsOf] by variant.
var bands sync.Map

// bandsOf returns the bands of a variant's puzzles, each in the order of its weeks. The slices must
// not be changed.
func bandsOf(variant string) (all [daysOfWeek][]*Puzzle) {
	if known, ok := bands.Load(variant); ok {
		return known.([daysOfWeek][]*Puzzle)
	}
	puzzles := slices.Clone(Of(variant))
	slices.SortFunc(puzzles, func(a, b *Puzzle) int { return cmp.Or(a.Rating-b.Rating, compareShuffled(a, b)) })
	for i := range all {
		all[i] = puzzles[len(puzzles)*i/daysOfWeek : len(puzzles)*(i+1)/daysOfWeek]
		slices.SortFunc(all[i], compareShuffled)
	}
	if len(puzzles) > 0 {
		bands.Store(variant, all)
	}
	return all
}

// compareShuffled compares puzzles for an order that looks random, but never changes.
func compareShuffled(a, b *Puzzle) int {
	return cmp.Or(cmp.Compare(hash(a.ID), hash(b.ID)), cmp.Compare(a.ID, b.ID))
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// Games returns the sorted names of the variants that have enough puzzles for [Daily].
func Games() (names []string) {
	for _, v := range rules.Variants() {
		if len(Of(v.Name)) >= daysOfWeek {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return names
}

// GameOf returns the variant of the day, for people who have not chosen one. The variants take
// turns. It returns "" if no variant has enough puzzles.
func GameOf(day int) string {
	names := Games()
	if len(names) == 0 {
		return ""
	}
	return names[(day%len(names)+len(names))%len(names)]
}
