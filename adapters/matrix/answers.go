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
)

const (
	// speakers is how many rooms are answered at a time, and queued how many
	// answers wait for each of them.
	speakers, queued = 4, 256
	// answerWithin bounds the time in which one answer is said or given up.
	answerWithin = 2 * time.Minute
	// answerAgain is the longest pause before an answer is tried again.
	answerAgain = 16 * time.Second
	// finishWithin is how long a bot that is being stopped goes on answering.
	finishWithin = 10 * time.Second
)

// answers says what is for the asker alone. Drawing and sending take longer than a
// command, so they wait in a queue, in order within a room.
type answers struct {
	s      *session
	queues [speakers]chan func(context.Context)
	mu     sync.RWMutex // guards closed
	closed bool
}

func newAnswers(s *session) *answers {
	a := &answers{s: s}
	for i := range a.queues {
		a.queues[i] = make(chan func(context.Context), queued)
	}
	return a
}

// start begins to say what is queued. stop returns when that has been said, or after a while.
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
		timer := time.AfterFunc(finishWithin, cancel)
		defer timer.Stop()
		running.Wait()
		cancel()
	}
}

func (a *answers) work(ctx context.Context, job func(context.Context)) {
	defer func() {
		if caught := recover(); caught != nil {
			a.s.log.Error("an answer broke the adapter", "panic", caught)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	job(ctx)
}

// queue puts a job behind those of its room. Where too many wait it is left
// out: nobody asks that much who reads the answers.
func (a *answers) queue(room id.RoomID, job func(context.Context)) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.closed {
		return
	}
	hash := fnv.New32a()
	hash.Write([]byte(room))
	select {
	case a.queues[hash.Sum32()%speakers] <- job:
	default:
		a.s.log.Warn("too many answers wait, one is left out", "room", room)
	}
}

// say queues answers to something heard.
func (a *answers) say(h heard, messages []bot.Message) {
	for i, m := range messages {
		a.queue(h.place.room, func(ctx context.Context) {
			err := a.patiently(ctx, func() error { return a.s.answer(ctx, h, i, m) })
			if err != nil {
				a.s.log.Warn("an answer cannot be said", "room", h.place.room, "event", h.event, "err", err)
			}
		})
	}
}

// patiently does something again when the homeserver wants it later, or is out of order for a moment.
func (a *answers) patiently(ctx context.Context, do func() error) error {
	for pause := time.Second; ; {
		err := do()
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, mautrix.MLimitExceeded):
			sleep(ctx, wait(err))
		// A login that has ended is begun anew.
		case (passes(err) || errors.Is(err, mautrix.MUnknownToken)) && pause <= answerAgain:
			sleep(ctx, pause)
			pause *= 2
		default:
			return err
		}
	}
}

// answer says one answer: where it was asked for, or in the direct chat with whoever asked.
func (s *session) answer(ctx context.Context, h heard, i int, m bot.Message) error {
	sp := speech{place: place{h.place.room, h.thread}, reply: h.answer, txn: fmt.Sprintf("raumbot-answer-%s-%d", h.event, i), direct: h.direct, open: h.open}
	if m.Audience != bot.Private || h.direct {
		_, err := s.speak(ctx, sp, m)
		return err
	}
	room, err := s.chat(ctx, h.sender)
	if err != nil {
		return err
	}
	if _, err := s.speak(ctx, speech{place: place{room: room}, txn: sp.txn, direct: true}, m); err != nil {
		return err
	}
	return s.react(ctx, h.place.room, h.event, answeredPrivately)
}

// answeredPrivately marks a message that has been answered in the direct chat.
const answeredPrivately = "✉️"

// react adds a reaction of the bot; one that is there already is as good.
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

// tell answers with a sentence.
func (s *session) tell(ctx context.Context, h heard, what string) {
	s.answers.say(h, []bot.Message{{Platform: Platform, Audience: bot.Aside, Text: s.say(ctx, h, what), To: []bot.User{s.user(ctx, h.place.room, h.sender)}}})
}

// greet says how to speak to the bot, to a room that it has come to.
func (s *session) greet(ctx context.Context, room id.RoomID) {
	direct, err := s.direct(ctx, room)
	h := heard{place: place{room: room}, direct: direct}
	if err == nil && direct {
		h.sender, err = s.knowPartner(ctx, room)
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
	sp := speech{place: h.place, txn: "raumbot-hello-" + string(room), direct: direct, open: text == noEncryption}
	m := bot.Message{Text: s.say(ctx, h, text)}
	s.answers.queue(room, func(ctx context.Context) {
		if _, err := s.speakWords(ctx, sp, m); err != nil {
			s.log.Warn("cannot greet", "room", room, "err", err)
		}
	})
}
