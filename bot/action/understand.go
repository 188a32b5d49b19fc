package action

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/talk"
	"raumbot/bot/throttle"
	"raumbot/rules"
)

// talking is the command for talk that does not suggest any command. Nobody can type it.
var talking = &Command{Command: command.Command{Name: "talk", Guests: bot.GuestsAlone}, Do: converse}

// answerTalk sets the answer to talk that does not suggest any command.
func (c *Call) answerTalk(text phrase.Text) { c.Command, c.Talks, c.chat = talking, true, text }

// converse answers with the text that answerTalk has set.
func converse(c *Call) (bot.Reply, error) { return c.Answer(c.chat), nil }

// understand determines what talk may mean. It selects a likely command that only shows something,
// to be carried out. It offers everything else by an error with buttons. none says why the text is
// not a command.
func (s *Bot) understand(ctx context.Context, c *Call, none *command.Talk) error {
	c.Talks = true
	now, moves, err := s.situated(ctx, c)
	if err != nil {
		s.Log.Debug("no situation", "err", err) // the likeliest command can be found without it
	}
	if s.Table.PlainYes(c.Request.Text) || s.Table.PlainNo(c.Request.Text) {
		if c.Request.PerhapsAside {
			return throttle.ErrNotForUs
		}
		c.answerTalk(phrase.Of("All right! No question is open here; `games` shows what waits for you."))
		return nil
	}
	if done, err := s.respelled(c, none); done {
		return err
	}
	all := s.Talk.Meaning(c.Request.Text, now)
	for i := range all {
		all[i].Command = s.completeGame(ctx, c.Request, all[i].Command)
	}
	likely := len(all) > 0 && all[0].Chance >= talk.ToShow
	if c.Request.PerhapsAside && len(moves) == 0 && (!likely || s.suggested(all[0]).Greets) {
		return throttle.ErrNotForUs
	}
	if none.Misused != nil && !none.Sentence && (!likely || s.names(c.Request.Text, all[0])) {
		return none.Misused
	}
	if len(moves) > 0 && (!likely || s.suggested(all[0]).Plays || s.suggested(all[0]) == s.suggested(moves[0])) {
		return offerOf(moves)
	}
	if plain := (talk.Suggestion{Command: none.Perhaps}); plain.Command != "" && !slices.ContainsFunc(all, func(x talk.Suggestion) bool { return s.suggested(x) == s.suggested(plain) }) {
		return offerOf([]talk.Suggestion{plain})
	}
	if likely {
		shows, err := s.showMeant(c, all[0])
		if shows || err != nil {
			return err
		}
	}
	switch {
	case len(all) > 0:
		all = slices.Concat(moves, all)
		return offerOf(all[:min(len(all), mostMoves)])
	case none.Misused != nil:
		return none.Misused
	}
	return s.smallTalk(c)
}

// respelled reads talk as a command with another spelling: without a question mark or a remark,
// with a misspelt name corrected, or with its two words swapped. A command that only shows
// something is selected, unless its name was misspelt. Any other command is offered, unless it is a
// setting with a question mark. done is false if there is no such command.
func (s *Bot) respelled(c *Call, none *command.Talk) (done bool, err error) {
	text := strings.TrimSpace(c.Request.Text)
	if none.Perhaps != "" { // such as "games?", which asks for what the command shows
		plain := talk.Suggestion{Command: none.Perhaps, Chance: 1}
		shows, _ := s.showMeant(c, plain)
		named := s.suggested(plain)
		switch {
		case shows:
			return true, nil
		case named.Name != "" && !named.Shows:
			return true, offerOf([]talk.Suggestion{plain})
		}
	}
	near := s.Table.Corrected(text)
	if near != "" && s.Talk.Knows(strings.Fields(text)[0]) {
		near = ""
	}
	if swapped := s.Table.Swapped(text); swapped != "" {
		if shows, err := s.showMeant(c, talk.Suggestion{Command: swapped}); shows || err != nil {
			return true, err
		}
		near = swapped
	}
	if near == "" {
		return false, nil
	}
	return true, offerOf([]talk.Suggestion{{Command: near, Chance: 1}})
}

