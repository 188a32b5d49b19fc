package vote

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/bot"
)

// history is everything that voters have said in one turn, in order: a simpler model of a ballot.
type history []Vote

// winner counts a history by hand: of moves with equal votes, that one wins the newest of whose
// votes is the oldest.
func (h history) winner() (best string) {
	votes, since := map[string]int{}, map[string]int{}
	for by := range h.voters() {
		move := h.standing(by)
		votes[move]++
		since[move] = max(since[move], h.begun(by))
	}
	for move := range votes {
		if best == "" || votes[move] > votes[best] || votes[move] == votes[best] && since[move] < since[best] {
			best = move
		}
	}
	return best
}

// voters returns everybody who has voted.
func (h history) voters() map[bot.PlayerID]bool {
	all := map[bot.PlayerID]bool{}
	for _, v := range h {
		all[v.By] = true
	}
	return all
}

// standing returns the move for which a voter's latest vote is.
func (h history) standing(by bot.PlayerID) (move string) {
	for _, v := range h {
		if v.By == by {
			move = v.Move
		}
	}
	return move
}

// begun returns since when a voter's latest vote has stood.
func (h history) begun(by bot.PlayerID) int {
	at, move := -1, ""
	for i, v := range h {
		if v.By == by && v.Move != move {
			at, move = i, v.Move
		}
	}
	return at
}

func (h history) ballot() *Ballot {
	b := new(Ballot)
	for _, v := range h {
		b.Cast(v.By, v.Move)
	}
	return b
}

// randomHistory returns votes of up to voters people for up to moves moves.
func randomHistory(r *rand.Rand, voters, moves, length int) (h history) {
	for range r.IntN(length + 1) {
		h = append(h, Vote{bot.PlayerID(1 + r.IntN(voters)), fmt.Sprintf("m%d", r.IntN(moves))})
	}
	return h
}

// TestWinner compares the winner with that of the replayed history.
func TestWinner(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		h := randomHistory(r, 6, 4, 12)
		winner, ok := h.ballot().Winner()
		if want := h.winner(); winner.Move != want || ok != (len(h) > 0) {
			t.Fatalf("%v: %q wins, want %q", h, winner.Move, want)
		}
	}
}

// TestOneVote checks that everybody has one vote, for a proposed move, whatever they say.
func TestOneVote(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		h := randomHistory(r, 40, 20, 200)
		b := h.ballot()
		seen := map[bot.PlayerID]bool{}
		for _, v := range b.Votes {
			if seen[v.By] || !slices.ContainsFunc(b.Proposals, func(p Proposal) bool { return p.Move == v.Move }) {
				t.Fatalf("%v: a second vote, or one for nothing, in %v", h, b.Votes)
			}
			seen[v.By] = true
		}
		if len(b.Proposals) > MaxProposals {
			t.Fatalf("%d proposals", len(b.Proposals))
		}
		sum := 0
		for _, tally := range b.Tallies() {
			sum += tally.Votes
		}
		if sum != len(b.Votes) {
			t.Fatalf("%d votes are counted, %d were given", sum, len(b.Votes))
		}
	}
}

// TestFullBallot has one voter propose more moves than a ballot holds. Those that nobody votes for
// make room, and others can still propose theirs until all have votes.
func TestFullBallot(t *testing.T) {
	b := new(Ballot)
	b.Cast(1, "good")
	for n := range 3 * MaxProposals {
		if _, ok := b.Cast(2, fmt.Sprint("spam", n)); !ok {
			t.Fatalf("proposal %d is refused", n)
		}
	}
	if len(b.Proposals) != MaxProposals || b.Proposals[0].Move != "good" {
		t.Errorf("the ballot has %v", b.Proposals)
	}
	for n := range MaxProposals - 2 {
		if proposed, ok := b.Cast(bot.PlayerID(3+n), fmt.Sprint("mine", n)); !proposed || !ok {
			t.Errorf("voter %d cannot propose a move", 3+n)
		}
	}
	full := len(b.Votes)
	if _, ok := b.Cast(100, "late"); ok || len(b.Votes) != full {
		t.Errorf("a proposal too many is taken: %v", b.Proposals)
	}
	if _, ok := b.Cast(2, "instead"); !ok || b.choice(2) != "instead" || len(b.Proposals) != MaxProposals {
		t.Errorf("the only voter of a move cannot propose another in its place: %v", b.Proposals)
	}
}

