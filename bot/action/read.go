package action

import (
	"context"
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/bot/talk"
	"raumbot/bot/throttle"
)

// read determines what a request is, and admits it: an answer to a question, a command, or talk. It
// reads the store for the meaning of talk only after the request has been admitted.
func (s *Bot) read(ctx context.Context, c *Call) (err error) {
	c.Request.Games = s.Library.At(c.Request.Places())
	if c.Request.Overheard {
		return s.overhear(ctx, c)
	}
	as := s.readAs(c.Request)
	nothing, refused := s.takeAnswer(ctx, c, as)
	if refused != nil {
		return errors.Join(s.admit(c, nil), refused)
	}
	if nothing {
		c.answerTalk(phrase.Of("All right, nothing has changed."))
		return s.admit(c, &talking.Command)
	}
	if c.Request.Text != as.text {
		as = s.readAs(c.Request)
	}
	said, args, err := s.readCommand(ctx, c, as)
	none := (*command.Talk)(nil)
	switch {
	case errors.As(err, &none):
	case err != nil:
		return errors.Join(s.admit(c, nil), err)
	default:
		c.Command, c.Args = s.Actions[said.Name], args
		return s.admit(c, said)
	}
	charge, err := s.charge(c, nil)
	if err != nil {
		return err
	}
	if err := s.understand(ctx, c, none); err != nil || c.Request.From.Platform == bot.Computer {
		return err
	}
	return s.Throttle.Recharge(charge, c.Request, &c.Command.Command, s.Clock.Now())
}

// reading is the command that a text is, as the table reads it.
type reading struct {
	text string
	said *command.Command
	args command.Args
	err  error
}

// readAs reads a request as a command.
func (s *Bot) readAs(r bot.Request) reading {
	said, args, err := s.Table.Read(r)
	return reading{r.Text, said, args, err}
}

// readCommand returns the command that a request is, if it has been read as one. It also reads a
// move with the name of one of the asker's opponents before or after it.
func (s *Bot) readCommand(ctx context.Context, c *Call, as reading) (*command.Command, command.Args, error) {
	if as.err == nil || c.Request.Params != nil {
		return as.said, as.args, as.err
	}
	fields := strings.Fields(c.Request.Text)
	for _, at := range []int{len(fields) - 1, 0} {
		if len(fields) < 2 || command.Joins(fields[at]) {
			break
		}
		r := c.Request
		r.Text = strings.Join(slices.Delete(slices.Clone(fields), at, at+1), " ")
		move, named, wrong := s.Table.Read(r)
		if wrong == nil && move.Plays && s.isOpponent(ctx, c, strings.Trim(fields[at], "@,.!:;")) {
			return move, named, nil
		}
	}
	return as.said, as.args, as.err
}

// isOpponent reports whether the asker has an ongoing game against somebody with the given name.
func (s *Bot) isOpponent(ctx context.Context, c *Call, name string) (found bool) {
	err := s.Store.View(ctx, func(tx bot.Tx) error {
		me, err := tx.PlayerOf(c.Request.From.UserID)
		if err != nil {
			return err
		}
		games, err := tx.GamesOf(me.ID, false, bot.Page{Limit: gamesAround})
		for _, g := range games {
			for _, seat := range g.Seats {
				found = found || seat.Player != me.ID && bot.FoldName(seat.User.Name) == bot.FoldName(name)
			}
		}
		return err
	})
	return found && err == nil
}

// admit charges a request as a command, or as a cheap one if as is nil, because the text is not a
// known command.
func (s *Bot) admit(c *Call, as *command.Command) error {
	_, err := s.charge(c, as)
	return err
}

// charge is like admit, and returns what was charged. It does not charge the computer, whose
// requests follow from people's requests that were admitted.
func (s *Bot) charge(c *Call, as *command.Command) (throttle.Charge, error) {
	if c.Request.From.Platform == bot.Computer {
		return throttle.Charge{}, nil
	}
	return s.Throttle.Admit(c.Request, as, s.Clock.Now())
}

// steps are the words that continue an open task. The key is the command that takes the task's
// moves.
var steps = map[string][]string{"puzzle": {"next", "solution", "again"}, "learn": {"next", "solution", "again", "back", "restart"}}

