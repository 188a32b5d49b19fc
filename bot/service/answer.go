package service

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// openOffer is something that waits for a yes or a no from the speaker, with the commands of both.
type openOffer struct {
	yes, no string
	what    string // a phrase that describes it
	short   string // a short phrase for a button
	invites bool   // it is a challenge
	from    bot.PlayerID
}

// numberAnswer matches a number in reply to a question that asks for one: "3", "level 3".
var numberAnswer = regexp.MustCompile(`(?i)^(?:(?:level|stufe|number|nummer) )?([1-9][0-9]{0,2})[.!]?$`)

// completed returns a request whose text is a number, or a word for a level of the computer, that answers the open question as the command that it completes; others unchanged.
func (s *Service) completed(ctx context.Context, r bot.Request) (bot.Request, error) {
	number := numberAnswer.FindStringSubmatch(strings.TrimSpace(r.Text))
	if level := command.Level(strings.Trim(strings.TrimSpace(r.Text), ".!")); level != "" {
		number = []string{"", level}
	}
	if number == nil || r.Overheard || r.Params != nil {
		return r, nil
	}
	q, ok, err := s.questions.last(ctx, nil, r, s.clock.Now())
	if ok && q.numbers != "" {
		r.Text = q.numbers + " " + number[1]
	}
	return r, err
}

// redirected returns the command that a bare move, yes or no carries out because it answers the question or the task, such as a puzzle,
// that is open; other commands unchanged. So an answer is charged, and waits, as what it does.
func (s *Service) redirected(ctx context.Context, tx bot.Tx, r bot.Request, said *command.Command, args command.Args) (*command.Command, command.Args, error) {
	confirms := said != nil && said.Name == "confirm" && len(args.Words) == 0 // the setting of that name has a value
	if said == nil || !said.Plays && !said.Answers() && !skips(said, r.Text) && !confirms || args.NamesGame() || args.Word("name") != "" || r.Overheard || r.Params != nil {
		return said, args, nil
	}
	q, ok, err := s.questions.last(ctx, tx, r, s.clock.Now())
	switch {
	case !ok:
		return said, args, err
	case said.Plays && q.answers != "":
		r.Text = q.answers + " " + args.Word("move")
	case q.answers == "puzzle" && skips(said, r.Text):
		r.Text = commandText(q.answers, "next")
	case confirms && q.final():
		r.Text = q.yes
	case said.Name == "yes" && q.final() && !command.PlainYes(r.Text): // it asks again: see answerQuestion
		return said, args, nil
	case said.Name == "yes" && q.yes != "":
		r.Text = q.yes
	case said.Name == "no" && q.yes != "" && q.no != "":
		r.Text = q.no
	default:
		return said, args, nil
	}
	said, args, err = s.commands.Read(r)
	if err == nil && said.Answers() {
		err = errAnswersItself
	}
	return said, args, err
}

// offersToMe lists what waits for the speaker's answer in the place where they speak; if there is
// nothing, what waits anywhere.
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
			add(ch.To.Room == c.request.Room, openOffer{yes: fmt.Sprintf("accept %d", ch.ID), no: fmt.Sprintf("decline %d", ch.ID),
				what: phrase.Of("the challenge of %s, %s", ch.From.User.Said(), ch.Words()), short: phrase.Of("challenge %d", ch.ID), invites: true, from: ch.From.Player})
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
		add(c.seesHere(g, side), openOffer{yes: fmt.Sprintf("%s %d accept", g.Offer.Command(), g.ID), no: fmt.Sprintf("%s %d decline", g.Offer.Command(), g.ID),
			what: c.offerWords(g), short: bot.GameNumber(g.ID), from: g.Seats[g.Offer.By].Player})
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
			add(c.seesHere(g, side), openOffer{yes: fmt.Sprintf("publish %d", g.ID), no: fmt.Sprintf("publish %d off", g.ID),
				what: phrase.Of("the wish to make %s public", bot.GameNumber(g.ID)), short: bot.GameNumber(g.ID), from: g.Seats[side.Other()].Player})
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	return all, nil
}

// askedAmong is how many of the newest finished games are searched for a request to make one public.
const askedAmong = 100

