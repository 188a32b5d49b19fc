package action

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// openOffer is a challenge, offer or request that waits for a yes or a no from the speaker, with
// the command for each answer.
type openOffer struct {
	yes, no bot.Button
	what    phrase.Text // describes it
	short   phrase.Text // describes it on a button
	invites bool        // it is a challenge
	from    bot.PlayerID
}

// OfferButtons returns the buttons that accept and decline an offer in a game.
func OfferButtons(what bot.Event, id bot.GameID) []bot.Button {
	accept, decline := phrase.Of("Accept the draw"), phrase.Of("Decline the draw")
	switch what {
	case bot.TakebackOffered:
		accept, decline = phrase.Of("Give it back"), phrase.Of("Decline")
	case bot.AbortOffered:
		accept, decline = phrase.Of("Abort the game"), phrase.Of("Play on")
	}
	name := bot.Offer{What: what}.Command()
	return []bot.Button{{Label: accept, Command: fmt.Sprintf("%s %d accept", name, id), Tone: bot.Agrees}, {Label: decline, Command: fmt.Sprintf("%s %d decline", name, id), Tone: bot.Refuses}}
}

// PublishButtons returns the buttons that answer a request to make a game public.
func PublishButtons(id bot.GameID) []bot.Button {
	return []bot.Button{
		{Label: phrase.Of("Make it public"), Command: fmt.Sprintf("publish %d", id)},
		{Label: phrase.Of("Keep it here"), Command: fmt.Sprintf("publish %d off", id)},
	}
}

// offerLabels are the buttons of all kinds of offers.
var offerLabels = slices.Concat(OfferButtons(bot.DrawOffered, 0), OfferButtons(bot.TakebackOffered, 0), OfferButtons(bot.AbortOffered, 0), PublishButtons(0))

// isOfferLabel reports whether a text is the label of a button that answers an offer.
func isOfferLabel(text string) bool {
	_, ok := command.Labelled(options(offerLabels, false), text)
	return ok
}

// labelled returns the offers that have a button whose label is a text, and whether that button
// accepts them.
func labelled(all []openOffer, text string) (meant []openOffer, yes bool) {
	has := func(b bot.Button) bool {
		_, ok := command.Labelled(options([]bot.Button{b}, false), text)
		return ok
	}
	for _, o := range all {
		if has(o.yes) || has(o.no) {
			meant, yes = append(meant, o), has(o.yes)
		}
	}
	return meant, yes
}

