package matrix

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
)

const (
	// answerWorkers is how many rooms are answered in parallel, answerQueueLen how many answers each worker
	// queues.
	answerWorkers, answerQueueLen = 4, 256
	// answerTimeout limits the attempts to send one answer.
	answerTimeout = 2 * time.Minute
	// maxAnswerPause is the longest pause between two attempts.
	maxAnswerPause = 16 * time.Second
	// shutdownGrace is how long answers are still sent after the bot has been told to stop.
	shutdownGrace = 10 * time.Second
)

// answers sends the answers to commands. Drawing and sending take longer than a command, so answers are
// queued, in order within a room.
type answers struct {
	s      *session
	queues [answerWorkers]chan func(context.Context)
	mu     sync.RWMutex // guards closed
	closed bool
}

func newAnswers(s *session) *answers {
	a := &answers{s: s}
	for i := range a.queues {
		a.queues[i] = make(chan func(context.Context), answerQueueLen)
	}
	return a
}

// start starts the workers. stop returns when the queues are empty; after shutdownGrace it cancels what is left.
func (a *answers) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	for _, queue := range a.queues {
		running.Go(func() {
			for job := range queue {
				a.work(ctx, job)
			}
		})
	}
	return func() {
		a.mu.Lock()
		a.closed = true
		for _, queue := range a.queues {
			close(queue)
		}
		a.mu.Unlock()
		timer := time.AfterFunc(shutdownGrace, cancel)
		defer timer.Stop()
		running.Wait()
		cancel()
	}
}

func (a *answers) work(ctx context.Context, job func(context.Context)) {
	defer func() {
		if caught := recover(); caught != nil {
			a.s.log.Error("panic while answering", "panic", caught)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	job(ctx)
}

// queue appends a job to those of its room. It drops the job if the queue is full, or after stop.
func (a *answers) queue(room id.RoomID, job func(context.Context)) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.closed {
		return
	}
	hash := fnv.New32a()
	hash.Write([]byte(room))
	select {
	case a.queues[hash.Sum32()%answerWorkers] <- job:
	default:
		a.s.log.Warn("too many answers are queued, dropping one", "room", room)
	}
}

// say queues answers to a user.
func (a *answers) say(h incoming, messages []bot.Message) {
	for i, m := range messages {
		a.queue(h.place.room, func(ctx context.Context) {
			err := a.retry(ctx, func() error { return a.s.answer(ctx, h, i, m) })
			if err != nil {
				a.s.log.Warn("cannot send an answer", "room", h.place.room, "event", h.event, "err", err)
			}
		})
	}
}

// retry repeats a request when the homeserver is rate limiting or fails temporarily.
func (a *answers) retry(ctx context.Context, do func() error) error {
	for pause := time.Second; ; {
		err := do()
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, mautrix.MLimitExceeded):
			sleep(ctx, retryAfter(err))
		// The sync loop logs in again.
		case (transient(err) || errors.Is(err, mautrix.MUnknownToken)) && pause <= maxAnswerPause:
			sleep(ctx, pause)
			pause *= 2
		default:
			return err
		}
	}
}

// answer sends one answer: where it was asked for, or to the direct chat with the user.
func (s *session) answer(ctx context.Context, h incoming, i int, m bot.Message) error {
	sp := outgoing{place: place{h.place.room, h.thread}, reply: h.answer, txn: fmt.Sprintf("raumbot-answer-%s-%d", h.event, i), direct: h.direct, inClear: h.inClear}
	if m.Audience != bot.Private && !m.Personal || h.direct {
		_, err := s.sendMessage(ctx, sp, m)
		if h.direct || !unreachable(err) {
			return err
		}
		m.Text = locale.Render(m.Language, roomClosed) + "\n" + m.Text
	}
	room, err := s.chat(ctx, h.sender)
	if err != nil {
		return err
	}
	if _, err := s.sendMessage(ctx, outgoing{place: place{room: room}, txn: sp.txn + "-private", direct: true}, m); err != nil {
		return err
	}
	if i > 0 { // one note is enough, below the first answer
		return nil
	}
	sp.txn += "-note"
	_, err = s.sendText(ctx, sp, bot.Message{Text: locale.Render(m.Language, sentInPrivate)})
	if unreachable(err) { // the room is closed to the bot
		return nil
	}
	return err
}

// react adds a reaction of the bot. It is no error if the reaction exists.
func (s *session) react(ctx context.Context, room id.RoomID, to id.EventID, key string) error {
	content := &event.ReactionEventContent{RelatesTo: event.RelatesTo{Type: event.RelAnnotation, EventID: to, Key: key}}
	_, err := s.api.SendMessageEvent(ctx, room, event.EventReaction, content,
		mautrix.ReqSendEvent{TransactionID: fmt.Sprintf("raumbot-react-%s-%x", to, key), DontEncrypt: true})
	var answer mautrix.HTTPError
	if errors.As(err, &answer) && answer.RespError != nil && answer.RespError.ErrCode == "M_DUPLICATE_ANNOTATION" {
		return nil
	}
	return err
}

// tell answers a user with a phrase.
func (s *session) tell(ctx context.Context, h incoming, what string) {
	s.answers.say(h, []bot.Message{{Platform: Platform, Audience: bot.Aside, Text: s.say(ctx, h, what), To: []bot.User{s.user(ctx, h.place.room, h.sender)}}})
}

// invitingTime is how long a greeting waits in an encrypted room. People are often invited together when a room is created, and the homeserver reports them one
// by one: the greeting could never be read by those whose invitation is not yet known.
const invitingTime = 2 * time.Second

// greet explains how to talk to the bot, in a room that it has just joined.
func (s *session) greet(ctx context.Context, room id.RoomID) {
	direct, err := s.direct(ctx, room)
	h := incoming{place: place{room: room}, direct: direct}
	if err == nil && direct {
		h.sender, err = s.rememberPartner(ctx, room)
	}
	if err != nil {
		s.log.Error("cannot greet", "room", room, "err", err)
		return
	}
	text := greeting + " " + threadHint
	switch {
	case !s.mayWrite(ctx, room):
		text = noEncryption
	case direct:
		text = greeting
	}
	sp := outgoing{place: h.place, txn: "raumbot-hello-" + string(room), direct: direct, inClear: text == noEncryption}
	m := bot.Message{Text: s.say(ctx, h, text)}
	say := func() {
		s.answers.queue(room, func(ctx context.Context) {
			if _, err := s.sendText(ctx, sp, m); err != nil {
				s.log.Warn("cannot greet", "room", room, "err", err)
			}
		})
	}
	encrypted, err := s.store.IsEncrypted(ctx, room)
	if err == nil && encrypted && !direct && !sp.inClear {
		time.AfterFunc(s.inviting, say)
		return
	}
	say()
}
