package action

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/throttle"
)

// remembered is how long an event is known to have been applied. It is longer than any platform may
// take to deliver the event again.
const remembered = 30 * 24 * time.Hour

// Handle carries out a request. Its changes are on disk when it returns. The error is always a
// *[bot.Problem], which can be shown to the user. An error that is not the user's mistake has been
// logged under the reference in its text.
func (s *Bot) Handle(ctx context.Context, r bot.Request) (reply bot.RenderedReply, err error) {
	c := &Call{Bot: s, Request: r}
	began := s.Clock.Now()
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
		if err != nil && !errors.Is(err, throttle.ErrNotForUs) {
			p := s.problemFor(c, err)
			// A refusal may ask a question too. It then replaces the previous question, unless the
			// request was not carried out at all.
			if p.Kind != bot.TooOften && !p.AtFault() {
				asks := c.questionOf(p)
				if errors.As(err, new(*unfit)) {
					asks = c.Last
				}
				s.Questions.remember(c.Request, asks, s.Clock.Now())
				p = c.withTask(p, asks)
			}
			reply, err = bot.RenderedReply{}, s.renderProblem(ctx, c, p)
		}
		s.observe(c, err, s.Clock.Now().Sub(began))
		if errors.Is(err, throttle.ErrNotForUs) {
			reply, err = bot.RenderedReply{Outcome: bot.Ignored}, nil
		}
	}()
	c.Request.From.Name = bot.CleanName(r.From.Name)
	s.Tongues.Hear(c.Request, s.Table)
	reply, err = s.handle(ctx, c)
	if other := (*Restart)(nil); errors.As(err, &other) {
		r := c.Request
		r.Text, r.Params, r.Overheard = other.Text, other.Params, false
		*c = Call{Bot: s, Request: r}
		reply, err = s.handle(ctx, c)
	}
	c.markPersonal(reply.Answer)
	return reply, err
}

// Await returns the result of find, which may take long and therefore runs outside transactions. At
// first Await returns an error that ends the transaction. The command then starts again with the
// result, which Await returns at once. key identifies the result within the command.
func Await[T any](c *Call, key string, find func(context.Context) (T, error)) (T, error) {
	if known, ok := c.Found[key]; ok {
		return known.(T), nil
	}
	var none T
	return none, &Restart{Key: key, Find: func(ctx context.Context) (any, error) { return find(ctx) }}
}

// handle reads a request, admits it, and carries it out in one transaction. It returns
// [throttle.ErrNotForUs] if the request must get no answer.
func (s *Bot) handle(ctx context.Context, c *Call) (bot.RenderedReply, error) {
	if err := s.read(ctx, c); err != nil {
		return bot.RenderedReply{}, err
	}
	leave, err := s.Queue.Enter(ctx, &c.Command.Command, c.Request.From.UserID)
	if err != nil {
		return bot.RenderedReply{}, err
	}
	defer leave()
	reply, err := s.transact(ctx, c)
	if err != nil {
		return bot.RenderedReply{}, err
	}
	return s.conclude(ctx, c, reply)
}

// transact carries out a command in a transaction, and again after each result that it waits for.
func (s *Bot) transact(ctx context.Context, c *Call) (reply bot.Reply, err error) {
	transact := s.Store.View
	if c.Command.Alters(c.Args) {
		transact = s.Store.Update
	}
	read := *c
	for {
		err = transact(ctx, func(tx bot.Tx) (err error) {
			*c = read // discard what an earlier attempt has set
			c.Tx = tx
			reply, err = c.carryOut()
			return err
		})
		awaits := (*Restart)(nil)
		if !errors.As(err, &awaits) || awaits.Find == nil {
			return reply, err
		}
		found, err := awaits.Find(ctx)
		if err != nil {
			return bot.Reply{}, err
		}
		if read.Found == nil {
			read.Found = map[string]any{}
		}
		read.Found[awaits.Key] = found
	}
}

