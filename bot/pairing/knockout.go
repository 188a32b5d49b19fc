package pairing

// Bracket returns the seeds of a knockout's first round, two for each match, so that
// the first two seeds can only meet in the final, the first four only in the
// semi-finals and so on. Zero is an empty place: the best seeds advance without playing.
func Bracket(entrants int) []int {
	slots := []int{1}
	for len(slots) < entrants {
		var wider []int
		for _, seed := range slots {
			wider = append(wider, seed, 2*len(slots)+1-seed)
		}
		slots = wider
	}
	if len(slots) < 2 {
		slots = append(slots, 0)
	}
	for i, seed := range slots {
		if seed > entrants {
			slots[i] = 0
		}
	}
	return slots
}

// KnockoutRounds returns the number of rounds of a knockout.
func KnockoutRounds(entrants int) (rounds int) {
	for size := 1; size < entrants; size *= 2 {
		rounds++
	}
	return rounds
}

// Snake distributes seeds 1 to entrants over groups in serpentine order, so that the
// groups are equally strong.
func Snake(entrants, groups int) [][]int {
	all := make([][]int, groups)
	for seed := range entrants {
		row, at := seed/groups, seed%groups
		if row%2 == 1 {
			at = groups - 1 - at
		}
		all[at] = append(all[at], seed+1)
	}
	return all
}