// seesHere reports whether a game of the speaker, who plays side, is shown where they speak.
func (c *call) seesHere(g bot.Game, side rules.Side) bool {
	return len(seenIn([]bot.Game{g}, c.request.Room)) > 0 || c.request.Room == bot.RoomID{} && g.Seats[side].Room == bot.RoomID{}
}

// meansOffer reports whether a bare accept or decline is about the offers in the speaker's games, because no
// challenge waits for their answer.
func (c *call) meansOffer() (bool, error) {
	if c.args.Game != 0 || c.args.Word("name") != "" {
		return false, nil
	}
	offers, err := c.offersToMe()
	invited := slices.ContainsFunc(offers, func(o openOffer) bool { return o.invites })
	return len(offers) > 0 && !invited, err
}

// offerWords returns a phrase that describes a game's open offer.
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

// answerQuestion carries out a yes or a no to the only open offer, unless it has been redirected to what the last question asked here is
// about. It asks which is meant if there are several.
func (c *call) answerQuestion(yes bool) (bot.Reply, error) {
	label := phrase.Of("No")
	if yes {
		label = phrase.Of("Yes")
	}
	verb := "decline"
	if yes {
		verb = "accept"
	}
	if c.args.Game != 0 {
		return c.instead(verb + " " + c.args.Game.String())
	}
	name := c.args.Word("name")
	if q, ok, err := c.question(); err != nil {
		return bot.Reply{}, err
	} else if ok && yes && q.final() {
		return c.askFinal(phrase.Of("That was not a clear yes, so nothing has happened."), phrase.Of("Yes"), q.yes), nil
	} else if ok && q.yes != "" && !yes && name == "" {
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
	theirs := offers
	if name != "" {
		who, err := c.known(name)
		if err != nil && !errors.As(err, new(*bot.Problem)) {
			return bot.Reply{}, err
		}
		theirs = slices.DeleteFunc(slices.Clone(offers), func(o openOffer) bool { return err != nil || !who.Is(o.from) })
		if err == nil && len(theirs) == 0 { // perhaps they seek an opponent
			return c.instead(verb + " " + name)
		}
	}
	switch {
	case len(theirs) == 1:
		return c.instead(answer(theirs[0]))
	case len(offers) == 0:
		now, err := c.situation()
		if err != nil {
			return bot.Reply{}, err
		}
		if asked := c.service.commands.Else(c.request.Text, now); asked != nil { // "count me in", where a tournament takes entries
			return bot.Reply{}, asked
		}
		return c.answer(phrase.Of("All right! No question is open here; `games` shows what waits for you.")), nil
	case len(theirs) > 0:
		offers = theirs
	}
	which := bot.Problemf(bot.Ambiguous, "What is your answer to?")
	for _, o := range offers[:min(len(offers), tournament.Listed)] {
		which.Text += fmt.Sprintf("\n`%s`: %s", answer(o), o.what)
		which.Buttons = append(which.Buttons, bot.Button{Label: label + ": " + o.short, Command: answer(o)})
	}
	return bot.Reply{}, which
}

// asking marks a reply as a question that a yes answers like its first button.
func asking(r bot.Reply) bot.Reply {
	r.Answer[0].Yes = r.Answer[0].Buttons[0].Command
	return r
}

// Bugs: the command behind a yes or no is itself yes or no, or one that should have been charged for more than an answer.
var (
	errAnswersItself = errors.New("a question that an answer to it asks again")
	errUncharged     = errors.New("an answer to an offer that costs more than an answer")
)

// instead carries out a command about an offer in place of the yes or no given, in the same transaction.
func (c *call) instead(text string) (bot.Reply, error) {
	r := c.request
	r.Text, r.Params, r.Overheard = text, nil, false
	said, args, err := c.service.commands.Read(r)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case said.Answers():
		return bot.Reply{}, errAnswersItself
	case said.Cost > 1:
		return bot.Reply{}, errUncharged
	}
	c.command, c.args = said, args
	if err := c.settle(); err != nil {
		return bot.Reply{}, err
	}
	if err := c.knows(c.args.Variant); err != nil {
		return bot.Reply{}, err
	}
	return c.service.handlers[said.Name](c)
}