// completeGame returns a suggested command with the game and the level that it lacks if it begins a
// game against the computer. It returns other commands unchanged. A level that the text of the
// request names, but that is not in the command, does not exist.
func (s *Bot) completeGame(ctx context.Context, r bot.Request, said string) string {
	text := r.Text
	r.Text = said
	c, args, err := s.Table.Read(r)
	if err != nil || !IsComputer(args.Word("name")) {
		return said
	}
	here := bot.Room{}
	err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
		here, err = bot.RoomSettings(tx, r.Places())
		return err
	})
	if args.Variant == nil && here.Variant == "" && err == nil {
		said = CommandText(said, LessonVariant)
	}
	if !slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Named && (args.Word(p.Name) != "" || p.NamedIn(text)) }) {
		said = CommandText(said, "level", "1")
	}
	return said
}

// names reports whether a text begins with the command of a suggestion.
func (s *Bot) names(text string, meant talk.Suggestion) bool {
	return s.Table.Find(strings.ToLower(strings.Fields(text)[0])) == s.suggested(meant)
}

// suggested returns the command that a suggestion begins with. It has no name if the suggestion
// is a move alone.
func (s *Bot) suggested(meant talk.Suggestion) *command.Command {
	name, _, _ := strings.Cut(meant.Command, " ")
	return cmp.Or(s.Table.Find(strings.ToLower(name)), new(command.Command))
}

// showMeant selects a suggested command to be carried out if it only shows something. The error
// asks which of several things is meant.
func (s *Bot) showMeant(c *Call, meant talk.Suggestion) (shows bool, err error) {
	r := c.Request
	r.Text = meant.Command
	said, args, err := s.Table.Read(r)
	if err == nil && !said.Alters(args) {
		c.Command, c.Args = s.Actions[said.Name], args
		return true, nil
	}
	return false, err
}

// situated returns the situation of the user who makes a request, and commands for the legal moves
// among the words of the text.
func (s *Bot) situated(ctx context.Context, c *Call) (now talk.Situation, moves []talk.Suggestion, err error) {
	now.Games = c.Request.Games
	err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
		asker := *c
		asker.Tx = tx
		if now.Facts, err = asker.situation(); err != nil {
			return err
		}
		now.Facts |= talk.Known
		known, err := peopleIn(&asker, c.Request.Text)
		if err != nil {
			return err
		}
		now.People = append([]string{}, known...) // not nil: they have been looked up
		moves, err = asker.movesMeant()
		return err
	})
	return now, moves, err
}

// plainCommand matches suggestions without markup and invisible characters, which can be repeated
// in a question.
var plainCommand = regexp.MustCompile(`^[\pL\pN #@+,:.'=/-]{1,100}$`)

// offerOf returns a problem that asks which of some commands is meant. If there is only one, a yes
// runs it.
func offerOf(all []talk.Suggestion) error {
	question, said := &bot.Problem{Kind: bot.Misunderstood}, []any{}
	for _, x := range all {
		if plainCommand.MatchString(x.Command) && len(x.Command) <= bot.MaxButton {
			question.Buttons = append(question.Buttons, bot.Button{Label: phrase.Said(x.Command), Command: x.Command})
			said = append(said, x.Command)
		}
	}
	switch len(said) {
	case 0:
		return bot.Problemf(bot.Misunderstood, "I didn't understand that. `start` shows what you can do here, and `help` lists what you can say.")
	case 1:
		question.Yes = question.Buttons[0].Command
		question.Text = phrase.Of("Did you mean `%s`?", said...)
	case 2:
		question.Text = phrase.Of("Did you mean `%s` or `%s`?", said...)
	default:
		question.Text = phrase.Of("Did you mean `%s`, `%s` or `%s`?", said...)
	}
	return question
}

// smallTalk answers talk that does not suggest any command, in one sentence.
func (s *Bot) smallTalk(c *Call) error {
	word := strings.TrimSpace(c.Request.Text)
	switch s.Talk.SmallTalk(word) {
	case "thanks":
		c.answerTalk(phrase.Of("You're welcome!"))
	case "bye":
		c.answerTalk(phrase.Of("See you! Your games wait for you here."))
	case "game":
		c.answerTalk(phrase.Of("Thanks! `games` shows what is going on."))
	default:
		if s.Table.Pleasant(word) {
			c.answerTalk(phrase.Of("I'm a chess bot and no great talker. `start` shows what we can do."))
			return nil
		}
		if !strings.ContainsAny(word, " \n") {
			return s.Table.NoCommand(word)
		}
		refused := command.NotUnderstood(word)
		refused.Buttons = []bot.Button{s.Button("help")}
		return refused
	}
	return nil
}

