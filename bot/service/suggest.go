package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Suggestion is something that a user may mean by what they have typed so far.
type Suggestion struct {
	Label string // shown to people
	Value string // the parameter's value
}

// Suggest returns up to 25 values for a parameter of the command that r.Text names, given what the user has typed so
// far; r.Params are the parameters already given. It returns none if it knows none or is asked too often, and changes
// nothing.
func (s *Service) Suggest(ctx context.Context, r bot.Request, param, typed string) (all []Suggestion, err error) {
	asked := s.commands.Find(r.Text)
	if asked == nil {
		return nil, nil
	}
	i := slices.IndexFunc(asked.Params, func(p command.Param) bool { return p.Name == param })
	if i < 0 {
		return nil, nil
	}
	err = s.whileTyping(ctx, r, asked, func(c *call) (err error) {
		if id, ok := bot.ParseGameID(r.Params["id"]); ok {
			c.args.Game = id
		}
		all, err = c.suggest(asked.Params[i], strings.ToLower(strings.TrimSpace(typed)))
		all = all[:min(len(all), bot.MaxOptions)]
		for i := range all {
			all[i].Label = c.reader.Render(all[i].Label)
		}
		return err
	})
	return all, err
}

// whileTyping runs do for a user who is typing a command, unless they ask too often.
func (s *Service) whileTyping(ctx context.Context, r bot.Request, asked *command.Command, do func(*call) error) error {
	if s.throttle.Typing.Take(r.From.UserID, 1, s.clock.Now()) > 0 {
		return nil
	}
	r.Games = s.local.at(r.Places())
	c := &call{service: s, request: r, command: asked}
	return s.store.View(ctx, func(tx bot.Tx) error {
		c.tx = tx
		reader := *asked
		reader.Changes = false // typing stores no users
		c.command = &reader
		if err := c.identify(s.clock.Now()); err != nil {
			return err
		}
		code, err := c.askersLanguage()
		if err != nil {
			return err
		}
		c.reader = s.languages[code]
		return do(c)
	})
}

// reads reports whether a label, in the asker's language, contains what they have typed.
func (c *call) reads(label, typed string) bool {
	return strings.Contains(strings.ToLower(c.reader.Render(label)), typed)
}

// suggest returns values for a parameter.
func (c *call) suggest(p command.Param, typed string) ([]Suggestion, error) {
	switch p.Kind {
	case command.Number:
		return c.suggestNumbers(typed)
	case command.TournamentNumber:
		return c.suggestTournaments(typed)
	case command.VariantName:
		return c.suggestVariants(typed), nil
	case command.CommandName:
		var all []Suggestion
		for _, known := range c.service.commands {
			if strings.HasPrefix(known.Name, typed) {
				all = append(all, Suggestion{known.Name + ": " + phrase.Term(known.Brief), known.Name})
			}
		}
		return append(all, c.suggestTerms(typed)...), nil
	case command.Person:
		all, err := c.suggestPeople(typed)
		if c.command.Name == "challenge" && strings.HasPrefix(computerName, typed) {
			all = slices.Insert(all, 0, Suggestion{phrase.Of("The computer, at a level from 1 to %d", engine.Levels), computerName})
		}
		return all, err
	case command.MoveText:
		return c.suggestMoves(typed)
	}
	return nil, nil
}

// suggestTerms returns words of the glossary whose name, or a word of whose title, begins with what was typed.
func (c *call) suggestTerms(typed string) []Suggestion {
	var all []Suggestion
	for _, t := range command.Terms() {
		title := phrase.Term(t.Title)
		if strings.HasPrefix(t.Name, typed) || c.reads(" "+title, " "+typed) {
			all = append(all, Suggestion{title, t.Name})
		}
	}
	return all
}

func (c *call) suggestVariants(typed string) []Suggestion {
	var all []Suggestion
	for _, v := range c.variants() {
		if strings.Contains(strings.ToLower(v.Name+" "+v.Title+" "+v.Author), typed) {
			all = append(all, Suggestion{v.Title + ": " + blurb(v), v.Name})
		}
	}
	return all
}

