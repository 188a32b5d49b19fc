package discord

import (
	"cmp"
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/service"
)

// interact answers an interaction.
func (d *Discord) interact(e *interactionJSON) {
	i := e.interaction()
	service := d.ready()
	if service == nil || i.User == nil && (i.Member == nil || i.Member.User == nil) || !d.seen.first(i.ID) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), tokenLife) // not cancelled when the bot stops
	defer cancel()
	if i.AppID == "" {
		i.AppID = d.appID()
	}
	x := newExchange(d, i)
	x.from = e.from
	d.describe(ctx, i.GuildID)
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		d.complete(ctx, i)
	case discordgo.InteractionApplicationCommand:
		x.command(ctx, service, e)
	case discordgo.InteractionModalSubmit:
		r, why := d.submitted(ctx, i, e.Data.CustomID, e.Data.Components)
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
		x.carryOut(ctx, service, r, "")
	}
}

// command carries out a slash command or a context menu command, or opens its form.
func (x *exchange) command(ctx context.Context, service *service.Service, e *interactionJSON) {
	if e.Data.Type == discordgo.UserApplicationCommand || e.Data.Type == discordgo.MessageApplicationCommand {
		r, form, why := x.contextRequest(ctx, x.i, e)
		if why = cmp.Or(why, x.refuse(r)); form && why == "" {
			x.openForm(ctx, r, e.Data.TargetID)
			return
		}
		x.carryOut(ctx, service, r, why)
		return
	}
	data := x.i.ApplicationCommandData()
	if name, _ := x.given(data); name == setupName {
		report := notMember
		if botIsMember(x.i) {
			report = x.setupReport(x.i.GuildID, x.i.ChannelID, x.i.Member != nil && x.i.Member.Permissions&organising != 0)
		}
		x.say(ctx, bot.Message{Audience: bot.Aside, Text: report})
		return
	}
	r, why := x.slashRequest(ctx, x.i, data)
	if why == "" && x.needsForm(r) {
		x.openForm(ctx, r, "")
		return
	}
	x.carryOut(ctx, service, r, why)
}

// tokenLife is how long an interaction can be answered: Discord's 15 minutes, less a margin.
const tokenLife = 15*time.Minute - time.Second

// exchange is one interaction and its answer.
type exchange struct {
	*Discord
	i    *discordgo.Interaction
	from source
	// pressed means that a button or menu was used, onEphemeral that it is on an ephemeral message, which the answer replaces.
	pressed, onEphemeral bool
	deferred             bool // a deferred answer was sent, which must be filled in
	redundant            bool // the answer only confirms what is posted elsewhere
	maybeSent            bool // a first answer may have reached Discord
	duplicate            bool // the interaction had been answered before, as a duplicate delivery is
	expired              bool // the interaction's token has expired
	since                time.Time
	limiter              *discordgo.RateLimiter
}

func newExchange(d *Discord, i *discordgo.Interaction) *exchange {
	return &exchange{Discord: d, i: i, since: time.Now(), limiter: discordgo.NewRatelimiter()} // interactions are outside the global limit
}

// carryOut carries out a request and answers it, or answers with why unless that is "". An answer that takes longer than
// Options.Patience is deferred, as Discord requires a response within 3 seconds.
func (x *exchange) carryOut(ctx context.Context, service *service.Service, r bot.Request, why string) {
	done := make(chan bot.Reply, 1)
	go func() {
		if why = cmp.Or(why, x.refuse(r)); why != "" {
			done <- refusal(r, why)
			return
		}
		done <- service.Respond(ctx, r)
	}()
	var reply bot.Reply
	select {
	case reply = <-done:
	case <-time.After(time.Until(x.since.Add(x.options.Patience))):
		x.deferAnswer(ctx, ephemeral)
		reply = <-done
	}
	switch {
	case reply.Outcome == bot.Ignored: // throttled
		x.say(ctx, bot.Message{Audience: bot.Aside, Text: tooFast})
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

// answer is the first answer to an interaction.
type answer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// deferAnswer tells Discord that the answer will come later. The flags, that of an ephemeral answer or none, hold for its first part.
func (x *exchange) deferAnswer(ctx context.Context, flags int) {
	if x.deferred {
		return
	}
	a := answer{Type: answerDeferred, Data: map[string]int{"flags": flags}}
	if x.onEphemeral {
		a = answer{Type: answerDeferredUpdate}
	}
	x.deferred = !tokenExpired(x.first(ctx, a, payload{})) // after any other failure, Discord may have accepted it
}

// acknowledge ends an interaction whose effect is posted elsewhere. A button press gets no visible answer.
func (x *exchange) acknowledge(ctx context.Context, reply bot.Reply) {
	if reply.Outcome == bot.Repeated && !x.from.inherited && x.from.lost() {
		return // the shard's next owner has carried it out, and answers
	}
	if reply.Outcome == bot.Repeated && x.from.leaving { // by then, that process has answered or deferred its answer
		pause(ctx, x.options.Patience-handoverPatience)
	}
	if x.pressed && !x.onEphemeral && !x.deferred {
		_ = x.first(ctx, answer{Type: answerDeferredUpdate}, payload{}) // a failure is logged there
		if !x.deferred {
			return
		}
	}
	x.redundant = true
	if reply.Outcome == bot.Repeated { // by a process that has ended before it could answer
		x.say(ctx, bot.Message{Audience: bot.Aside, Text: answerLost})
		return
	}
	x.say(ctx, bot.Message{Audience: bot.Aside, Text: carriedOut, Room: x.elsewhere(reply.Notices)})
}

// elsewhere returns the first room on Discord, other than the interaction's own, to which notices go; zero if there is none.
func (x *exchange) elsewhere(notices []bot.Message) bot.RoomID {
	for _, n := range notices {
		if n.Platform == Platform && n.Room != (bot.RoomID{}) && n.Room.ID != x.i.ChannelID {
			return n.Room
		}
	}
	return bot.RoomID{}
}

// say answers with messages: the first is the response, the others are follow-ups.
func (x *exchange) say(ctx context.Context, messages ...bot.Message) {
	language := string(x.i.Locale)
	flags := ephemeral
	if len(messages) > 0 && messages[0].Audience == bot.Public {
		flags = 0
	}
	var parts []payload
	for _, m := range messages {
		if m.Drawing != nil {
			x.deferAnswer(ctx, flags) // drawing may take longer than Discord waits
		}
		for _, p := range x.compose(ctx, m, language) {
			if m.Text == carriedOut && m.Room != (bot.RoomID{}) {
				p.Content += " <#" + m.Room.ID + ">"
			}
			if m.Audience != bot.Public {
				p.Flags |= ephemeral
			}
			parts = append(parts, p)
		}
	}
	for i, p := range parts {
		err := x.sendPart(ctx, p, i)
		if code(err) == discordgo.ErrCodeMissingPermissions && len(p.files) > 0 {
			p.files, p.Attachments = nil, []attachment{}
			p.Content += "\n" + botlocale.Render(p.language, noFiles)
			err = x.sendPart(ctx, p, i)
		}
		if refused(err) { // for its content or its size: a short remark takes its place
			plain := x.compose(ctx, bot.Message{Text: notAccepted}, p.language)[0]
			plain.Flags = p.Flags
			err = x.sendPart(ctx, plain, i)
		}
		if err != nil {
			return // logged already; follow-ups need a response before them
		}
	}
}
