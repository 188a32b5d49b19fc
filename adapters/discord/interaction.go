package discord

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// interact answers an interaction.
func (d *Discord) interact(i *discordgo.Interaction) {
	service := d.ready()
	if service == nil || i.User == nil && (i.Member == nil || i.Member.User == nil) || !d.recent.first(i.ID) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), tokenLife) // what is begun is finished
	defer cancel()
	if i.AppID == "" {
		i.AppID = d.app // written before there were connections
	}
	t := newTurn(d, i)
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		d.complete(ctx, i)
	case discordgo.InteractionApplicationCommand:
		data := i.ApplicationCommandData()
		if data.Name == setupName {
			report := d.locale.in(string(i.Locale), notHere)
			if present(i) {
				report = d.setupReport(i.GuildID, i.ChannelID, string(i.Locale))
			}
			t.say(ctx, bot.Message{Audience: bot.Aside, Text: report})
			return
		}
		r, err := d.command(ctx, i, data)
		t.carry(ctx, service, r, err)
	case discordgo.InteractionMessageComponent:
		r := d.request(ctx, i)
		data := i.MessageComponentData()
		r.Text = data.CustomID
		if data.CustomID == menuID && len(data.Values) == 1 {
			r.Text = data.Values[0]
		}
		t.pressed = true
		t.whispered = i.Message != nil && i.Message.Flags&ephemeral != 0
		t.carry(ctx, service, r, nil)
	}
}

// tokenLife is how long an interaction can be answered.
const tokenLife = 15*time.Minute - time.Second

// turn is one interaction on its way.
type turn struct {
	*Discord
	i *discordgo.Interaction
	// pressed tells that a button was pressed or an option chosen, whispered that it
	// belongs to a message that one user alone sees: the answer takes its place.
	pressed, whispered bool
	deferred           bool // an answer has been promised
	needless           bool // the answer says nothing that is not said elsewhere
	doubtful           bool // an answer may have arrived
	twin               bool // somebody else answers, as the interaction has come twice
	closed             bool // the interaction takes no answer any more
	since              time.Time
	limiter            *discordgo.RateLimiter
}

func newTurn(d *Discord, i *discordgo.Interaction) *turn {
	return &turn{Discord: d, i: i, since: time.Now(), limiter: discordgo.NewRatelimiter()} // each is counted by itself
}

// carry carries a request to the service and answers. A user who would wait
// too long is told that there will be an answer; the first sign comes within the time that Discord grants.
func (t *turn) carry(ctx context.Context, service *bot.Service, r bot.Request, err error) {
	type result struct {
		reply bot.Reply
		err   error
	}
	done := make(chan result, 1)
	go func() {
		if err != nil {
			done <- result{err: err}
			return
		}
		reply, err := service.Handle(ctx, r)
		done <- result{reply, err}
	}()
	var got result
	select {
	case got = <-done:
	case <-time.After(time.Until(t.since.Add(t.options.Patience))):
		t.promise(ctx)
		got = <-done
	}
	if got.err != nil {
		got.reply = bot.Complain(r, got.err)
	}
	if len(got.reply.Answer) == 0 {
		t.acknowledge(ctx, got.reply.Notices)
	} else {
		t.say(ctx, got.reply.Answer...)
	}
	t.confessMissed(ctx, service, r.From.ID)
}

// The types of answers to an interaction.
const (
	answerMessage  = 4
	answerPromise  = 5
	answerSilence  = 6
	answerReplaced = 7
	answerChoices  = 8
)

// answer is what is sent to an interaction first.
type answer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// promise tells the user that an answer will come.
func (t *turn) promise(ctx context.Context) {
	if t.deferred {
		return
	}
	a := answer{Type: answerPromise, Data: map[string]int{"flags": ephemeral}}
	if t.whispered {
		a = answer{Type: answerSilence}
	}
	t.deferred = !expired(t.first(ctx, a, payload{})) // another failure, in the log, leaves open whether Discord has taken it
}

// acknowledge ends an interaction whose effect is said elsewhere. A button needs no answer of its own.
func (t *turn) acknowledge(ctx context.Context, notices []bot.Message) {
	if t.pressed && !t.whispered && !t.deferred {
		_ = t.first(ctx, answer{Type: answerSilence}, payload{}) // it is in the log
		return
	}
	t.needless = true
	t.say(ctx, bot.Message{Audience: bot.Aside, Text: doneIt, Room: t.elsewhere(notices)})
}

const doneIt = "Done."

// elsewhere returns the room of this platform where notices go, if it is not the one of the interaction.
func (t *turn) elsewhere(notices []bot.Message) bot.RoomID {
	for _, n := range notices {
		if n.Platform == Platform && n.Room != (bot.RoomID{}) && n.Room.ID != t.i.ChannelID {
			return n.Room
		}
	}
	return bot.RoomID{}
}

// say answers with messages, of which the first takes the place that the interaction has.
func (t *turn) say(ctx context.Context, messages ...bot.Message) {
	language := string(t.i.Locale)
	var parts []payload
	for _, m := range messages {
		if m.Drawing != nil {
			t.promise(ctx) // drawing may take longer than Discord waits
		}
		for _, p := range t.compose(m, language) {
			if m.Text == doneIt && m.Room != (bot.RoomID{}) {
				p.Content += " <#" + m.Room.ID + ">"
			}
			if m.Audience != bot.Public {
				p.Flags |= ephemeral
			}
			parts = append(parts, p)
		}
	}
	for i, p := range parts {
		err := t.place(ctx, p, i == 0)
		if code(err) == discordgo.ErrCodeMissingPermissions && len(p.files) > 0 {
			p.files, p.Attachments = nil, []attachment{}
			p.Content += "\n" + t.locale.in(p.language, noFiles)
			err = t.place(ctx, p, i == 0)
		}
		if refused(err) { // for what it says, or for its size: a few words take its place
			plain := t.compose(bot.Message{Text: notTaken}, p.language)[0]
			plain.Flags = p.Flags
			err = t.place(ctx, plain, i == 0)
		}
		if err != nil {
			return // it is in the log, and what follows would have nothing to follow
		}
	}
}