// takeAnswer replaces a text that answers the last question to the asker in this place, or a
// waiting offer, by the command that it stands for. as is the command that the text itself is.
// nothing means that the answer is a no without consequences. The error asks which of several
// things is meant.
func (s *Bot) takeAnswer(ctx context.Context, c *Call, as reading) (nothing bool, refused error) {
	r := c.Request
	if r.Params != nil || r.From.Platform == bot.Computer {
		return false, nil
	}
	q, open := s.Questions.last(r, s.Clock.Now())
	read := as.said
	if as.err != nil || read.Plays {
		read = nil
	}
	step := stepOf(s.Table, q, r.Text)
	switch {
	case q.Moves != "" && (open && read == nil && s.Table.Step(r.Text) == "leave" || !open && step != ""):
		return false, errLeft(q.Moves)
	case !open:
		c.Left = q.Moves
		return false, s.takeOffer(ctx, c, read, nil)
	case read == nil && q.Yes != "" && len(q.latest) > 0 && s.Table.PlainYes(r.Text):
		return false, offerOf([]talk.Suggestion{{Command: q.Yes, Chance: 1}}) // something was said after the question
	}
	c.Last = q
	if move := q.Asks(s.Table, r.Text); move != "" {
		return false, offerOf([]talk.Suggestion{{Command: move, Chance: 1}})
	}
	said, ok := q.answer(s.Table, r.Text, step, read)
	if !ok && read == nil {
		said, ok = s.completed(q, r)
	}
	switch {
	case ok:
		c.Request.Text = said
		return said == "", nil
	case q.AskedWhich() && s.Table.PlainNo(r.Text):
		return true, nil
	case read == nil && q.Unfit(s.Table, r.Text):
		return false, unfitFor(q)
	}
	return false, s.takeOffer(ctx, c, read, q.latest)
}

// takeOffer replaces a text that answers a waiting offer, or that asks for what waits next, with
// the command that it stands for. read is the command that the text itself is, or nil. latest are
// the buttons of the last message to the asker here, if they have said nothing since.
func (s *Bot) takeOffer(ctx context.Context, c *Call, read *command.Command, latest []command.Option) error {
	text := c.Request.Text
	if read != nil { // such as "confirm", which shows a setting
		return nil
	}
	yes, no, next := s.Table.PlainYes(text), s.Table.PlainNo(text), s.Table.Step(text) == "next"
	if !yes && !no && !next && !isOfferLabel(text) {
		return nil
	}
	return s.Store.View(ctx, func(tx bot.Tx) (err error) {
		asker := *c
		asker.Tx = tx
		if next {
			c.Request.Text, err = asker.nextWaiting()
		} else {
			c.Request.Text, err = asker.answerOpenOffer(yes, no, latest)
		}
		return err
	})
}

// completed returns a command that lacked an argument, with a text as that argument. ok is false if
// the result is not a command, or if others will read the argument as it is written.
func (s *Bot) completed(q question, r bot.Request) (said string, ok bool) {
	if q.lacks == "" || s.Table.PlainYes(r.Text) || s.Table.PlainNo(r.Text) || s.Table.Pleasant(r.Text) {
		return "", false
	}
	r.Text = q.lacks + " " + strings.TrimSpace(r.Text)
	c, args, err := s.Table.Read(r)
	verbatim := err == nil && slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Verbatim && args.Word(p.Name) != "" })
	return r.Text, err == nil && !verbatim
}

// Meant returns the command that a text stands for if it answers what is open to its sender in its
// place, or else the text itself.
func (s *Bot) Meant(ctx context.Context, r bot.Request) (string, error) {
	c := &Call{Bot: s, Request: r}
	_, err := s.takeAnswer(ctx, c, s.readAs(r))
	return c.Request.Text, err
}

// stepOf returns the command for a text that answers a step of a task, such as a puzzle: of the
// open task, or of one that the last question offers. It returns "" if there is none. A question,
// or a text with a remark, is not an answer, but may ask to show the task again.
func stepOf(t command.Table, q question, text string) string {
	step := t.Step(text)
	if step != "again" && t.Hedged(text) {
		return ""
	}
	if task, _, _ := strings.Cut(q.Moves, " "); slices.Contains(steps[task], step) {
		if step == "again" {
			return q.Moves
		}
		return q.Moves + " " + step
	}
	for _, o := range q.Options {
		if name, _, _ := strings.Cut(o.Command, " "); slices.Contains(steps[name], step) && strings.HasSuffix(o.Command, " "+step) {
			return o.Command
		}
	}
	return ""
}

