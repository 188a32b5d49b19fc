package discord

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// respond sends a part of an answer through the interaction, see [exchange.respondWith]. What
// replaces a card must be one. What the user alone sees, and so notifies nobody, is a card if it
// may be one. If Discord refuses that, it is sent in words.
func (x *exchange) respond(ctx context.Context, p payload, first bool) error {
	replaces := first && x.onCard
	if !replaces && (!p.card || p.Flags&ephemeral == 0) {
		return x.respondWith(ctx, p, first)
	}
	err := x.respondWith(ctx, p.asCard(), first)
	if !rejected(err) || replaces {
		return err
	}
	for _, words := range p.inWords() {
		if err := x.respondWith(ctx, words, first); err != nil {
			return err
		}
		first = false
	}
	return nil
}

// respondWith sends a part of an answer through the interaction: the first as its response, the
// others as follow-ups.
func (x *exchange) respondWith(ctx context.Context, p payload, first bool) error {
	if !first {
		return x.followUp(ctx, p)
	}
	if x.deferred {
		if x.answeredElsewhere(ctx) {
			x.duplicate = true
			return nil
		}
		err := x.editOriginal(ctx, p)
		if code(err) == discordgo.ErrCodeUnknownMessage { // the user has dismissed it
			err = x.followUp(ctx, p)
		}
		if !tokenExpired(err) {
			return err
		}
		// The deferral did not arrive, but there may still be time for the answer itself.
		x.deferred = false
	}
	a := firstAnswer{Type: answerMessage}
	if x.onEphemeral {
		p.Flags &^= ephemeral // the message stays ephemeral; the flag cannot be set in an update
		a.Type = answerUpdate
	}
	a.Data = p
	err := x.sendFirst(ctx, a, p)
	if x.deferred { // another process has deferred it
		return x.editOriginal(ctx, p)
	}
	return err
}

// answerLater leaves the answer to the outbox, which sends it in a direct message, because Discord
// accepts it no longer, or fails. It does nothing if the answer only confirms what everybody sees.
func (x *exchange) answerLater(ctx context.Context, messages []bot.RenderedMessage) {
	if x.redundant {
		return
	}
	if err := x.ready().AnswerLater(ctx, bot.EventID(x.i.ID), userOf(x.user()), messages); err != nil {
		x.log.Error("an answer is lost", "interaction", x.i.ID, "err", err)
	}
}

// user returns the user who is answered.
func (x *exchange) user() *discordgo.User {
	if x.i.Member != nil {
		return x.i.Member.User
	}
	return x.i.User
}

// tokenExpired reports whether an error means that the interaction can no longer be answered in
// this way.
func tokenExpired(err error) bool {
	return status(err) == http.StatusNotFound || code(err) == discordgo.ErrCodeInvalidWebhookTokenProvided
}

// sendFirst sends the first answer to an interaction. If an earlier run of the bot has deferred its
// answer and not sent it, sendFirst sets x.deferred.
func (x *exchange) sendFirst(ctx context.Context, a firstAnswer, p payload) error {
	err := x.send(ctx, request{method: "POST", path: "interactions/" + x.i.ID + "/" + x.i.Token + "/callback", body: a}, p)
	if x.duplicate && x.inherited {
		if waits, asked := x.answerPending(ctx); waits && asked == nil {
			x.duplicate, x.deferred = false, true
		}
	}
	return err
}

// answeredElsewhere reports whether another process, which ran before this one or has replaced it,
// has filled in the deferred answer.
func (x *exchange) answeredElsewhere(ctx context.Context) bool {
	// Discord does not show whether an update is deferred.
	if x.onEphemeral || !x.inherited && !x.replaced(ctx) {
		return false
	}
	waits, err := x.answerPending(ctx)
	return !waits && err == nil
}

// answerPending reports whether the interaction has a deferred answer that has not been filled in.
func (x *exchange) answerPending(ctx context.Context) (bool, error) {
	var original struct {
		Flags discordgo.MessageFlags `json:"flags"`
	}
	err := x.rest.do(ctx, request{method: "GET", path: x.webhook() + "/messages/@original", into: &original, limiter: x.limiter})
	return original.Flags&discordgo.MessageFlagsLoading != 0, err
}

// editOriginal fills in a deferred answer.
func (x *exchange) editOriginal(ctx context.Context, p payload) error {
	p.Flags &= suppressEmbeds | componentsV2
	return x.send(ctx, request{method: "PATCH", path: x.webhook() + "/messages/@original", body: p}, p)
}

// followUp sends a message after the first answer.
func (x *exchange) followUp(ctx context.Context, p payload) error {
	return x.send(ctx, request{method: "POST", path: x.webhook(), body: p}, p)
}

func (x *exchange) webhook() string { return "webhooks/" + x.i.AppID + "/" + x.i.Token }

// answerRetries are the delays before an answer is retried after server errors. They are short, as
// a user is waiting.
var answerRetries = []time.Duration{200 * time.Millisecond, 600 * time.Millisecond}

// send sends an answer with the files of a payload.
func (x *exchange) send(ctx context.Context, r request, p payload) error {
	r.patient, r.limiter = true, x.limiter
	retries := answerRetries
	if x.deferred { // the user sees that an answer will come
		retries = append(slices.Clone(retries), 2*time.Second, 10*time.Second, 30*time.Second)
	}
	var err error
	for n := 0; !x.duplicate; n++ {
		r.files = p.upload()
		err = x.rest.do(ctx, r)
		if code(err) == alreadyAnswered {
			x.duplicate = !x.maybeSent
			return nil
		}
		s := status(err)
		if err == nil || s != 0 && s < http.StatusInternalServerError || n == len(retries) || ctx.Err() != nil {
			break
		}
		x.maybeSent = true
		pause(ctx, retries[n])
	}
	if err != nil {
		x.log.Warn("an answer could not be sent", "interaction", x.i.ID, "what", strings.ToLower(r.method), "err", err)
	}
	return err
}

// alreadyAnswered is Discord's error code for an interaction that already has a response.
const alreadyAnswered = 40060
