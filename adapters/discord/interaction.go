package discord

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
)

// interact answers an interaction.
func (d *Discord) interact(e *interactionJSON) {
	i := e.interaction()
	service := d.ready()
	if service == nil || i.User == nil && (i.Member == nil || i.Member.User == nil) || !d.seen.isFirst(i.ID) {
		return
	}
	// It is not cancelled when the bot stops.
	ctx, cancel := context.WithTimeout(context.Background(), tokenLife)
	defer cancel()
	if i.AppID == "" {
		i.AppID = d.appID()
	}
	x := newExchange(d, i)
	x.inherited = e.inherited
	d.describe(ctx, i.GuildID)
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		d.complete(ctx, i)
	case discordgo.InteractionApplicationCommand:
		x.command(ctx, service, e)
	case discordgo.InteractionModalSubmit:
		r, why := d.submitted(ctx, i, e)
		x.carryOut(ctx, service, r, why)
	case discordgo.InteractionMessageComponent:
		r := d.request(ctx, i)
		data := i.MessageComponentData()
		r.Text = data.CustomID
		if data.CustomID == menuID && len(data.Values) == 1 {
			r.Text = data.Values[0]
		}
		x.pressed = true
		x.onEphemeral = i.Message != nil && i.Message.Flags&ephemeral != 0
		x.onCard = x.onEphemeral && i.Message.Flags&componentsV2 != 0
		x.carryOut(ctx, service, r, "")
	}
}

// command carries out a slash command or a context menu command, or opens its form.
func (x *exchange) command(ctx context.Context, service *service.Service, e *interactionJSON) {
	if e.Data.Type == discordgo.UserApplicationCommand || e.Data.Type == discordgo.MessageApplicationCommand {
		r, form, why := x.contextRequest(ctx, x.i, e)
		if why = cmp.Or(why, x.reasonToRefuse(r)); form && why == "" && x.openForm(ctx, r) {
			return
		}
		x.carryOut(ctx, service, r, why)
		return
	}
	data := x.i.ApplicationCommandData()
	if name, _ := x.commandOf(data); name == setupName {
		report := notMember
		if botIsMember(x.i) {
			report = x.setupReport(x.i.GuildID, x.i.ChannelID, x.sees)
			if !x.mayCreateEvents(x.i.GuildID) {
				report += "\n" + mayAlso(listing)
			}
		}
		x.say(ctx, x.remark(report))
		return
	}
	r, why := x.slashRequest(ctx, x.i, data)
	if why == "" && x.needsForm(r) && x.openForm(ctx, r) {
		return
	}
	x.carryOut(ctx, service, r, why)
}

// tokenLife is how long an interaction can be answered: Discord's 15 minutes, less a margin.
const tokenLife = 15*time.Minute - time.Second

// exchange is one interaction and its answer.
type exchange struct {
	*Discord
	i         *discordgo.Interaction
	inherited bool // an earlier run of the bot may have begun to handle it
	// pressed means that a button or menu was used.
	pressed bool
	// onEphemeral means that the button or menu is on an ephemeral message, which the answer replaces.
	onEphemeral bool
	// onCard means that this message is a card.
	onCard    bool
	deferred  bool // a deferred answer was sent, which must be filled in
	redundant bool // the answer only confirms what is posted elsewhere
	maybeSent bool // a first answer may have reached Discord
	duplicate bool // the interaction had been answered before: it was delivered twice
	expired   bool // the interaction's token has expired
	began     time.Time
	limiter   *discordgo.RateLimiter
}

func newExchange(d *Discord, i *discordgo.Interaction) *exchange {
	// Answers to interactions are outside the global limit.
	return &exchange{Discord: d, i: i, began: time.Now(), limiter: discordgo.NewRatelimiter()}
}

// carryOut carries out a request and answers it. If why is not "", it answers with that instead. An
// answer that takes longer than Options.Patience is deferred, as Discord requires a response within
// 3 seconds.
func (x *exchange) carryOut(ctx context.Context, service *service.Service, r bot.Request, why phrase.Text) {
	done := make(chan result, 1)
	go func() { done <- x.perform(ctx, service, r, why, func() string { return string(x.i.Locale) }) }()
	var did result
	select {
	case did = <-done:
	case <-time.After(time.Until(x.began.Add(x.options.Patience))):
		x.deferAnswer(ctx, ephemeral)
		did = <-done
	}
	reply := did.reply
	switch {
	case x.replaced(ctx):
		return
	case did.hasty && !x.remarks.isDue(hasteOf(r), x.now()):
		x.dismiss(ctx)
	case len(reply.Answer) == 0:
		x.acknowledge(ctx, reply)
	default:
		x.say(ctx, reply.Answer...)
	}
	x.tellUndelivered(ctx, service, r.From.ID)
}

// The types of the first answer to an interaction.
const (
	answerMessage        = 4
	answerDeferred       = 5
	answerDeferredUpdate = 6
	answerUpdate         = 7
	answerChoices        = 8
	answerModal          = 9
)