// answer returns the command that a text stands for, as an answer to the question or as the label
// of a button that was shown later. step is the command for a step of the question's task, or "".
// read is the command that the text itself is, or nil.
func (q question) answer(t command.Table, text, step string, read *command.Command) (said string, ok bool) {
	if step != "" {
		return step, true
	}
	if said, ok := q.Answer(t, text, read != nil); ok {
		return said, true
	}
	said, ok = command.Labelled(q.shown, text)
	if name, _, _ := strings.Cut(said, " "); ok && read != nil && name == read.Name {
		return "", false // the command finds the game that is meant itself
	}
	return said, ok
}

// unfit is the problem of an answer that fits none of the options of the last question. The
// question stays open.
type unfit struct{ problem *bot.Problem }

func (e *unfit) Error() string { return e.problem.Error() }

func (e *unfit) Unwrap() error { return e.problem }

// unfitFor returns the problem of an answer that fits none of the options of a question. It says
// what can be answered.
func unfitFor(q question) error {
	which := bot.Problemf(bot.Ambiguous, "Which one? Say its number, or press its button.")
	if q.Yes != "" {
		which = bot.Problemf(bot.Ambiguous, "That question is still open: say `yes` or `no`, or press a button.")
	}
	for _, o := range q.Options {
		which.Buttons = append(which.Buttons, bot.Button{Label: o.Label, Command: o.Command})
	}
	return &unfit{which}
}

// nextWaiting returns the command that shows what needs the asker's attention next: the game with
// the least time left among those in which it is their turn, else what waits for them by the Next
// hook of a feature, else the list of their games and challenges. If only a puzzle is open, it
// returns the text of the request.
func (c *Call) nextWaiting() (said string, err error) {
	c.Me, err = c.Tx.PlayerOf(c.Request.From.UserID)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return "", err
	}
	if err := c.readClock(); err != nil {
		return "", err
	}
	mine, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return "", err
	}
	if waiting := bot.TurnOf(mine, c.Me.ID); len(waiting) > 0 {
		return CommandText("board", slices.MinFunc(waiting, bot.CompareTime).ID.String()), nil
	}
	err = c.Bot.InTurn(func(f Feature) (err error) {
		if said == "" && f.Next != nil {
			said, err = f.Next(c)
		}
		return err
	})
	_, solving := puzzle.Find(c.Me.Puzzles.Current)
	switch {
	case said != "" || err != nil:
		return said, err
	case len(mine) == 0 && solving:
		return c.Request.Text, nil
	}
	return "games", nil
}

// answerOpenOffer returns the command that a text stands for as the answer to the only waiting
// offer: a yes, a no or a label of the offer's buttons. It returns the text of the request if no
// offer waits for the asker. The error asks which one is meant if there are several. It asks
// whether the offer is meant if a plain yes or no comes when the last message to the asker here,
// with the buttons in latest, was another one.
func (c *Call) answerOpenOffer(yes, no bool, latest []command.Option) (said string, err error) {
	c.Me, err = c.Tx.PlayerOf(c.Request.From.UserID)
	if errors.Is(err, bot.ErrNotFound) {
		return c.Request.Text, nil
	}
	if err != nil {
		return "", err
	}
	if err := c.readClock(); err != nil {
		return "", err
	}
	offers, err := offersToMe(c)
	named := !yes && !no
	if named {
		offers, yes = labelled(offers, c.Request.Text)
	}
	if err != nil || len(offers) == 0 {
		return c.Request.Text, err
	}
	said, err = answerTo(offers, yes)
	asked := slices.ContainsFunc(latest, func(o command.Option) bool { return o.Command == offers[0].yes.Command })
	asked = asked && c.Bot.Table.Settles(c.Request.Text, said)
	if err != nil || named || asked {
		return said, err
	}
	return "", offerOf([]talk.Suggestion{{Command: said, Chance: 1}})
}