// suggestPeople returns players whose name begins with what was typed.
func (c *call) suggestPeople(typed string) ([]Suggestion, error) {
	near, err := c.acquaintances()
	if err != nil {
		return nil, err
	}
	names, err := c.tx.PlayerNames(typed, mostNames)
	var all []Suggestion
	for _, name := range names {
		players, err := c.tx.PlayersNamed(name)
		if err != nil {
			return nil, err
		}
		for _, p := range players {
			for _, u := range p.Users {
				if p.ID == c.me.ID || bot.FoldName(u.Name) != name || !near[p.ID] && name != bot.FoldName(typed) || len(all) == bot.MaxOptions {
					continue
				}
				suggested := Suggestion{fmt.Sprintf("%s, %s", u.Known(), u.Platform), u.String()}
				if !slices.Contains(all, suggested) {
					all = append(all, suggested)
				}
			}
		}
	}
	return all, err
}

// mostNames bounds the names that are searched for those of people whom the asker may be shown.
const mostNames = 500

// acquaintances returns the players whose names are completed for the asker: those who have played on the asker's
// server, or against the asker. Others are found by their full name.
func (c *call) acquaintances() (map[bot.PlayerID]bool, error) {
	near := map[bot.PlayerID]bool{}
	for _, over := range []bool{false, true} {
		games, err := c.gamesOf(over)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			for _, seat := range g.Seats {
				near[seat.Player] = true
			}
		}
	}
	challenges, err := c.tx.ChallengesOf(c.me.ID)
	if err != nil {
		return nil, err
	}
	for _, ch := range challenges {
		near[ch.From.Player], near[ch.To.Player] = true, true
	}
	places := c.request.Places()
	if len(places) == 0 {
		return near, nil
	}
	players, err := c.tx.PlayersIn(places[len(places)-1], 0, mostNames)
	for _, p := range players {
		near[p] = true
	}
	return near, err
}

// suggestNumbers returns the challenges or games that the command can be about.
func (c *call) suggestNumbers(typed string) ([]Suggestion, error) {
	concerns := map[string]func(bot.Challenge, bot.PlayerID) bool{
		"accept": bot.Challenge.MayAccept, "decline": bot.Challenge.IsTo, "cancel": bot.Challenge.IsFrom,
	}[c.command.Name]
	if concerns != nil {
		return c.suggestChallenges(typed, concerns)
	}
	games, err := c.gamesOf(c.command.Name == "rematch" || c.command.Name == "export")
	if err != nil {
		return nil, err
	}
	if len(games) == 0 && c.command.Needs <= command.NeedGame && c.request.Room != (bot.RoomID{}) {
		if games, err = c.shownIn(c.request.Room, false, bot.MaxOptions); err != nil {
			return nil, err
		}
	}
	turn := turnOf(games, c.me.ID)
	waiting := slices.DeleteFunc(slices.Clone(games), func(g bot.Game) bool { return g.Seats[g.Turn].Player == c.me.ID })
	if c.command.Needs == command.NeedTurn {
		waiting = nil
	}
	var all []Suggestion
	for _, g := range slices.Concat(turn, waiting) {
		label := phrase.Upper(g.Summary())
		if strings.HasPrefix(g.ID.String(), typed) || c.reads(label, typed) {
			all = append(all, Suggestion{label, g.ID.String()})
		}
	}
	return all, nil
}

func (c *call) suggestChallenges(typed string, concerns func(bot.Challenge, bot.PlayerID) bool) ([]Suggestion, error) {
	if c.me.ID == 0 {
		return nil, nil
	}
	pending, err := c.challenges()
	if err == nil && c.command.Name == "accept" {
		c.args.Words = nil
		pending, err = c.withOpen(pending)
	}
	var all []Suggestion
	for _, ch := range pending {
		label := fmt.Sprintf("%d: %s, %s", ch.ID, ch.Other(c.me.ID).User.Said(), ch.Words())
		if concerns(ch, c.me.ID) && !c.expired(ch) && c.reads(label, typed) {
			all = append(all, Suggestion{label, ch.ID.String()})
		}
	}
	return all, err
}

// suggestMoves completes a move in stages of at most 25 choices: the moves that begin as typed if they are few
// enough, else the kinds of pieces, the pieces, and their destinations.
func (c *call) suggestMoves(typed string) ([]Suggestion, error) {
	game, ok, err := c.gameTyped()
	if err != nil || !ok {
		return nil, err
	}
	return withRecord(c, game, func(record *rules.Game) ([]Suggestion, error) { return c.moveStages(record.Position(), typed), nil })
}

