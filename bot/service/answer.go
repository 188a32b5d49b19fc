package service

import (
	"errors"
	"fmt"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// questionLife is how long a question waits for a bare yes or no.
const questionLife = 15 * time.Minute

// maxQuestions bounds how many questions are remembered.
const maxQuestions = 10_000

// asked is where somebody was asked a question.
type asked struct {
	who  bot.UserID
	room bot.RoomID
}

// question is what the bot has asked somebody: the commands of a yes and a no.
type question struct {
	yes, no string
	answers string // the command that a bare move is for
	at      time.Time
}

// questions are those that wait for a bare answer: the last one that each person was asked in each
// place, until they say something else there. They are kept in memory alone: after a restart the
// buttons below the question still do.
type questions struct{ open *lru.Cache[asked, question] }

func newQuestions() questions {
	open, err := lru.New[asked, question](maxQuestions)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxQuestions, err)) // only a size of zero fails
	}
	return questions{open}
}

// note remembers the question among some messages to somebody, and forgets the one before.
func (q questions) note(r bot.Request, said []bot.Message, now time.Time) {
	key := asked{r.From.UserID, r.Room}
	q.open.Remove(key)
	for _, m := range said {
		if m.Yes != "" || m.Answers != "" {
			q.open.Add(key, question{m.Yes, m.No, m.Answers, now})
		}
	}
}

// last returns what somebody was asked last in a place.
func (q questions) last(r bot.Request, now time.Time) (question, bool) {
	found, ok := q.open.Get(asked{r.From.UserID, r.Room})
	return found, ok && now.Sub(found.at) < questionLife
}

// openOffer is something that waits for a yes or a no of the speaker.
type openOffer struct {
	yes, no string
	what    string // a phrase
	short   string // a phrase that names it alone
}

// redirected returns a request whose bare move answers a task as the command that it is for.
func (s *Service) redirected(r bot.Request, said *command.Command, args command.Args) (*command.Command, command.Args, error) {
	if said == nil || said.Name != "move" || args.Game != 0 || r.Overheard || r.Params != nil {
		return said, args, nil
	}
	q, ok := s.questions.last(r, s.clock.Now())
	if !ok || q.answers == "" {
		return said, args, nil
	}
	r.Text = q.answers + " " + args.Word("move")
	return s.commands.Read(r)
}

