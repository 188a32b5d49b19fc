package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// sendPart sends the nth part of an answer: the first, 0, as the interaction's response, the others as follow-ups. If the interaction's token
// has expired, the user gets the part in a direct message, and once if another process sends it, too.
func (x *exchange) sendPart(ctx context.Context, p payload, n int) error {
	if !x.expired {
		err := x.respond(ctx, p, n == 0)
		if !tokenExpired(err) {
			return err
		}
		x.expired = true
	}
	p.Nonce, p.EnforceNonce = fmt.Sprintf("i%s-%d", x.i.ID, n), true
	return x.sendDirect(ctx, p)
}

// respond sends a part of an answer through the interaction.
func (x *exchange) respond(ctx context.Context, p payload, first bool) error {
	if !first {
		return x.followUp(ctx, p)
	}
	if x.deferred {
		if x.overtaken(ctx) {
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
		x.deferred = false // the deferral did not arrive; there may still be time for the answer itself
	}
	a := answer{Type: answerMessage}
	if x.onEphemeral {
		p.Flags &^= ephemeral // the message stays ephemeral; the flag cannot be set in an update
		a.Type = answerUpdate
	}
	a.Data = p
	err := x.first(ctx, a, p)
	if x.deferred { // by another process
		return x.editOriginal(ctx, p)
	}
	return err
}

// sendDirect sends a part of an answer in a direct message. If the user does not accept any, tellUndelivered tells them later.
func (x *exchange) sendDirect(ctx context.Context, p payload) error {
	if x.redundant {
		return nil
	}
	p.Flags &^= ephemeral
	user := x.user()
	channel, err := x.directChannel(ctx, user)
	if err == nil {
		_, err = x.post(ctx, channel, []payload{p}, true)
	}
	if unreachable(err) {
		err = x.ready().Keep(ctx, Platform, undelivered+user, []byte("1"))
	}
	if err != nil {
		x.log.Warn("an answer could not be sent in a direct message", "interaction", x.i.ID, "err", err)
	}
	return err
}

// user returns the ID of the user who is answered.
func (x *exchange) user() string {
	if x.i.Member != nil {
		return x.i.Member.User.ID
	}
	return x.i.User.ID
}

// tokenExpired reports whether an error means that the interaction can no longer be answered in this way.
func tokenExpired(err error) bool {
	return status(err) == http.StatusNotFound || code(err) == discordgo.ErrCodeInvalidWebhookTokenProvided
}

// first sends the first answer to an interaction. If another process has deferred its answer and left it to this one, the interaction is deferred
// afterwards.
func (x *exchange) first(ctx context.Context, a answer, p payload) error {
	err := x.send(ctx, request{method: "POST", path: "interactions/" + x.i.ID + "/" + x.i.Token + "/callback", body: a}, p)
	if x.duplicate && x.from.inherited && x.left(ctx) {
		x.duplicate, x.deferred = false, true
	}
	return err
}

const (
	// leaverTimeout is longer than a process that is stopped has for its answers.
	leaverTimeout = shutdownTimeout + time.Second
	// leaverInterval is how often it is looked whether such a process has answered.
	leaverInterval = 250 * time.Millisecond
)

// left reports whether the answer that another process has deferred is left to this one.
func (x *exchange) left(ctx context.Context) bool {
	for began := time.Now(); ; pause(ctx, leaverInterval) {
		if waits, err := x.promised(ctx); !waits || err != nil {
			return false
		}
		if !x.from.leaving || time.Since(began) > x.leaverPatience || ctx.Err() != nil {
			return true
		}
	}
}

// overtaken reports whether another process, to which the shard has gone or from which it has come, has filled in the deferred answer.
func (x *exchange) overtaken(ctx context.Context) bool {
	if x.onEphemeral || !x.from.inherited && !x.from.lost() { // of an update, Discord does not tell whether it is deferred
		return false
	}
	waits, err := x.promised(ctx)
	return !waits && err == nil
}

// promised reports whether the user still waits for a deferred answer.
func (x *exchange) promised(ctx context.Context) (bool, error) {
	var original struct {
		Flags discordgo.MessageFlags `json:"flags"`
	}
	err := x.rest.do(ctx, request{method: "GET", path: x.webhook() + "/messages/@original", into: &original, limiter: x.limiter})
	return original.Flags&discordgo.MessageFlagsLoading != 0, err
}

// editOriginal fills in a deferred answer.
func (x *exchange) editOriginal(ctx context.Context, p payload) error {
	p.Flags &= suppressEmbeds
	return x.send(ctx, request{method: "PATCH", path: x.webhook() + "/messages/@original", body: p}, p)
}

// followUp adds a message to the first answer.
func (x *exchange) followUp(ctx context.Context, p payload) error {
	return x.send(ctx, request{method: "POST", path: x.webhook(), body: p}, p)
}

func (x *exchange) webhook() string { return "webhooks/" + x.i.AppID + "/" + x.i.Token }

// answerRetries are the delays before an answer is retried after server errors. They are short, as a user is waiting.
var answerRetries = []time.Duration{200 * time.Millisecond, 600 * time.Millisecond}

// send sends an answer with the files of a payload.
func (x *exchange) send(ctx context.Context, r request, p payload) error {
	r.patient, r.limiter = true, x.limiter
	retries := answerRetries
	if x.deferred { // the user sees that an answer is coming
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
