package vote

import (
	"slices"

	"raumbot/bot"
)

// MaxProposals is how many moves can be proposed in one turn.
const MaxProposals = 12

// Ballot holds what a team has proposed and voted on since the last move of its game. Votes are in
// the order in which they were cast. A voter who changes their vote goes to the end of the list.
type Ballot struct {
	Proposals []Proposal `json:",omitempty"`
	Votes     []Vote     `json:",omitempty"`
	// Motions are the votes on anything but a move, such as the offer of a draw.
	Motions []Motion `json:",omitempty"`
}

// Proposal is a move that a player has proposed, in canonical form. By is zero if the player has
// been forgotten.
type Proposal struct {
	Move string
	By   bot.PlayerID `json:",omitzero"`
}

// Vote is a vote for a proposed move. By is zero in the records of past turns if the voter has been
// forgotten.
type Vote struct {
	By   bot.PlayerID `json:",omitzero"`
	Move string
}

// Motion is a vote on something other than a move. What is its name, such as "draw". For lists the
// players who agree, and is never empty.
type Motion struct {
	What string
	For  []bot.PlayerID
}

// Tally is the number of votes for a move. Last is the index in [Ballot.Votes] of the newest of
// these votes, or -1 if there are none.
type Tally struct {
	Move  string
	Votes int
	Last  int
}

// Cast gives a player's vote to a move, in place of their earlier vote, and proposes the move if
// nobody has proposed it yet. proposed reports whether the move is a new proposal. If there are
// already [MaxProposals], a new move replaces the oldest proposal that no other player votes for,
// so that nobody can fill the ballot alone. If other players vote for all of them, ok is false and
// nothing changes.
func (b *Ballot) Cast(by bot.PlayerID, move string) (proposed, ok bool) {
	proposed = !slices.ContainsFunc(b.Proposals, func(p Proposal) bool { return p.Move == move })
	if proposed && len(b.Proposals) >= MaxProposals {
		unvoted := slices.IndexFunc(b.Proposals, func(p Proposal) bool { return !b.supported(p.Move, by) })
		if unvoted < 0 {
			return false, false
		}
		b.Proposals = slices.Delete(b.Proposals, unvoted, unvoted+1)
	}
	if proposed {
		b.Proposals = append(b.Proposals, Proposal{move, by})
	}
	if b.choice(by) != move { // repeating a vote keeps its place in the order
		b.withdraw(by)
		b.Votes = append(b.Votes, Vote{by, move})
	}
	return proposed, true
}

// supported reports whether any player other than besides votes for a move.
func (b *Ballot) supported(move string, besides bot.PlayerID) bool {
	return slices.ContainsFunc(b.Votes, func(v Vote) bool { return v.Move == move && v.By != besides })
}

// choice returns the move that a player votes for, or "".
func (b *Ballot) choice(by bot.PlayerID) string {
	for _, v := range b.Votes {
		if v.By == by {
			return v.Move
		}
	}
	return ""
}

// votesFor returns the number of votes for a move.
func (b *Ballot) votesFor(move string) (n int) {
	for _, v := range b.Votes {
		if v.Move == move {
			n++
		}
	}
	return n
}

// withdraw deletes a player's vote for a move.
func (b *Ballot) withdraw(by bot.PlayerID) {
	b.Votes = slices.DeleteFunc(b.Votes, func(v Vote) bool { return v.By == by })
}

// Drop deletes all votes of a player who no longer belongs to the team. Their proposals stay.
func (b *Ballot) Drop(by bot.PlayerID) {
	b.withdraw(by)
	for i := range b.Motions {
		b.Motions[i].For = slices.DeleteFunc(b.Motions[i].For, func(p bot.PlayerID) bool { return p == by })
	}
	b.Motions = slices.DeleteFunc(b.Motions, func(m Motion) bool { return len(m.For) == 0 })
}

// Rename transfers the proposals and votes of the player from to the player into. If both have
// voted for a move, only the vote of into is kept.
func (b *Ballot) Rename(from, into bot.PlayerID) {
	for i := range b.Proposals {
		if b.Proposals[i].By == from {
			b.Proposals[i].By = into
		}
	}
	if b.choice(into) != "" {
		b.withdraw(from)
	}
	for i := range b.Votes {
		if b.Votes[i].By == from {
			b.Votes[i].By = into
		}
	}
	for i := range b.Motions {
		b.Motions[i].For = renamed(b.Motions[i].For, from, into)
	}
}

// Forget removes a player's name from their proposals, and deletes their votes.
func (b *Ballot) Forget(who bot.PlayerID) {
	b.Drop(who)
	for i := range b.Proposals {
		if b.Proposals[i].By == who {
			b.Proposals[i].By = 0
		}
	}
}

// Tallies returns the number of votes for each proposal, the most votes first. If two moves have
// equally many votes, the one that reached that number first comes first.
func (b *Ballot) Tallies() []Tally {
	all := make([]Tally, len(b.Proposals))
	for i, p := range b.Proposals {
		all[i] = Tally{p.Move, 0, -1}
		for at, v := range b.Votes {
			if v.Move == p.Move {
				all[i].Votes, all[i].Last = all[i].Votes+1, at
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Tally) int {
		if a.Votes != b.Votes {
			return b.Votes - a.Votes
		}
		return a.Last - b.Last
	})
	return all
}

// Winner returns the move with the most votes, which is the one to play. ok is false if nobody has
// voted.
func (b *Ballot) Winner() (winner Tally, ok bool) {
	if len(b.Votes) == 0 {
		return Tally{}, false
	}
	return b.Tallies()[0], true
}

// Decided reports whether the turn can be counted before its end, because a quorum has voted, or
// because the votes still missing from the quorum cannot change the winner. A quorum of 0 means
// that there is none, so Decided returns false.
func (b *Ballot) Decided(quorum int) bool {
	winner, ok := b.Winner()
	if !ok || quorum == 0 {
		return false
	}
	missing := max(quorum-len(b.Votes), 0)
	second := 0 // a move that has no votes yet
	if all := b.Tallies(); len(all) > 1 {
		second = all[1].Votes
	}
	return second+missing <= winner.Votes
}

// Agree adds a player's agreement to a motion, or withdraws it. It returns how many of the players
// in may agree. Players who are not in may cannot decide, and are not counted.
func (b *Ballot) Agree(by bot.PlayerID, what string, agrees bool, may []bot.PlayerID) (agree int) {
	at := slices.IndexFunc(b.Motions, func(m Motion) bool { return m.What == what })
	if at < 0 {
		at, b.Motions = len(b.Motions), append(b.Motions, Motion{What: what})
	}
	m := &b.Motions[at]
	m.For = slices.DeleteFunc(m.For, func(p bot.PlayerID) bool { return p == by })
	if agrees {
		m.For = append(m.For, by)
	}
	for _, p := range m.For {
		if slices.Contains(may, p) {
			agree++
		}
	}
	if len(m.For) == 0 {
		b.Motions = slices.Delete(b.Motions, at, at+1)
	}
	return agree
}

// Majority returns the smallest number that is more than half of the voters.
func Majority(voters int) int { return voters/2 + 1 }

// renamed returns a list of players in which into replaces from, without duplicates.
func renamed(all []bot.PlayerID, from, into bot.PlayerID) (kept []bot.PlayerID) {
	for _, p := range all {
		if p == from {
			p = into
		}
		if !slices.Contains(kept, p) {
			kept = append(kept, p)
		}
	}
	return kept
}