// offersToMe lists what waits for the speaker's answer in the place where they speak, and if there
// is nothing, anywhere.
func (c *call) offersToMe() ([]openOffer, error) {
	if c.me.ID == 0 {
		return nil, nil
	}
	var here, all []openOffer
	add := func(isHere bool, o openOffer) {
		all = append(all, o)
		if isHere {
			here = append(here, o)
		}
	}
	challenges, err := c.challenges()
	if err != nil {
		return nil, err
	}
	for _, ch := range challenges {
		if ch.IsTo(c.me.ID) && !c.expired(ch) {
			add(ch.To.Room == c.request.Room, openOffer{fmt.Sprintf("accept %d", ch.ID), fmt.Sprintf("decline %d", ch.ID),
				phrase.Of("the challenge of %s, %s", ch.From.User.Said(), ch.Words()), phrase.Of("challenge %d", ch.ID)})
		}
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		side, plays := g.Side(c.me.ID)
		if !plays || g.Study() || g.Offer == nil || g.Seats[g.Offer.By].Player == c.me.ID {
			continue
		}
		add(c.seesHere(g, side), openOffer{fmt.Sprintf("%s %d accept", g.Offer.Command(), g.ID), fmt.Sprintf("%s %d decline", g.Offer.Command(), g.ID), c.offerWords(g), bot.GameNumber(g.ID)})
	}
	over, err := c.tx.GamesOf(c.me.ID, true, bot.Page{Limit: askedAmong})
	if err != nil {
		return nil, err
	}
	for _, g := range append(games, over...) {
		asked, err := c.askedToPublish(g)
		if err != nil {
			return nil, err
		}
		if asked {
			side, _ := g.Side(c.me.ID)
			add(c.seesHere(g, side), openOffer{fmt.Sprintf("publish %d", g.ID), fmt.Sprintf("publish %d off", g.ID),
				phrase.Of("the wish to make %s public", bot.GameNumber(g.ID)), bot.GameNumber(g.ID)})
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	return all, nil
}

// askedAmong is among how many games that have ended, the newest, a bare yes finds one whose player asks to make it public.
const askedAmong = 100

// seesHere reports whether a game is seen where the speaker is, who plays a side of it.
func (c *call) seesHere(g bot.Game, side rules.Side) bool {
	return len(seenIn([]bot.Game{g}, c.request.Room)) > 0 || c.request.Room == bot.RoomID{} && g.Seats[side].Room == bot.RoomID{}
}

// meansOffer reports whether a bare accept or decline is about the offers in the speaker's games, as no challenge
// waits for it.
func (c *call) meansOffer() (bool, error) {
	if c.args.Game != 0 || c.args.Word("name") != "" {
		return false, nil
	}
	offers, err := c.offersToMe()
	for _, o := range offers {
		if strings.HasPrefix(o.yes, "accept ") {
			return false, err
		}
	}
	return len(offers) > 0, err
}

// offerWords says what a game's offer is.
func (c *call) offerWords(g bot.Game) string {
	who, which := g.Name(g.Offer.By), bot.GameNumber(g.ID)
	switch g.Offer.What {
	case bot.TakebackOffered:
		return phrase.Of("the takeback that %s asks for in %s", who, which)
	case bot.AbortOffered:
		return phrase.Of("the end without a result that %s asks for in %s", who, which)
	}
	return phrase.Of("the draw that %s offers in %s", who, which)
}

// answerQuestion carries out a yes or a no: to what the speaker was asked last in this place, else to the only thing that
// waits for their answer.
func (c *call) answerQuestion(yes bool) (bot.Reply, error) {
	label := phrase.Of("No")
	if yes {
		label = phrase.Of("Yes")
	}
	if name := c.args.Word("name"); name != "" || c.args.Game != 0 {
		verb := "decline"
		if yes {
			verb = "accept"
		}
		if c.args.Game != 0 {
			name = c.args.Game.String()
		}
		return c.instead(verb + " " + name)
	}
	if q, ok := c.service.questions.last(c.request, c.service.clock.Now()); ok && q.yes != "" {
		switch {
		case yes:
			return c.instead(q.yes)
		case q.no != "":
			return c.instead(q.no)
		}
		return c.answer(phrase.Of("All right, nothing has changed.")), nil
	}
	offers, err := c.offersToMe()
	if err != nil {
		return bot.Reply{}, err
	}
	answer := func(o openOffer) string {
		if yes {
			return o.yes
		}
		return o.no
	}
	switch len(offers) {
	case 0:
		return c.answer(phrase.Of("All right! No question is open here; `games` shows what waits for you.")), nil
	case 1:
		return c.instead(answer(offers[0]))
	}
	which := bot.Problemf(bot.Ambiguous, "What is your answer to?")
	for _, o := range offers[:min(len(offers), tournament.Listed)] {
		which.Text += fmt.Sprintf("\n`%s`: %s", answer(o), o.what)
		which.Buttons = append(which.Buttons, bot.Button{Label: label + ": " + o.short, Command: answer(o)})
	}
	return bot.Reply{}, which
}

// asking marks a reply as a question: a yes presses its first button.
func asking(r bot.Reply) bot.Reply {
	r.Answer[0].Yes = r.Answer[0].Buttons[0].Command
	return r
}

// errAnswersItself is the error of a question whose answer is an answer again.
var errAnswersItself = errors.New("a question that an answer to it asks again")

// instead carries out another command in place of the one that was said.
func (c *call) instead(text string) (bot.Reply, error) {
	r := c.request
	r.Text, r.Params, r.Overheard = text, nil, false
	said, args, err := c.service.commands.Read(r)
	if err != nil {
		return bot.Reply{}, err
	}
	if said.Name == "yes" || said.Name == "no" {
		return bot.Reply{}, errAnswersItself
	}
	c.command, c.args = said, args
	if err := c.settle(); err != nil {
		return bot.Reply{}, err
	}
	return c.service.handlers[said.Name](c)
}