// movesMeant returns commands for the legal moves that a text mentions, in the only game of the
// asker in which any of them are legal. It returns none if the text has more moves than can be
// offered. In a game's thread only that game counts; elsewhere the games shown here come first.
// Where people vote on the moves of a game, the commands are votes, and messages to each other
// about moves are ignored.
func (c *Call) movesMeant() (found []talk.Suggestion, err error) {
	said := command.MovesIn(c.Request.Text)
	if len(said) == 0 {
		return nil, nil
	}
	voted, side, err := c.Bot.Ports.Voting(c)
	if err != nil {
		return nil, err
	}
	if voted.ID != 0 && voted.Turn == side && !c.Request.Overheard {
		legal, err := c.legalAmong(voted, said)
		for _, move := range legal[:min(len(legal), mostMoves)] {
			found = append(found, talk.Suggestion{Command: CommandText("vote", voted.ID.String(), move), Chance: 1})
		}
		if err != nil {
			return nil, err
		}
	}
	own, err := c.ownMovesMeant(said)
	found = slices.Concat(found, own)
	return found[:min(len(found), mostMoves)], err
}

// ownMovesMeant is movesMeant for the games in which the asker is a player.
func (c *Call) ownMovesMeant(said []string) (found []talk.Suggestion, err error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	mine, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{Limit: gamesAround})
	if err != nil {
		return nil, err
	}
	if here := seenHere(c, mine); len(here) > 0 || c.Request.Overheard {
		mine = here
	}
	for _, g := range bot.TurnOf(mine, c.Me.ID) {
		if c.Request.ThreadOf != 0 && g.ID != c.Request.ThreadOf {
			continue
		}
		legal, err := c.legalAmong(g, said)
		if err != nil {
			return nil, err
		}
		if len(legal) > 0 && len(found) > 0 || len(legal) > mostMoves {
			return nil, nil
		}
		for _, move := range legal {
			found = append(found, talk.Suggestion{Command: CommandText("move", g.ID.String(), move), Chance: 1})
		}
	}
	return found, nil
}

// mostMoves is the maximum number of moves of a text that are offered.
const mostMoves = 3

// legalAmong returns the different legal moves of a game among some texts.
func (c *Call) legalAmong(g bot.Game, said []string) ([]string, error) {
	return WithRecord(c, g, func(record *rules.Game) (found []string, err error) {
		p := record.Position()
		for _, text := range said {
			if m, err := p.ReadMove(text); err == nil && !slices.Contains(found, p.Text(m)) {
				found = append(found, p.Text(m))
			}
		}
		return found, nil
	})
}

// overhear reads a text that was not addressed to the bot. In a game's thread it plays any move;
// elsewhere only a move written by its cells. It offers to play the only legal move among other
// words. It ignores every other text.
func (s *Bot) overhear(ctx context.Context, c *Call) error {
	said, args, err := s.readCommand(ctx, c, s.readAs(c.Request))
	none := (*command.Talk)(nil)
	switch {
	case err == nil && said.Plays && (c.Request.ThreadOf != 0 || command.FromTo(args.Word("move"))):
		c.Command, c.Args = s.Actions[said.Name], args
		return s.admit(c, said)
	case !errors.As(err, &none) || len(command.MovesIn(c.Request.Text)) == 0:
		return throttle.ErrNotForUs
	}
	var moves []talk.Suggestion
	err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
		asker := *c
		asker.Tx = tx
		if asker.Me, err = tx.PlayerOf(c.Request.From.UserID); err != nil {
			return err
		}
		moves, err = asker.movesMeant()
		return err
	})
	if err != nil || len(moves) != 1 {
		return throttle.ErrNotForUs
	}
	if err := s.admit(c, nil); err != nil {
		return err
	}
	move := moves[0].Command
	text := move[strings.LastIndex(move, " ")+1:]
	question := bot.Problemf(bot.Misunderstood, "Did you mean to play `%s`?", text)
	question.Yes, question.Buttons = move, []bot.Button{{Label: phrase.Of("Play %s", text), Command: move}}
	return question
}
