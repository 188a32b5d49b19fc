package pages

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/when"
	"raumbot/rules"
)

// Suggest returns up to 25 values for a parameter of the command that r.Text names. typed is what
// the user has typed of the value, and r.Params holds the parameters given before. It returns
// none if it knows none or if the user asks too often. It changes nothing.
func (s *Pages) Suggest(ctx context.Context, r bot.Request, param, typed string) (all []action.RenderedSuggestion, err error) {
	asked := s.Table.Find(r.Text)
	if asked == nil {
		return nil, nil
	}
	i := slices.IndexFunc(asked.Params, func(p command.Param) bool { return p.Name == param })
	if i < 0 {
		return nil, nil
	}
	err = s.whileTyping(ctx, r, asked, func(c *action.Call) (err error) {
		if id, ok := bot.ParseGameID(r.Params["id"]); ok {
			c.Args.Game = id
		}
		found, err := suggest(c, asked.Params[i], strings.ToLower(strings.TrimSpace(typed)))
		all = nil
		for _, f := range found[:min(len(found), bot.MaxOptions)] {
			all = append(all, action.RenderedSuggestion{Label: c.ReaderLanguage().Render(f.Label), Value: f.Value})
		}
		return err
	})
	return all, err
}

// whileTyping calls do in a read transaction for a user who is typing a command. It does nothing
// if they ask too often.
func (s *Pages) whileTyping(ctx context.Context, r bot.Request, asked *command.Command, do func(*action.Call) error) error {
	if s.Throttle.Typing.Take(r.From.UserID, 1, s.Clock.Now()) > 0 {
		return nil
	}
	r.Games = s.Library.At(r.Places())
	c := &action.Call{Bot: s.Bot, Request: r}
	return s.Store.View(ctx, func(tx bot.Tx) error {
		c.Tx = tx
		reader := *s.Actions[asked.Name]
		reader.Changes = false // typing stores no users
		c.Command = &reader
		if err := c.Identify(s.Clock.Now()); err != nil {
			return err
		}
		if _, err := c.ReaderLanguageCode(); err != nil {
			return err
		}
		return do(c)
	})
}

// reads reports whether a label in the asker's language contains typed.
func reads(c *action.Call, label phrase.Text, typed string) bool {
	return strings.Contains(strings.ToLower(c.ReaderLanguage().Render(label)), typed)
}

// suggest returns values for a parameter of the command, given what has been typed of it.
func suggest(c *action.Call, p command.Param, typed string) ([]action.Suggestion, error) {
	switch p.Kind {
	case command.Number:
		return suggestNumbers(c, typed)
	case command.TournamentNumber:
		return c.Bot.Ports.SuggestTournaments(c, typed)
	case command.VariantName:
		return suggestVariants(c, typed), nil
	case command.PaceWord:
		return suggestPaces(typed)
	case command.CommandName:
		var all []action.Suggestion
		for _, known := range c.Bot.Table {
			if strings.HasPrefix(known.Name, typed) {
				all = append(all, action.Suggestion{Label: phrase.Said(known.Name) + ": " + phrase.Term(known.Brief), Value: known.Name})
			}
		}
		return append(all, suggestTerms(c, typed)...), nil
	case command.Person:
		all, err := suggestPeople(c, typed)
		if p.Computer && strings.HasPrefix(action.ComputerName, typed) {
			all = slices.Insert(all, 0, action.Suggestion{Label: phrase.Of("The computer, at a level from 1 to %d", engine.Levels), Value: action.ComputerName})
		}
		for _, word := range slices.Sorted(maps.Values(p.Said)) {
			other := action.Suggestion{Label: phrase.Term(word), Value: word}
			if reads(c, other.Label, typed) && !slices.Contains(all, other) {
				all = slices.Insert(all, 0, other)
			}
		}
		return all, err
	case command.MoveText:
		return suggestMoves(c, typed)
	}
	return nil, nil
}

// usualPaces are the paces that most people choose.
var usualPaces = []string{"none", "12h", "1d", "2d", "3d", "7d"}

// suggestPaces returns the usual paces that begin with typed.
func suggestPaces(typed string) (all []action.Suggestion, err error) {
	for _, word := range usualPaces {
		pace, err := when.ParsePace(word)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(word, typed) {
			all = append(all, action.Suggestion{Label: phrase.Upper(pace.Words()), Value: word})
		}
	}
	return all, nil
}

