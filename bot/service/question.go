package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
)

// questionLife is how long a question can be answered by a bare yes or no.
const questionLife = 15 * time.Minute

// maxQuestions bounds how many questions are remembered.
const maxQuestions = 10_000

// asked identifies who was asked a question, and where.
type asked struct {
	who  bot.UserID
	room bot.RoomID
}

// question is what the bot has asked somebody: the commands that a yes and a no carry out.
type question struct {
	yes, no string
	answers string // the command that a bare move is an argument of
	numbers string // the command that a number completes
	at      time.Time
}

// final reports whether a yes to the question does what cannot be undone: its command says "confirm".
func (q question) final() bool { return slices.Contains(strings.Fields(q.yes), "confirm") }

// questions holds the questions that a bare yes or no answers: the last one for each person and
// place, until they say something else there. One process keeps them in memory only: after a restart the
// buttons below the question still work. Several processes keep them in the store, because the answer may reach another, and so may what
// ends the question.
type questions struct {
	open  *lru.Cache[asked, question]
	store bot.Store // nil if there is one process
}

func newQuestions() questions {
	open, err := lru.New[asked, question](maxQuestions)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxQuestions, err)) // only a size of zero fails
	}
	return questions{open: open}
}

// note remembers the question among the messages said in reply to a request, and forgets the previous one.
func (q questions) note(ctx context.Context, r bot.Request, said []bot.Message, now time.Time) error {
	key, last := asked{r.From.UserID, r.Room}, question{}
	for _, m := range said {
		if m.Yes != "" || m.Answers != "" || m.Completes != "" {
			last = question{m.Yes, m.No, m.Answers, m.Completes, now}
		}
	}
	if q.store != nil {
		return q.keep(ctx, key, last)
	}
	q.open.Remove(key)
	if last != (question{}) {
		q.open.Add(key, last)
	}
	return nil
}

// last returns the question that the sender was last asked in the place of the request, and whether it is still open. tx is nil outside of a
// transaction.
func (q questions) last(ctx context.Context, tx bot.Tx, r bot.Request, now time.Time) (found question, open bool, err error) {
	key := asked{r.From.UserID, r.Room}
	switch {
	case q.store == nil:
		found, open = q.open.Get(key)
	case tx != nil:
		found, open, err = key.recall(tx)
	default:
		err = q.store.View(ctx, func(tx bot.Tx) (err error) {
			found, open, err = key.recall(tx)
			return err
		})
	}
	return found, open && now.Sub(found.at) < questionLife, err
}

// question returns what the speaker was last asked here, if it is open.
func (c *call) question() (question, bool, error) {
	return c.service.questions.last(context.Background(), c.tx, c.request, c.service.clock.Now())
}

// questionMemo is a question as it is stored.
type questionMemo struct {
	Yes, No, Answers, Numbers string    `json:",omitzero"`
	At                        time.Time `json:",omitzero"`
}

// memo returns the key under which the question is stored.
func (a asked) memo() string {
	return fmt.Sprintf("%squestion/%s/%s", UserMemo(a.who), a.room.Platform, a.room.ID)
}

// recall reads the question from the store.
func (a asked) recall(tx bot.Tx) (question, bool, error) {
	text, err := tx.Memo(a.who.Platform, a.memo())
	if errors.Is(err, bot.ErrNotFound) {
		return question{}, false, nil
	}
	var m questionMemo
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return question{m.Yes, m.No, m.Answers, m.Numbers, m.At}, err == nil, err
}

// keep stores a question, or deletes the stored one if it is empty.
func (q questions) keep(ctx context.Context, key asked, last question) error {
	var text []byte
	if last != (question{}) {
		text, _ = json.Marshal(questionMemo{last.yes, last.no, last.answers, last.numbers, last.at}) // strings and a time
	} else if stored, err := q.stored(ctx, key); err != nil || !stored {
		return err
	}
	return q.store.Update(ctx, func(tx bot.Tx) error { return tx.PutMemo(key.who.Platform, key.memo(), text) })
}

func (q questions) stored(ctx context.Context, key asked) (stored bool, err error) {
	err = q.store.View(ctx, func(tx bot.Tx) (err error) {
		_, stored, err = key.recall(tx)
		return err
	})
	return stored, err
}

// noteQuestion is note, with errors logged: what was said has been done already.
func (s *Service) noteQuestion(ctx context.Context, c *call, said []bot.Message) {
	if err := s.questions.note(ctx, c.request, said, s.clock.Now()); err != nil {
		s.log.Error("a question is not known to the other processes", append(c.logged(), "err", err)...)
	}
}