// outcomes returns all moves that can be played after missing more people have voted for any of the
// proposals or for a new move.
func outcomes(h history, missing int) map[string]bool {
	if missing == 0 {
		winner, _ := h.ballot().Winner()
		return map[string]bool{winner.Move: true}
	}
	all := map[string]bool{}
	moves := []string{"new"}
	for _, p := range h.ballot().Proposals {
		moves = append(moves, p.Move)
	}
	for _, move := range moves {
		for m := range outcomes(append(slices.Clone(h), Vote{bot.PlayerID(100 + missing), move}), missing-1) {
			all[m] = true
		}
	}
	return all
}

// TestSettled compares the early end of a turn with the enumeration of everything that the missing
// voters of a quorum can do.
func TestSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	early := 0
	for range 2000 {
		h := randomHistory(r, 6, 3, 8)
		b := h.ballot()
		quorum := 1 + r.IntN(8)
		missing := max(quorum-len(b.Votes), 0)
		if missing > 4 {
			continue
		}
		want := len(b.Votes) > 0 && len(outcomes(h, missing)) == 1
		if got := b.Decided(quorum); got != want {
			t.Fatalf("%v, quorum %d: settled is %v, want %v", h, quorum, got, want)
		}
		if want && missing > 0 {
			early++
		}
	}
	if early == 0 {
		t.Error("no turn was settled before its quorum")
	}
	if new(Ballot).Decided(1) || history([]Vote{{1, "m"}}).ballot().Decided(0) {
		t.Error("a turn without votes or without a quorum is settled")
	}
}

// TestTie checks that of two moves with equal votes that one is played which has had them first,
// also if somebody returns to it.
func TestTie(t *testing.T) {
	b := history{{1, "a"}, {2, "b"}, {3, "b"}, {4, "a"}}.ballot()
	if w, _ := b.Winner(); w.Move != "b" {
		t.Errorf("%s wins, which had its second vote later", w.Move)
	}
	b.Cast(2, "a")
	b.Cast(2, "b")
	if w, _ := b.Winner(); w.Move != "a" {
		t.Errorf("%s wins, though a vote for it has moved away and back", w.Move)
	}
}

// TestMotion checks that only those who may decide are counted, each once.
func TestMotion(t *testing.T) {
	b := new(Ballot)
	may := []bot.PlayerID{1, 2, 3}
	for _, step := range []struct {
		by     bot.PlayerID
		agrees bool
		want   int
	}{{1, true, 1}, {1, true, 1}, {9, true, 1}, {2, true, 2}, {1, false, 1}, {2, false, 0}, {9, false, 0}} {
		if got := b.Agree(step.by, "draw", step.agrees, may); got != step.want {
			t.Errorf("after %+v %d agree, want %d", step, got, step.want)
		}
	}
	if len(b.Motions) != 0 {
		t.Error("a motion that nobody supports stays")
	}
	for voters, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3} {
		if got := Majority(voters); got != want || 2*got <= voters || 2*(got-1) > voters {
			t.Errorf("%d of %d are more than half, want %d", got, voters, want)
		}
	}
}

// TestRename checks that two accounts that join have one vote, and that a forgotten one has none.
func TestRename(t *testing.T) {
	b := history{{1, "a"}, {2, "b"}, {3, "b"}}.ballot()
	b.Agree(1, "draw", true, nil)
	b.Agree(2, "draw", true, nil)
	b.Rename(1, 2)
	if len(b.Votes) != 2 || b.choice(2) != "b" || len(b.Motions[0].For) != 1 || b.Proposals[0].By != 2 {
		t.Errorf("after the merge: %+v", b)
	}
	b.Forget(2)
	if len(b.Votes) != 1 || len(b.Motions) != 0 || b.Proposals[0].By != 0 || b.Proposals[1].By != 0 {
		t.Errorf("after forgetting: %+v", b)
	}
}