// suggestTerms returns the glossary terms whose name, or a word of whose title, begins with
// typed.
func suggestTerms(c *action.Call, typed string) []action.Suggestion {
	var all []action.Suggestion
	for _, t := range command.Terms() {
		title := phrase.Term(t.Title)
		if strings.HasPrefix(t.Name, typed) || reads(c, " "+title, " "+typed) {
			all = append(all, action.Suggestion{Label: title, Value: t.Name})
		}
	}
	return all
}

// suggestVariants returns the variants whose name, title or author contains typed.
func suggestVariants(c *action.Call, typed string) []action.Suggestion {
	var all []action.Suggestion
	for _, v := range c.Variants() {
		if strings.Contains(strings.ToLower(v.Name+" "+v.Title+" "+v.Author), typed) {
			all = append(all, action.Suggestion{Label: phrase.Said(v.Title) + ": " + bot.Blurb(v), Value: v.Name})
		}
	}
	return all
}

// suggestPeople returns the players whose name begins with typed. Players whom the asker does not
// know are found only by their full name.
func suggestPeople(c *action.Call, typed string) ([]action.Suggestion, error) {
	near, err := bot.Acquaintances(c.Tx, c.Me.ID, c.Request.Places(), c.GamesOf)
	if err != nil {
		return nil, err
	}
	names, err := c.Tx.PlayerNames(typed, bot.MostNames)
	var all []action.Suggestion
	for _, name := range names {
		players, err := c.Tx.PlayersNamed(name)
		if err != nil {
			return nil, err
		}
		for _, p := range slices.DeleteFunc(players, bot.Player.IsTeam) {
			for _, u := range p.Users {
				if p.ID == c.Me.ID || bot.FoldName(u.Name) != name || !near[p.ID] && name != bot.FoldName(typed) || len(all) == bot.MaxOptions {
					continue
				}
				suggested := action.Suggestion{Label: phrase.Sprintf("%s, %s", u.Known(), u.Platform), Value: u.String()}
				if !slices.Contains(all, suggested) {
					all = append(all, suggested)
				}
			}
		}
	}
	return all, err
}

// suggestNumbers returns the numbers of the challenges or games that the command can be about.
func suggestNumbers(c *action.Call, typed string) ([]action.Suggestion, error) {
	if c.Command.Invitations != nil {
		return suggestChallenges(c, typed)
	}
	games, err := c.GamesOf(c.Command.Over)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 && c.Command.Needs <= command.NeedGame && c.Request.Room != (bot.RoomID{}) {
		if games, err = c.ShownIn(c.Request.Room, false, bot.MaxOptions); err != nil {
			return nil, err
		}
	}
	turn := bot.TurnOf(games, c.Me.ID)
	waiting := slices.DeleteFunc(slices.Clone(games), func(g bot.Game) bool { return g.Seats[g.Turn].Player == c.Me.ID })
	if c.Command.Needs == command.NeedTurn {
		waiting = nil
	}
	var all []action.Suggestion
	for _, g := range slices.Concat(turn, waiting) {
		label := phrase.Upper(g.Summary())
		if strings.HasPrefix(g.ID.String(), typed) || reads(c, label, typed) {
			all = append(all, action.Suggestion{Label: label, Value: g.ID.String()})
		}
	}
	return all, nil
}

// suggestChallenges returns the numbers of the challenges that the command can be about.
func suggestChallenges(c *action.Call, typed string) ([]action.Suggestion, error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	pending, err := action.Challenges(c)
	if err == nil && c.Command.Invitations.Open {
		c.Args.Words = nil
		pending, err = action.WithOpen(c, pending)
	}
	var all []action.Suggestion
	for _, ch := range pending {
		label := phrase.Sprintf("%d: %s, %s", ch.ID, ch.OtherName(c.Me.ID), ch.Words())
		if c.Command.Invitations.Concern(ch, c.Me.ID) && !c.Expired(ch) && reads(c, label, typed) {
			all = append(all, action.Suggestion{Label: label, Value: ch.ID.String()})
		}
	}
	return all, err
}

// suggestMoves completes a move in stages of at most 25 suggestions. They are moves if few enough
// fit typed, else kinds of pieces, single pieces, or their destinations.
func suggestMoves(c *action.Call, typed string) ([]action.Suggestion, error) {
	game, ok, err := gameTyped(c)
	if err != nil || !ok {
		return nil, err
	}
	return action.WithRecord(c, game, func(record *rules.Game) ([]action.Suggestion, error) {
		return moveStages(c, record.Position(), typed), nil
	})
}

