package bot

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Plan is what a player has decided to answer to moves of the opponent. It
// exists only while the opponent is to move.
type Plan struct {
	Game   GameID
	Player PlayerID
	// Lines are canonical moves from the present position on, a move of the
	// opponent and the player's answer by turns. The player has one
	// answer to each, so that the lines form a tree.
	Lines [][]string
}

// The bounds of a plan.
const (
	maxPlanLines = 40
	maxPlanPlies = 20
)

// add adds a line. Lines that give another answer to the same moves make
// way for it, as do those that it contains; it adds nothing if it is contained itself.
func (p *Plan) add(line []string) {
	p.Lines = slices.DeleteFunc(p.Lines, func(old []string) bool {
		same := commonPlies(old, line)
		return same == len(old) || same%2 == 1 && same < len(line)
	})
	for _, old := range p.Lines {
		if commonPlies(old, line) == len(line) {
			return
		}
	}
	p.Lines = append(p.Lines, line)
	slices.SortFunc(p.Lines, slices.Compare)
}

// commonPlies counts the moves with which both lines begin.
func commonPlies(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// answer returns what the player answers to a move, and the plan that is left then.
func (p Plan) answer(move string) (reply string, rest Plan, ok bool) {
	rest = Plan{Game: p.Game, Player: p.Player}
	for _, line := range p.Lines {
		if line[0] != move {
			continue
		}
		reply, ok = line[1], true
		if len(line) > 2 {
			rest.Lines = append(rest.Lines, line[2:])
		}
	}
	return reply, rest, ok
}

// answerAsPlanned plays the answer that the player to move has planned for
// the move just played, and says so; more tells them of a plan that has come to nothing.
func (c *call) answerAsPlanned(g *Game, record *rules.Game) (text string, more []Message, err error) {
	seat := g.Seats[g.Turn]
	plan, err := c.tx.Plan(g.ID, seat.Player)
	if err != nil || len(plan.Lines) == 0 || record.Outcome().Over() {
		return "", nil, err
	}
	played := record.PositionAt(record.Ply() - 1).Text(record.Moves()[record.Ply()-1])
	reply, rest, ok := plan.answer(played)
	if err := c.tx.PutPlan(rest); err != nil {
		return "", nil, err
	}
	if !ok {
		lapsed := phrase.Of("You had planned nothing for %s in %s, so your plan has lapsed.", played, gameNumber(g.ID))
		return "", []Message{{Platform: seat.User.Platform, Audience: Private, To: []User{seat.User}, Game: g.ID, Text: lapsed}}, nil
	}
	m, err := record.Position().ReadText(reply)
	if err != nil {
		return "", nil, fmt.Errorf("plan of player %d in game %d: %w", seat.Player, g.ID, err)
	}
	text = " " + phrase.Of("%s has planned the answer: %s.", seat.User.Name, record.Position().Words(m, phrase.Of))
	return text, nil, c.play(g, record, m, phrase.Of("as planned"))
}

// forgetPlans removes what was planned in a game.
func (c *call) forgetPlans(g Game) error {
	for _, seat := range g.Seats {
		if err := c.tx.PutPlan(Plan{Game: g.ID, Player: seat.Player}); err != nil {
			return err
		}
	}
	return nil
}

// planReply reads "MOVE then MOVE if MOVE then MOVE..." and adds it to the plan.
func planReply(c *call) (Reply, error) {
	if c.game.study() {
		return Reply{}, problem(NotNow, "You study %s alone, and make all its moves yourself. `try %d MOVES` shows where some would lead.", gameNumber(c.game.ID), c.game.ID)
	}
	if c.game.Turn == c.side {
		return Reply{}, problem(NotNow, "It is your move in %s: answers are planned while %s is to move.",
			gameNumber(c.game.ID), c.game.name(c.side.Other()))
	}
	line, err := c.readLine(c.args.word("moves"))
	if err != nil {
		return Reply{}, err
	}
	plan, err := c.tx.Plan(c.game.ID, c.me.ID)
	if err != nil {
		return Reply{}, err
	}
	plan.add(line)
	if len(plan.Lines) > maxPlanLines {
		return Reply{}, problem(NotNow, "You have planned %d lines in %s, and more than that nobody plans. `plan %d clear` forgets them.",
			maxPlanLines, gameNumber(c.game.ID), c.game.ID)
	}
	return c.tellPlan(plan), c.tx.PutPlan(plan)
}

// readLine reads a line of moves from the present position on.
func (c *call) readLine(text string) ([]string, error) {
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return nil, err
	}
	defer c.service.keep(c.game.ID, record)
	parts := splitLine(text)
	if len(parts) == 0 || len(parts)%2 == 1 || len(parts) > maxPlanPlies {
		return nil, problem(Misunderstood, "A plan is a move of %s and your answer, by turns and at most %d moves long. Write `%s`, for example `%s`.",
			c.game.name(c.side.Other()), maxPlanPlies, c.command.Usage(), c.command.Example)
	}
	var line []string
	p := record.Position()
	for _, part := range parts {
		m, err := p.ReadMove(part)
		if err != nil {
			return nil, c.refusedInLine(err, p, part)
		}
		line = append(line, p.Text(m))
		if p, err = p.Play(m); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// splitLine cuts a line at the words between its moves.
func splitLine(text string) []string {
	var parts []string
	var words []string
	flush := func() {
		if len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
			words = nil
		}
	}
	for _, word := range strings.Fields(strings.NewReplacer(",", " , ", ";", " , ").Replace(text)) {
		switch strings.ToLower(word) {
		case "if", "then", "and", ",":
			flush()
		default:
			words = append(words, word)
		}
	}
	flush()
	return parts
}

// showPlan shows what the player has planned, or forgets it.
func showPlan(c *call) (Reply, error) {
	plan, err := c.tx.Plan(c.game.ID, c.me.ID)
	if err != nil {
		return Reply{}, err
	}
	if c.args.word("what") != "clear" {
		return c.tellPlan(plan), nil
	}
	against := c.args.word("move")
	if against == "" {
		plan.Lines = nil
		return c.tellPlan(plan), c.tx.PutPlan(plan)
	}
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	m, err := record.Position().ReadMove(against)
	if err != nil {
		return Reply{}, c.refused(err, record.Position(), "plan", "clear")
	}
	move := record.Position().Text(m)
	plan.Lines = slices.DeleteFunc(plan.Lines, func(line []string) bool { return line[0] == move })
	return c.tellPlan(plan), c.tx.PutPlan(plan)
}

// tellPlan says to the player alone what is planned.
func (c *call) tellPlan(plan Plan) Reply {
	lines := []string{phrase.Of("You have planned nothing in %s.", gameNumber(c.game.ID))}
	if len(plan.Lines) > 0 {
		lines[0] = phrase.Of("You have planned in %s; `plan %d clear` forgets it:", gameNumber(c.game.ID), c.game.ID)
	}
	for _, line := range plan.Lines {
		words := ""
		for i, move := range line {
			words += []string{" if ", " then "}[i%2] + move
		}
		lines = append(lines, strings.TrimSpace(words))
	}
	m := c.message(Private, strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return Reply{Answer: []Message{m}}
}