// offersToMe returns the offers that wait for the speaker's answer in the place where they speak.
// If there are none, it returns those that wait anywhere.
func offersToMe(c *Call) ([]openOffer, error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	var here, all []openOffer
	add := func(isHere bool, o openOffer) {
		all = append(all, o)
		if isHere {
			here = append(here, o)
		}
	}
	challenges, err := Challenges(c)
	if err != nil {
		return nil, err
	}
	for _, ch := range challenges {
		if ch.IsTo(c.Me.ID) && !c.Expired(ch) {
			add(ch.To.Room == c.Request.Room, openOffer{yes: c.Bot.Button("accept", ch.ID.String()), no: c.Bot.Button("decline", ch.ID.String()),
				what: phrase.Of("the challenge of %s, %s", ch.From.User.Said(), ch.Words()), short: phrase.Of("challenge %d", ch.ID), invites: true, from: ch.From.Player})
		}
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		side, plays := g.Side(c.Me.ID)
		if !plays || g.Study() || g.Offer == nil || g.Seats[g.Offer.By].Player == c.Me.ID {
			continue
		}
		answer := OfferButtons(g.Offer.What, g.ID)
		add(seesHere(c, g, side), openOffer{yes: answer[0], no: answer[1],
			what: offerWords(c, g), short: bot.GameNumber(g.ID), from: g.Seats[g.Offer.By].Player})
	}
	over, err := c.Tx.GamesOf(c.Me.ID, true, bot.Page{Limit: askedAmong})
	if err != nil {
		return nil, err
	}
	for _, g := range append(games, over...) {
		asked, err := AskedToPublish(c, g)
		if err != nil {
			return nil, err
		}
		if asked {
			side, _ := g.Side(c.Me.ID)
			answer := PublishButtons(g.ID)
			add(seesHere(c, g, side), openOffer{yes: answer[0], no: answer[1],
				what: phrase.Of("the wish to make %s public", bot.GameNumber(g.ID)), short: bot.GameNumber(g.ID), from: g.Seats[side.Other()].Player})
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	return all, nil
}

// askedAmong is the number of the newest finished games that are searched for a request to make one
// public.
const askedAmong = 100

// seesHere reports whether a game in which the speaker plays side is shown where they speak.
func seesHere(c *Call, g bot.Game, side rules.Side) bool {
	return len(bot.SeenIn([]bot.Game{g}, c.Request.Room)) > 0 || c.Request.Room == bot.RoomID{} && g.Seats[side].Room == bot.RoomID{}
}

// MeansOffer reports whether accept or decline without arguments is about an offer in one of the
// speaker's games, because no challenge waits for their answer.
func (c *Call) MeansOffer() (bool, error) {
	if c.Args.Game != 0 || c.Args.Word("name") != "" {
		return false, nil
	}
	offers, err := offersToMe(c)
	invited := slices.ContainsFunc(offers, func(o openOffer) bool { return o.invites })
	return len(offers) > 0 && !invited, err
}

// offerWords returns a phrase that describes a game's open offer.
func offerWords(c *Call, g bot.Game) phrase.Text {
	who, which := g.Name(g.Offer.By), bot.GameNumber(g.ID)
	switch g.Offer.What {
	case bot.TakebackOffered:
		return phrase.Of("the takeback that %s asks for in %s", who, which)
	case bot.AbortOffered:
		return phrase.Of("the end without a result that %s asks for in %s", who, which)
	}
	return phrase.Of("the draw that %s offers in %s", who, which)
}

// AnswerOffer carries out accept or decline without arguments for the only open offer in a game. It
// asks which offer is meant if there are several.
func (c *Call) AnswerOffer(yes bool) (bot.Reply, error) {
	offers, err := offersToMe(c)
	if err != nil {
		return bot.Reply{}, err
	}
	said, err := answerTo(offers, yes)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.instead(said)
}

// answerTo returns the command that a yes or a no stands for. If there are several offers, it
// returns an error that asks which one is meant.
func answerTo(offers []openOffer, yes bool) (string, error) {
	label := phrase.Of("No")
	if yes {
		label = phrase.Of("Yes")
	}
	which := bot.Problemf(bot.Ambiguous, "What is your answer to?")
	for _, o := range offers[:min(len(offers), tournament.Listed)] {
		said := o.no.Command
		if yes {
			said = o.yes.Command
		}
		if len(offers) == 1 {
			return said, nil
		}
		which.Text += phrase.Sprintf("\n`%s`: %s", said, o.what)
		which.Buttons = append(which.Buttons, bot.Button{Label: label + ": " + o.short, Command: said})
	}
	return "", which
}

// ConfirmByYes marks a reply as a question. A yes then has the effect of its first button.
func ConfirmByYes(r bot.Reply) bot.Reply {
	r.Answer[0].Yes = r.Answer[0].Buttons[0].Command
	return r
}

// errUncharged reports a bug: the command behind an answer costs more than the answer that was
// charged.
var errUncharged = errors.New("an answer to an offer that costs more than an answer")

// instead carries out a command about an offer in place of the given yes or no, in the same
// transaction.
func (c *Call) instead(text string) (bot.Reply, error) {
	r := c.Request
	r.Text, r.Params, r.Overheard = text, nil, false
	said, args, err := c.Bot.Table.Read(r)
	if err != nil {
		return bot.Reply{}, err
	}
	if said.Cost > 1 {
		return bot.Reply{}, errUncharged
	}
	c.Command, c.Args = c.Bot.Actions[said.Name], args
	if err := c.selectGame(); err != nil {
		return bot.Reply{}, err
	}
	if err := c.CheckKnown(c.Args.Variant); err != nil {
		return bot.Reply{}, err
	}
	return c.Command.Do(c)
}