// gameTyped returns the game for which a move is being typed. ok is false if the game is unclear
// or the user does not play in it.
func gameTyped(c *action.Call) (bot.Game, bool, error) {
	var err error
	if c.Args.Game != 0 {
		c.Game, err = c.NamedGame()
	} else {
		c.Game, err = c.OwnGame()
	}
	if err == nil {
		err = c.Seated()
	}
	if errors.As(err, new(*bot.Problem)) {
		return bot.Game{}, false, nil // the command reports it when it is sent
	}
	return c.Game, err == nil, err
}

// moveStages returns at most 25 suggestions for a move.
func moveStages(c *action.Call, p *rules.Position, typed string) []action.Suggestion {
	var fitting []rules.Move
	v := p.Variant()
	for _, m := range p.Legal() {
		text, words := p.Text(m), p.Words(m, c.ReaderLanguage().Say)
		kind := v.Kind(p.At(m.From))
		if strings.HasPrefix(text, typed) || strings.Contains(strings.ToLower(words), typed) || strings.EqualFold(kind.Code, typed) {
			fitting = append(fitting, m)
		}
	}
	switch cells, kinds := origins(p, fitting); {
	case len(fitting) <= bot.MaxOptions:
		return moveSuggestions(c, p, fitting)
	case len(kinds) > 1:
		return kindStages(p, kinds, cells)
	case len(cells) > 1:
		return cellStages(p, cells)
	default:
		return levelStages(c, p, fitting)
	}
}

// origins returns the cells and the kinds of the pieces that make some moves, in order.
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

// kindStages returns suggestions that lead from a kind of piece to its pieces. Kinds beyond the
// limit are found by typing more.
func kindStages(p *rules.Position, kinds []rules.KindID, cells []rules.Cell) []action.Suggestion {
	v := p.Variant()
	var all []action.Suggestion
	for _, kind := range kinds {
		var names []string
		for _, cell := range cells {
			if p.At(cell).Kind() == kind {
				names = append(names, v.Board.Name(cell))
			}
		}
		label := phrase.Sprintf("%s: %s", phrase.Term(v.Kinds[kind].Name), strings.Join(names, " "))
		value := v.Kinds[kind].Code
		if len(names) == 1 {
			value = names[0]
		}
		all = append(all, action.Suggestion{Label: label + " …", Value: value})
	}
	return all
}

// cellStages returns suggestions that lead from a piece to its moves.
func cellStages(p *rules.Position, cells []rules.Cell) []action.Suggestion {
	v := p.Variant()
	var all []action.Suggestion
	for _, cell := range cells {
		n := len(p.LegalFrom(cell))
		all = append(all, action.Suggestion{Label: phrase.Sprintf("%s %s: %s …", phrase.Term(v.Kind(p.At(cell)).Name), v.Board.Name(cell), play.MoveCount(n)), Value: v.Board.Name(cell)})
	}
	return all
}

// levelStages groups the moves of one piece by target level, and moves to one level by cell.
func levelStages(c *action.Call, p *rules.Position, moves []rules.Move) []action.Suggestion {
	v := p.Variant()
	from := v.Board.Name(moves[0].From)
	for length := 1; length <= len(from); length++ {
		var all []action.Suggestion
		for _, m := range moves {
			begin := from + "-" + v.Board.Name(m.To)[:length]
			if i := slices.IndexFunc(all, func(s action.Suggestion) bool { return s.Value == begin }); i < 0 {
				all = append(all, action.Suggestion{Label: phrase.Sprintf("%s %s …", phrase.Term(v.Kind(p.At(m.From)).Name), begin), Value: begin})
			}
		}
		if len(all) > 1 && len(all) <= bot.MaxOptions {
			return all
		}
	}
	// the promotions on one cell can exceed the limit
	return moveSuggestions(c, p, moves[:bot.MaxOptions])
}

// moveSuggestions returns suggestions of complete moves.
func moveSuggestions(c *action.Call, p *rules.Position, moves []rules.Move) []action.Suggestion {
	var all []action.Suggestion
	for _, m := range moves {
		all = append(all, action.Suggestion{Label: phrase.Upper(play.Describe(p, m)), Value: p.Text(m)})
	}
	return all
}