// conclude does what follows the transaction of a command, and prepares its reply to be shown.
func (s *Bot) conclude(ctx context.Context, c *Call, reply bot.Reply) (_ bot.RenderedReply, err error) {
	if c.Command.Alters(c.Args) {
		s.WakeUp()
	} else if c.Me.ID == 0 && !c.Talks {
		if err := s.storeNewcomer(ctx, c); err != nil {
			return bot.RenderedReply{}, err
		}
	}
	if err := c.RunAfterwards(ctx, &reply); err != nil {
		return bot.RenderedReply{}, err
	}
	c.addLanguageHint(ctx, reply)
	if reply.Outcome != bot.Repeated { // a repeated event gets no answer
		answer, asks := c.keepTask(reply.Answer)
		s.Questions.remember(c.Request, asks, s.Clock.Now())
		reply.Answer = answer
	}
	ready, err := s.Illustrated(ctx, reply.Answer)
	return bot.RenderedReply{Outcome: reply.Outcome, Answer: ready, Notices: s.rendered(reply.Notices)}, err
}

// RunAfterwards calls the functions that were scheduled in a transaction, after its commit.
func (c *Call) RunAfterwards(ctx context.Context, reply *bot.Reply) error {
	for _, do := range c.later {
		if err := do(ctx, reply); err != nil {
			return err
		}
	}
	return nil
}

// refusedOr returns the error of a refused command, or what the features make of it.
func (c *Call) refusedOr(err error) error {
	for _, f := range c.Bot.Features {
		if f.Refused != nil {
			err = f.Refused(c, err)
		}
	}
	return err
}

// carryOut runs the command within its transaction. The store may call it again from the beginning
// in another transaction.
func (c *Call) carryOut() (bot.Reply, error) {
	now := c.Bot.Clock.Now()
	if c.Command.Alters(c.Args) && c.Request.Event != "" {
		done, err := c.Tx.Applied(c.Request.From.Platform, c.Request.Event)
		if done || err != nil {
			return bot.Reply{Outcome: bot.Repeated}, err
		}
		if err := c.Tx.MarkApplied(c.Request.From.Platform, c.Request.Event, now, now.Add(-remembered)); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := c.Identify(now); err != nil {
		return bot.Reply{}, err
	}
	if err := c.Command.MayBeUsed(c.Request.From, c.Bot.Guests); err != nil {
		return bot.Reply{}, err
	}
	if err := c.selectGame(); err != nil {
		return bot.Reply{}, c.refusedOr(err)
	}
	if !c.Command.Explains {
		if err := c.CheckKnown(c.Args.Variant); err != nil {
			return bot.Reply{}, err
		}
	}
	reply, err := c.Command.Do(c)
	if err != nil {
		return bot.Reply{}, c.refusedOr(err)
	}
	c.ShareHere(reply.Answer)
	if err := errors.Join(c.HideFromBlockers(reply.Answer), c.HideFromBlockers(reply.Notices)); err != nil {
		return bot.Reply{}, err
	}
	if reply.Answer, err = c.adaptToAsker(reply.Answer); err != nil {
		return bot.Reply{}, err
	}
	if err := c.Enqueue(reply.Notices); err != nil {
		return bot.Reply{}, err
	}
	// Nobody reads messages to the computer and to teams. Guests read theirs on the page that shows
	// the reply.
	reply.Notices = slices.DeleteFunc(reply.Notices, func(m bot.Message) bool { return m.Platform == bot.Computer || m.Platform == bot.Team })
	reply.Outcome = cmp.Or(reply.Outcome, bot.Done)
	return reply, nil
}

// Deliberate replaces the answers of a command by those of a function that runs after the
// transaction. It is for searches, which would make the transaction last too long.
func (c *Call) Deliberate(answers func(context.Context) ([]bot.Message, error)) {
	c.later = append(c.later, func(ctx context.Context, reply *bot.Reply) error {
		answer, err := answers(ctx)
		if err != nil {
			return err
		}
		*reply = bot.Reply{Outcome: bot.Done}
		return c.Bot.Store.View(ctx, func(tx bot.Tx) (err error) {
			c.Renew(tx)
			reply.Answer, err = c.adaptToAsker(answer)
			return err
		})
	})
}

// Renew moves a call to another transaction.
func (c *Call) Renew(tx bot.Tx) { c.Tx, c.Memo = tx, nil }
