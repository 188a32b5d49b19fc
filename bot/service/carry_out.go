package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"raumbot/bot"
	"raumbot/bot/throttle"
)

// remembered is how long an event is known as applied: longer than any platform may deliver it again.
const remembered = 30 * 24 * time.Hour

// Handle carries out a request. Its changes are on disk when it returns. The error is always a *[Problem], fit to be
// shown to the user; one that is not their mistake has been logged under the reference in its text.
func (s *Service) Handle(ctx context.Context, r bot.Request) (reply bot.Reply, err error) {
	c := &call{service: s, request: r.PlainSpeech()}
	began := s.clock.Now()
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
		if err != nil && !errors.Is(err, throttle.ErrNotForUs) {
			reply, err = bot.Reply{}, s.renderProblem(ctx, c, s.problemFor(c, err))
			// A refusal may ask a question too, and replaces the previous one, unless the request was not carried out at all.
			if p := (*bot.Problem)(nil); errors.As(err, &p) && p.Kind != bot.TooOften && p.Kind != bot.Internal {
				s.noteQuestion(ctx, c, []bot.Message{{Yes: p.Yes}})
			}
		}
		s.observe(c, err, s.clock.Now().Sub(began))
		if errors.Is(err, throttle.ErrNotForUs) {
			reply, err = bot.Reply{Outcome: bot.Ignored}, nil
		}
	}()
	c.request.From.Name = bot.CleanName(r.From.Name)
	reply, err = s.handle(ctx, c)
	if other := (*meantOtherwise)(nil); errors.As(err, &other) {
		r := c.request
		r.Text, r.Params = other.text, nil
		*c = call{service: s, request: r}
		reply, err = s.handle(ctx, c)
	}
	c.markPersonal(reply.Answer)
	return reply, err
}

// meantOtherwise is the error of a command that was said in place of another, which is carried out, and charged, as if it had been said.
type meantOtherwise struct{ text string }

func (m *meantOtherwise) Error() string { return fmt.Errorf("%q is meant", m.text).Error() } // which nobody reads

// handle reads a request, admits it, and carries it out in one transaction. [throttle.ErrNotForUs] means that it gets
// no answer.
func (s *Service) handle(ctx context.Context, c *call) (bot.Reply, error) {
	if err := s.read(ctx, c); err != nil {
		return bot.Reply{}, err
	}
	leave, err := s.queue.Enter(ctx, c.command)
	if err != nil {
		return bot.Reply{}, err
	}
	defer leave()
	if prepare := preparations[c.command.Name]; prepare != nil {
		if err := prepare(ctx, c); err != nil {
			return bot.Reply{}, err
		}
	}
	reply, err := s.transact(ctx, c)
	if err != nil {
		return bot.Reply{}, err
	}
	return s.conclude(ctx, c, reply)
}

// read finds out which command a request is, and admits it. Only then is the store asked what may be meant by one that is not understood.
func (s *Service) read(ctx context.Context, c *call) (err error) {
	c.request.Games = s.local.at(c.request.Places())
	if c.request, err = s.completed(ctx, c.request); err != nil {
		return err
	}
	c.command, c.args, err = s.commands.Read(c.request)
	if err == nil {
		c.command, c.args, err = s.redirected(ctx, nil, c.request, c.command, c.args)
	}
	if c.request.Overheard && (err != nil || !c.command.Plays) {
		return throttle.ErrNotForUs
	}
	charged := c.command
	if err != nil {
		charged = nil // a request that is not understood is cheap
	}
	var charge throttle.Charge
	limited := c.request.From.Platform != bot.Computer // it only answers people's requests, which were admitted
	if limited {
		var refused error
		if charge, refused = s.throttle.Admit(c.request, charged, s.clock.Now()); refused != nil {
			return refused
		}
	}
	if err == nil {
		return nil
	}
	if c.command, c.args, err = s.readAgain(ctx, c, err); err != nil || !limited {
		return err
	}
	return s.throttle.Recharge(charge, c.request, c.command, s.clock.Now())
}

// transact carries out a command in a transaction, and again after each search that it needs first.
func (s *Service) transact(ctx context.Context, c *call) (reply bot.Reply, err error) {
	transact := s.store.View
	if c.command.Alters(c.args) {
		transact = s.store.Update
	}
	read := *c
	for {
		err = transact(ctx, func(tx bot.Tx) (err error) {
			*c = read // discard what an earlier attempt has set
			c.tx = tx
			reply, err = c.carryOut()
			return err
		})
		answer := (*unproven)(nil)
		if !errors.As(err, &answer) {
			return reply, err
		}
		if read.proofs, err = c.prove(ctx, answer); err != nil {
			return bot.Reply{}, err
		}
	}
}

// conclude does what follows the transaction of a command, and makes its reply ready to be shown.
func (s *Service) conclude(ctx context.Context, c *call, reply bot.Reply) (_ bot.Reply, err error) {
	if c.relocal {
		s.reloadLocal(ctx, c.dropped)
	}
	if c.command.Alters(c.args) {
		s.wakeUp()
		for _, id := range c.summoned {
			s.computers.ask(id, lineOf(c.request))
		}
		for _, id := range c.analysing {
			s.analysts.ask(id, lineOf(c.request))
		}
	} else if c.me.ID == 0 {
		if err := s.meet(ctx, c); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.deliberate != nil {
		if reply, err = c.afterwards(ctx); err != nil {
			return bot.Reply{}, err
		}
	}
	for i := range reply.Notices {
		s.render(&reply.Notices[i])
	}
	if reply.Outcome != bot.Repeated { // to which nothing is answered
		s.noteQuestion(ctx, c, reply.Answer)
	}
	return reply, s.prepare(ctx, reply.Answer)
}

// carryOut runs the command within its transaction. The store may run it again, from the beginning, in another.
func (c *call) carryOut() (bot.Reply, error) {
	now := c.service.clock.Now()
	if c.command.Alters(c.args) && c.request.Event != "" {
		done, err := c.tx.Applied(c.request.From.Platform, c.request.Event)
		if done || err != nil {
			return bot.Reply{Outcome: bot.Repeated}, err
		}
		if err := c.tx.MarkApplied(c.request.From.Platform, c.request.Event, now, now.Add(-remembered)); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := c.identify(now); err != nil {
		return bot.Reply{}, err
	}
	if err := c.settle(); err != nil {
		return bot.Reply{}, c.puzzleMeant(err)
	}
	if !c.command.Explains {
		if err := c.knows(c.args.Variant); err != nil {
			return bot.Reply{}, err
		}
	}
	reply, err := c.service.handlers[c.command.Name](c)
	if err != nil {
		return bot.Reply{}, c.puzzleMeant(err)
	}
	c.shareHere(reply.Answer)
	if err := errors.Join(c.spare(reply.Answer), c.spare(reply.Notices)); err != nil {
		return bot.Reply{}, err
	}
	if reply.Answer, err = c.suitAsker(reply.Answer); err != nil {
		return bot.Reply{}, err
	}
	c.summon(&reply)
	if err := c.enqueue(reply.Notices); err != nil {
		return bot.Reply{}, err
	}
	reply.Outcome = cmp.Or(reply.Outcome, bot.Done)
	return reply, nil
}