// firstAnswer is the first answer to an interaction.
type firstAnswer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// deferAnswer tells Discord that the answer will come later. The flags, which are ephemeral or 0,
// apply to the first part of the answer.
func (x *exchange) deferAnswer(ctx context.Context, flags int) {
	if x.deferred {
		return
	}
	a := firstAnswer{Type: answerDeferred, Data: map[string]int{"flags": flags}}
	if x.onEphemeral {
		a = firstAnswer{Type: answerDeferredUpdate}
	}
	// After any other failure, Discord may have accepted it.
	x.deferred = !tokenExpired(x.sendFirst(ctx, a, payload{}))
}

// keep ends the press of a button without changing its message. It reports false if the
// interaction is no such press, or its answer has been deferred.
func (x *exchange) keep(ctx context.Context) (ended bool) {
	if x.pressed && !x.deferred {
		// sendFirst logs a failure.
		_ = x.sendFirst(ctx, firstAnswer{Type: answerDeferredUpdate}, payload{})
		return !x.deferred
	}
	return x.pressed && x.onEphemeral // a deferred update, which changes nothing
}

// dismiss ends an interaction without an answer.
func (x *exchange) dismiss(ctx context.Context) {
	if !x.keep(ctx) {
		x.vanish(ctx)
	}
}

// acknowledge ends an interaction whose effect is posted elsewhere. A button press gets no
// visible answer.
func (x *exchange) acknowledge(ctx context.Context, reply bot.RenderedReply) {
	if !x.onEphemeral && x.keep(ctx) {
		return
	}
	x.redundant = true
	if reply.Outcome == bot.Repeated { // by a process that has ended before it could answer
		x.say(ctx, x.remark(answerLost))
		return
	}
	if room := x.noticeRoom(reply.Notices); room != (bot.RoomID{}) {
		there := x.remark(postedThere)
		there.Room = room
		x.say(ctx, there)
		return
	}
	x.vanish(ctx)
}

// vanish answers an interaction without leaving anything behind: it deletes the answer or, if a
// component of an ephemeral message was used, that message.
func (x *exchange) vanish(ctx context.Context) {
	x.deferAnswer(ctx, ephemeral)
	if x.deferred && !x.duplicate {
		// send logs a failure.
		_ = x.send(ctx, request{method: "DELETE", path: x.webhook() + "/messages/@original"}, payload{})
	}
}

// noticeRoom returns the first room on Discord, other than the interaction's own, to which notices
// go. It is zero if there is none.
func (x *exchange) noticeRoom(notices []bot.RenderedMessage) bot.RoomID {
	for _, n := range notices {
		if n.Platform == Platform && n.Room != (bot.RoomID{}) && n.Room.ID != x.i.ChannelID {
			return n.Room
		}
	}
	return bot.RoomID{}
}

// remark returns an answer that is a text of the adapter's own.
func (x *exchange) remark(text phrase.Text) bot.RenderedMessage {
	return bot.RenderedMessage{Audience: bot.Aside, Text: botlocale.Render(string(x.i.Locale), text)}
}

// say answers with messages: the first is the response, the others are follow-ups. What Discord
// does not accept any more, or fails to take, is left to the outbox.
func (x *exchange) say(ctx context.Context, messages ...bot.RenderedMessage) {
	flags := ephemeral
	if len(messages) > 0 && messages[0].Audience == bot.Public {
		flags = 0
	}
	first := true
	for n, m := range messages {
		if m.Drawing != nil && first {
			x.deferAnswer(ctx, flags) // drawing may take longer than Discord waits
		}
		for _, p := range x.composeWithin(ctx, m, string(x.i.Locale), x.roomFor(m)) {
			if m.Text == x.remark(postedThere).Text && m.Room != (bot.RoomID{}) {
				p.Content += " <#" + m.Room.ID + ">"
			}
			if m.Audience != bot.Public {
				p.Flags |= ephemeral
			}
			err := x.sayPart(ctx, p, first)
			x.expired = x.expired || tokenExpired(err)
			if unclear := (*bot.Unclear)(nil); x.expired || errors.As(err, &unclear) {
				x.answerLater(ctx, messages[n:])
				return
			}
			if err != nil {
				return // it has been logged; follow-ups are not possible without a response
			}
			first = false
		}
	}
}

// roomFor returns the maximum length of each part of an answer. An answer that is a card from the
// beginning has more room.
func (x *exchange) roomFor(m bot.RenderedMessage) int {
	if mayBeCard(m) && m.Audience != bot.Public {
		return maxCard
	}
	return maxContent
}

// sayPart sends a part of an answer. What Discord does not accept in it is replaced by a remark.
func (x *exchange) sayPart(ctx context.Context, p payload, first bool) error {
	err := x.respond(ctx, p, first)
	if code(err) == discordgo.ErrCodeMissingPermissions && len(p.files) > 0 {
		p = p.withoutFiles()
		err = x.respond(ctx, p, first)
	}
	if rejected(err) && x.withoutEmoji(&p) {
		err = x.respond(ctx, p, first)
	}
	if rejected(err) { // because of its content or size, so a short remark replaces it
		plain := x.composeText(ctx, notAccepted, p.language)[0]
		plain.Flags = p.Flags
		err = x.respond(ctx, plain, first)
	}
	return err
}
