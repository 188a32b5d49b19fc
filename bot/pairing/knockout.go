package pairing

// Bracket returns the entrants of a knockout's first round by their seeds,
// two for each match, so that the first two seeds can only meet in the final, the first
// four in the semi-finals and so on. Zero stands for nobody: the best seeds go through first.
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

// KnockoutRounds returns how many rounds a knockout has.
func KnockoutRounds(entrants int) (rounds int) {
	for size := 1; size < entrants; size *= 2 {
		rounds++
	}
	return rounds
}

// Snake deals seeds 1 to entrants out to groups, forward and back, so that the
// groups are of equal strength.
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
