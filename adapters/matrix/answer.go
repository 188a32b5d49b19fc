package matrix

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

const (
	// answerWorkers is how many answers are sent in parallel. Many of them may wait for their turn.
	answerWorkers = 32
	// maxQueued is how many answers are queued for one user in one room.
	maxQueued = 64
	// answerTimeout limits one attempt to send an answer, and all attempts in a row while the
	// homeserver fails.
	answerTimeout = 2 * time.Minute
	// answerLife is how long an answer waits for limits of the homeserver.
	answerLife = time.Hour
	// maxAnswerPause is the longest pause between two attempts.
	maxAnswerPause = 16 * time.Second
	// limitPause is the longest pause while the homeserver limits the bot. What stands in the way may
	// go earlier, as when a user begins the direct chat that the bot may not create.
	limitPause = 5 * time.Second
)

// answers sends the answers to commands. Drawing and sending take longer than a command, so answers
// are queued, in the order of the questions of one user in a room. An answer that has to wait for
// the homeserver steps aside for those in other queues.
type answers struct {
	s       *session
	mu      sync.Mutex
	changed *sync.Cond
	queues  map[string]*answerQueue
	ready   []*answerQueue // in the order in which they became ready
	closed  bool           // nothing is added any more
	ended   bool           // nothing is sent any more
}

// answerQueue holds the answers to one user in one room. It is owned by a worker, ready, or rests.
type answerQueue struct {
	key  string
	jobs []*answerJob // never empty
	full bool         // whether the user has been told that answers are left out
}

// answerJob is one answer.
type answerJob struct {
	do func(context.Context) error
	// fail is called when the answer is given up; it may be nil.
	fail  func(error)
	since time.Time // of the first attempt
	// failing is when the homeserver began to fail, zero if it does not, and pause is the time before
	// the next attempt then.
	failing time.Time
	pause   time.Duration
}

func newAnswers(s *session) *answers {
	a := &answers{s: s, queues: map[string]*answerQueue{}}
	a.changed = sync.NewCond(&a.mu)
	return a
}

// start starts the workers. stop returns when the queues are empty; after [Options.Grace] it
// cancels the remaining jobs.
func (a *answers) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	context.AfterFunc(ctx, func() { a.end(&a.ended) })
	var running sync.WaitGroup
	for range answerWorkers {
		running.Go(func() {
			for q, job := a.take(); q != nil; q, job = a.take() {
				a.putBack(q, a.work(ctx, job))
			}
		})
	}
	return func() {
		a.end(&a.closed)
		timer := time.AfterFunc(a.s.options.Grace, cancel)
		defer timer.Stop()
		running.Wait()
		cancel()
	}
}

func (a *answers) end(state *bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	*state = true
	a.changed.Broadcast()
}

// take waits for a queue that is ready, and returns it with its first job. It returns nil when
// there will be none any more.
func (a *answers) take() (*answerQueue, *answerJob) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.ready) == 0 || a.ended {
		if a.ended || a.closed && len(a.queues) == 0 {
			return nil, nil
		}
		a.changed.Wait()
	}
	q := a.ready[0]
	a.ready = a.ready[1:]
	return q, q.jobs[0]
}

// putBack returns a queue after an attempt to send its first answer, which is tried again after a
// pause, or done with if again is negative.
func (a *answers) putBack(q *answerQueue, again time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case again >= 0:
		time.AfterFunc(again, func() {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.makeReady(q)
		})
		return
	case len(q.jobs) > 1:
		q.jobs = q.jobs[1:]
		a.makeReady(q)
	default:
		delete(a.queues, q.key)
		a.changed.Broadcast() // the workers may end
	}
}

func (a *answers) makeReady(q *answerQueue) {
	a.ready = append(a.ready, q)
	a.changed.Signal()
}

// work tries to send an answer. It returns the pause before the next attempt, negative if there is
// none.
func (a *answers) work(ctx context.Context, job *answerJob) (again time.Duration) {
	defer func() {
		if caught := recover(); caught != nil {
			a.s.log.Error("panic while answering", "panic", caught)
			again = -1
		}
	}()
	began := time.Now()
	if job.since.IsZero() {
		job.since = began
	}
	one, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	err := job.do(one)
	switch {
	case err == nil || ctx.Err() != nil:
		return -1
	case errors.Is(err, mautrix.MLimitExceeded):
		job.failing, job.pause = time.Time{}, 0
		if time.Since(job.since) < answerLife {
			return min(retryAfter(err), limitPause)
		}
	case transient(err) || errors.Is(err, mautrix.MUnknownToken): // the sync loop logs in again
		if job.failing.IsZero() {
			job.failing = began
		}
		if time.Since(job.failing) < answerTimeout {
			job.pause = min(max(2*job.pause, time.Second), maxAnswerPause)
			return job.pause
		}
	}
	if job.fail != nil {
		job.fail(err)
	}
	return -1
}