// gameTyped returns the game for which a move is being typed.
func (c *call) gameTyped() (bot.Game, bool, error) {
	var err error
	if c.args.Game != 0 {
		c.game, err = c.namedGame()
	} else {
		c.game, err = c.ownGame()
	}
	if err == nil {
		err = c.seated()
	}
	if errors.As(err, new(*bot.Problem)) {
		return bot.Game{}, false, nil // the command will say so
	}
	return c.game, err == nil, err
}

// moveStages returns at most 25 suggestions for a move.
func (c *call) moveStages(p *rules.Position, typed string) []Suggestion {
	var fitting []rules.Move
	v := p.Variant()
	for _, m := range p.Legal() {
		text, words := p.Text(m), p.Words(m, c.reader.Say)
		kind := v.Kind(p.At(m.From))
		if strings.HasPrefix(text, typed) || strings.Contains(strings.ToLower(words), typed) || strings.EqualFold(kind.Code, typed) {
			fitting = append(fitting, m)
		}
	}
	switch cells, kinds := origins(p, fitting); {
	case len(fitting) <= bot.MaxOptions:
		return c.whole(p, fitting)
	case len(kinds) > 1:
		return kindStages(p, kinds, cells)
	case len(cells) > 1:
		return cellStages(p, cells)
	default:
		return c.levelStages(p, fitting)
	}
}

// origins returns the cells and the kinds of the pieces of some moves, in order.
func origins(p *rules.Position, moves []rules.Move) (cells []rules.Cell, kinds []rules.KindID) {
	for _, m := range moves {
		if !slices.Contains(cells, m.From) {
			cells = append(cells, m.From)
		}
	}
	for id := range p.Variant().Kinds {
		kind := rules.KindID(id)
		if slices.ContainsFunc(cells, func(c rules.Cell) bool { return p.At(c).Kind() == kind }) {
			kinds = append(kinds, kind)
		}
	}
	return cells, kinds
}

// kindStages lead from a kind to its pieces. Kinds that don't fit are found by typing.
func kindStages(p *rules.Position, kinds []rules.KindID, cells []rules.Cell) []Suggestion {
	v := p.Variant()
	var all []Suggestion
	for _, kind := range kinds {
		var names []string
		for _, cell := range cells {
			if p.At(cell).Kind() == kind {
				names = append(names, v.Board.Name(cell))
			}
		}
		label := fmt.Sprintf("%s: %s", v.Kinds[kind].Name, strings.Join(names, " "))
		value := v.Kinds[kind].Code
		if len(names) == 1 {
			value = names[0]
		}
		all = append(all, Suggestion{label + " …", value})
	}
	return all
}

func cellStages(p *rules.Position, cells []rules.Cell) []Suggestion {
	v := p.Variant()
	var all []Suggestion
	for _, cell := range cells {
		n := len(p.LegalFrom(cell))
		all = append(all, Suggestion{fmt.Sprintf("%s %s: %s …", v.Kind(p.At(cell)).Name, v.Board.Name(cell), moveCount(n)), v.Board.Name(cell)})
	}
	return all
}

// levelStages group the moves of one piece by target level, and those to one level by cell.
func (c *call) levelStages(p *rules.Position, moves []rules.Move) []Suggestion {
	v := p.Variant()
	from := v.Board.Name(moves[0].From)
	for length := 1; length <= len(from); length++ {
		var all []Suggestion
		for _, m := range moves {
			begin := from + "-" + v.Board.Name(m.To)[:length]
			if i := slices.IndexFunc(all, func(s Suggestion) bool { return s.Value == begin }); i < 0 {
				all = append(all, Suggestion{fmt.Sprintf("%s %s …", v.Kind(p.At(m.From)).Name, begin), begin})
			}
		}
		if len(all) > 1 && len(all) <= bot.MaxOptions {
			return all
		}
	}
	return c.whole(p, moves[:bot.MaxOptions]) // promotions alone can exceed the limit
}

// whole suggests complete moves.
func (c *call) whole(p *rules.Position, moves []rules.Move) []Suggestion {
	var all []Suggestion
	for _, m := range moves {
		all = append(all, Suggestion{phrase.Upper(p.Words(m, phrase.Of)), p.Text(m)})
	}
	return all
}
