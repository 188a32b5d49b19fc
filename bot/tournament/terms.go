package tournament

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Shape describes the number of rounds and games.
func (t *Tournament) Shape() phrase.Text {
	var parts []phrase.Text
	switch t.System {
	case bot.RoundRobin:
		parts = append(parts, phrase.Of("everybody meets everybody"))
		if t.Double {
			parts[0] = phrase.Of("everybody meets everybody twice")
		}
		if t.GroupCount > 1 {
			parts = append(parts, phrase.Of("%d groups", t.GroupCount))
		}
		parts = append(parts, t.GamesAtOnce())
	case bot.Swiss:
		if t.RoundCount > 0 {
			parts = append(parts, phrase.Count(t.RoundCount, "up to %d round", "up to %d rounds"))
		} else {
			parts = append(parts, phrase.Of("as many rounds as the entrants need"))
		}
	case bot.Knockout:
		parts = append(parts, phrase.Of("a level match is decided by a further game in which Black needs a draw"))
		if t.BestOf == 2 {
			parts = append(parts, phrase.Of("two games a match"))
		}
		if t.Third {
			parts = append(parts, phrase.Of("a match for the third place"))
		}
	case bot.Ladder:
		parts = append(parts, phrase.Of("one can challenge those up to %d rungs above, and takes their place by winning", Climbs),
			t.GamesAtOnce())
	case bot.Simul:
		parts = append(parts, phrase.Of("the host plays everybody at once, with White"))
		if t.Pace.Fischer() && SimulOf(t).HostBank() > t.Pace.Bank {
			parts = append(parts, phrase.Of("the host begins each game with %s", bot.DurationWords(SimulOf(t).HostBank())))
		}
	case bot.TeamMatch:
		parts = append(parts, phrase.Count(t.Boards, "%d board", "%d boards"))
		if t.Double {
			parts = append(parts, phrase.Of("two games a board, at once"))
		}
	}
	if t.ByeComputer {
		parts = append(parts, phrase.Of("who is left over may play the computer for fun"))
	}
	if t.Every > 0 && t.System != bot.Ladder {
		parts = append(parts, phrase.Of("a round begins no sooner than %s after the one before", bot.DurationWords(t.Every)))
	}
	if t.Within > 0 {
		parts = append(parts, phrase.Of("a game lasts at most %s: each side has %s for it, and who uses that up loses on time", bot.DurationWords(t.Within), bot.DurationWords(t.Share())))
	}
	return phrase.Join(parts, "; ")
}