// enqueue appends a job to a queue of a room that is not an answer to a user.
func (a *answers) enqueue(room id.RoomID, do func(context.Context)) {
	a.post(string(room), &answerJob{do: func(ctx context.Context) error {
		do(ctx)
		return nil
	}}, nil)
}

// say queues a text that answers nobody. task is what the log says if it cannot be sent.
func (a *answers) say(sp outgoing, m bot.RenderedMessage, task string) {
	a.post(string(sp.place.room), &answerJob{
		do: func(ctx context.Context) error {
			_, err := a.s.sendText(ctx, sp, m)
			return err
		},
		fail: func(err error) { a.s.log.Warn("cannot "+task, "room", sp.place.room, "err", err) },
	}, nil)
}

// post appends a job to a queue. If that is full, it appends full instead, once until there is room
// again. After stop, it drops the job.
func (a *answers) post(key string, job, full *answerJob) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed || a.ended {
		return
	}
	q := a.queues[key]
	if q == nil {
		q = &answerQueue{key: key}
		a.queues[key] = q
		defer a.makeReady(q)
	}
	if q.full = q.full && len(q.jobs) >= maxQueued/2; q.full || len(q.jobs) >= maxQueued {
		a.s.log.Warn("too many answers are queued, dropping one", "queue", key)
		if q.full || full == nil {
			return
		}
		q.full, job = true, full
	}
	q.jobs = append(q.jobs, job)
}

// add queues answers to a user. Those for the user alone, who may have no chat yet, do not hold up
// the others.
func (a *answers) add(h incoming, messages []bot.RenderedMessage) {
	for i, m := range messages {
		if m.Confirms && m.Alone() && !h.direct {
			a.confirm(h)
			continue
		}
		full := m
		full.Text, full.Drawing, full.Buttons, full.Menu, full.File = locale.Render(m.Language, tooFast), nil, nil, nil, nil
		key := string(h.place.room) + " " + string(h.sender)
		if m.Alone() && !h.direct {
			key = "private " + string(h.sender)
		}
		a.post(key, a.answerJob(h, i, m), a.answerJob(h, i, full))
	}
}

// confirmation is the reaction that marks a message as carried out.
const confirmation = "✅"

// confirm marks a message as carried out, so that its sender needs no direct chat. A reaction needs
// no mark.
func (a *answers) confirm(h incoming) {
	if h.answer != h.event {
		return
	}
	a.post(string(h.place.room)+" "+string(h.sender), &answerJob{
		do: func(ctx context.Context) error {
			return a.s.react(context.WithValue(ctx, urgencyKey{}, noting), h.place.room, h.event, confirmation)
		},
		fail: func(err error) {
			a.s.log.Debug("cannot mark a message", "room", h.place.room, "event", h.event, "err", err)
		},
	}, nil)
}

// answerJob returns the job to send the ith answer to a command.
func (a *answers) answerJob(h incoming, i int, m bot.RenderedMessage) *answerJob {
	told := false
	return &answerJob{
		do: func(ctx context.Context) error {
			err := a.s.answer(ctx, h, i, m)
			if errors.Is(err, errNoChatYet) && i == 0 && !told {
				told = true
				a.explain(h, i, m, "-later", answerLater)
			}
			return err
		},
		fail: func(err error) {
			a.s.log.Warn("cannot send an answer", "room", h.place.room, "event", h.event, "err", err)
			if h.direct || !m.Alone() {
				return
			}
			a.explain(h, i, m, "-lost", answerLost)
		},
	}
}

// explain says in the room of a command what becomes of a private answer to it, when nothing more
// urgent waits.
func (a *answers) explain(h incoming, i int, m bot.RenderedMessage, part string, what phrase.Text) {
	sp := h.answers(i)
	sp.txn += part
	a.post("note "+string(h.place.room)+" "+string(h.sender), &answerJob{
		do: func(ctx context.Context) error {
			_, err := a.s.sendText(context.WithValue(ctx, urgencyKey{}, noting), sp, bot.RenderedMessage{Text: locale.Render(m.Language, what)})
			if unreachable(err) { // the room is closed to the bot
				return nil
			}
			return err
		},
		fail: func(err error) {
			a.s.log.Warn("cannot say where an answer is", "room", h.place.room, "err", err)
		},
	}, nil)
}

