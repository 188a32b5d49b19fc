package action

import (
	"fmt"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// questionLife is how long a question can be answered.
const questionLife = 15 * time.Minute

// maxQuestions limits the number of remembered questions.
const maxQuestions = 10_000

// asked is the key of a question: the person who was asked, and the place.
type asked struct {
	who  bot.UserID
	room bot.RoomID
}

// question is a question of the bot, and when it was asked.
type question struct {
	command.Question
	at time.Time
	// task is the message that repeats the open task, and variant is the game of the task. A bare move
	// is an answer to the task. Both are zero if there is no task.
	task    bot.Message
	variant string
	// lacks is a command of which an argument is missing, empty if the question asks for none.
	lacks string
	// shown are the buttons of messages that the person has got since without having asked for them,
	// the newest first. They are chosen by their labels alone.
	shown []command.Option
	// latest are the buttons of the last such message since the person said something here. A plain
	// yes or no may answer it, and does not answer the question any more.
	latest []command.Option
}

// maxShown is the number of buttons that are remembered for a person in a place besides those of
// the last question.
const maxShown = 50

// questions holds the last question to each person in each place, until that person says something
// else there. It is kept in memory only. After a restart the buttons below a question still work.
type questions struct{ open *lru.Cache[asked, question] }

// NewQuestions returns an empty set of questions.
func NewQuestions() questions {
	open, err := lru.New[asked, question](maxQuestions)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxQuestions, err)) // only a size of zero fails
	}
	return questions{open: open}
}

// remember remembers what can be answered in reply to a request, and forgets the previous question.
// If there is nothing to answer, a question survives overheard texts, because people may talk to
// each other in the meantime.
func (q questions) remember(r bot.Request, said question, now time.Time) {
	if r.Overheard && !said.Open() {
		return
	}
	key := asked{r.From.UserID, r.Room}
	if before, known := q.open.Get(key); known && before.fresh(now) {
		said.shown = before.shown
	}
	said.at = now
	q.open.Add(key, said)
}

// fresh reports whether a question can still be answered.
func (q question) fresh(now time.Time) bool { return now.Sub(q.at) < questionLife }

// AddButtons remembers the buttons of a message that its addressees have got in a place without
// having asked for it.
func (q questions) AddButtons(m bot.RenderedMessage, room bot.RoomID, now time.Time) {
	if len(m.Buttons) == 0 {
		return
	}
	buttons := options(bot.Unrendered(m).Buttons, false)
	for _, u := range m.To {
		key := asked{u.UserID, room}
		before, known := q.open.Get(key)
		if !known || !before.fresh(now) {
			before = question{at: now}
		}
		shown := slices.Concat(buttons, before.shown)
		before.shown = shown[:min(len(shown), maxShown)]
		before.latest = buttons
		q.open.Add(key, before)
	}
}

// questionIn returns what can be answered of some messages: the last question among them, and the
// buttons and menu of the last message that has any.
func questionIn(said []bot.Message) (q question) {
	for _, m := range said {
		if m.Yes != "" || m.Answers != "" {
			q.Yes, q.No, q.Moves, q.task = m.Yes, m.No, m.Answers, bot.Message{}
		}
		if m.Task != "" {
			q.task, q.variant = m, m.Picture.Variant
			q.task.Text, q.task.Picture = m.Task, nil
		}
		if len(m.Buttons) == 0 && m.Menu == nil {
			continue
		}
		q.Options = nil
		if m.Menu != nil {
			q.Options = options(m.Menu.Options, true)
		}
		q.Options = append(q.Options, options(m.Buttons, false)...)
	}
	return q
}

// questionOf returns the question that a problem asks. Its options are the problem's buttons. A
// task that was open stays open.
func (c *Call) questionOf(p *bot.Problem) question {
	q := question{Question: command.Question{Yes: p.Yes, Options: command.Described(options(p.Buttons, true), p.Text), Moves: c.Last.Moves}, task: c.Last.task, variant: c.Last.variant}
	q.Options = append(q.Options, options(q.task.Buttons, false)...)
	if p.Lacks && c.Request.Params == nil {
		q.lacks = c.Request.Text
	}
	return q
}

// withTask returns the problem of talk with the open task repeated below it, unless it asks
// something itself.
func (c *Call) withTask(p *bot.Problem, asks question) *bot.Problem {
	if task := c.Last.task; c.Talks && task.Text != "" && asks.Yes == "" && !asks.AskedWhich() {
		repeated := *p
		repeated.Text, repeated.Buttons = p.Text+"\n"+task.Text, slices.Concat(p.Buttons, task.Buttons)
		return &repeated
	}
	return p
}

// options returns buttons as the options of a question.
func options(buttons []bot.Button, listed bool) (all []command.Option) {
	for _, b := range buttons {
		all = append(all, command.Option{Label: b.Label, Command: b.Command, Listed: listed})
	}
	return all
}

// last returns the last question to the sender in the place of the request, and whether it can
// still be answered.
func (q questions) last(r bot.Request, now time.Time) (found question, open bool) {
	found, open = q.open.Get(asked{r.From.UserID, r.Room})
	return found, open && found.fresh(now)
}

// keepTask keeps a task open after a general command that changes nothing and asks nothing. It
// repeats the task below the answer if the command explains something or was found in talk. It
// returns the messages, and what can be answered next.
func (c *Call) keepTask(answer []bot.Message) ([]bot.Message, question) {
	said, task := questionIn(answer), c.Last.task
	if len(answer) == 0 || task.Task == "" || said.Yes != "" || said.Moves != "" || c.Command.Needs != command.NeedNothing || c.Command.Alters(c.Args) {
		return answer, said
	}
	task.Language, task.Zone, task.Event = answer[0].Language, answer[0].Zone, answer[0].Event
	said.Moves, said.task, said.variant = c.Last.Moves, task, c.Last.variant
	said.Options = append(said.Options, options(task.Buttons, false)...)
	if c.Talks && c.chat == "" || c.Command.Explains {
		answer = append(answer, task)
	}
	return answer, said
}

// errLeft returns the problem of a user who leaves a task, or answers it after a pause. left is the
// command of the task.
func errLeft(left string) error {
	text := phrase.Of("You have left the lesson. `%s` goes on where you were.", left)
	if left == "puzzle" {
		text = phrase.Of("You have left the puzzle. `puzzle` shows it again.")
	}
	return &bot.Problem{Kind: bot.NotNow, Text: text, Yes: left, Buttons: []bot.Button{{Label: phrase.Of("Go on"), Command: left}}}
}