// errNoChatYet means that the homeserver does not let the bot create a direct chat now.
var errNoChatYet = errors.New("no direct chat can be created yet")

// answer sends the ith answer to a command, in the room of the command or, if it is private, in the
// direct chat with the user. An answer that others may read, too, is private only if there is a
// chat already.
func (s *session) answer(ctx context.Context, h incoming, i int, m bot.RenderedMessage) error {
	sp := h.answers(i)
	alone := m.Alone()
	if !alone && m.Personal && !h.direct {
		chat, err := s.existingChat(ctx, h.sender)
		if err != nil {
			return err
		}
		alone = chat != "" && s.store.IsMembership(ctx, chat, h.sender, event.MembershipJoin)
	}
	if !alone || h.direct {
		_, err := s.sendMessage(ctx, sp, m)
		if h.direct || !unreachable(err) {
			return err
		}
		m.Text = locale.Render(m.Language, roomClosed) + "\n" + m.Text
	}
	room, err := s.directChat(ctx, h.sender)
	if errors.Is(err, mautrix.MLimitExceeded) {
		return fmt.Errorf("%w: %w", errNoChatYet, err)
	}
	if err != nil {
		return err
	}
	if _, err := s.sendMessage(ctx, outgoing{place: place{room: room}, txn: sp.txn + "-private", direct: true}, m); err != nil {
		return err
	}
	if i == 0 { // a single note, after the first answer, is enough
		s.answers.explain(h, i, m, "-note", sentInPrivate)
	}
	return nil
}

// answers returns where and how the ith answer to a command is sent, unless it is private.
func (h incoming) answers(i int) outgoing {
	return outgoing{place: place{h.place.room, h.thread}, reply: h.answer, txn: fmt.Sprintf("raumbot-answer-%s-%d", h.event, i), direct: h.direct, inClear: h.inClear}
}

// react adds a reaction of the bot to a message. It succeeds if the reaction exists already.
func (s *session) react(ctx context.Context, room id.RoomID, to id.EventID, key string) error {
	_, err := s.sendEvent(ctx, room, fmt.Sprintf("raumbot-react-%s-%x", to, key), func(context.Context) (event.Type, any, error) {
		return event.EventReaction, &event.ReactionEventContent{RelatesTo: event.RelatesTo{Type: event.RelAnnotation, EventID: to, Key: key}}, nil
	})
	var answer mautrix.HTTPError
	if errors.As(err, &answer) && answer.RespError != nil && answer.RespError.ErrCode == "M_DUPLICATE_ANNOTATION" {
		return nil
	}
	return err
}

// replyPhrase answers a user with a phrase.
func (s *session) replyPhrase(ctx context.Context, h incoming, what phrase.Text) {
	s.answers.add(h, []bot.RenderedMessage{{Platform: Platform, Audience: bot.Aside, Text: s.translate(ctx, h, what), To: []bot.User{s.user(ctx, h.place.room, h.sender)}}})
}

// defaultGreetingDelay is how long a greeting waits in an encrypted room. When a room is created,
// several people are often invited together, and the homeserver reports them one by one. Those
// whose invitation is not known yet could never read the greeting.
const defaultGreetingDelay = 2 * time.Second

// greet explains how to talk to the bot, in a room that it has just joined.
func (s *session) greet(ctx context.Context, room id.RoomID) {
	direct, err := s.isDirect(ctx, room)
	h := incoming{place: place{room: room}, direct: direct}
	if err == nil && direct {
		h.sender, err = s.rememberPartner(ctx, room)
	}
	if err != nil {
		s.log.Error("cannot greet", "room", room, "err", err)
		return
	}
	lines := []phrase.Text{greeting, firstSteps, whereToLook}
	if !direct {
		lines = append(lines, threadHint)
	}
	closed := !s.mayWrite(ctx, room)
	if closed {
		lines = []phrase.Text{noEncryption}
	}
	sp := outgoing{place: h.place, txn: "raumbot-hello-" + string(room), direct: direct, inClear: closed}
	m := bot.RenderedMessage{Text: s.translate(ctx, h, phrase.Join(lines, "\n"))}
	post := func() { s.answers.say(sp, m, "greet") }
	encrypted, err := s.store.IsEncrypted(ctx, room)
	if err == nil && encrypted && !direct && !sp.inClear {
		time.AfterFunc(s.greetingDelay, post)
		return
	}
	post()
}
