package discord

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// place sends a part of an answer: the first where the interaction wants it, the others behind that. Where the interaction takes
// no answer any more, or has never taken the promise of one, the user gets it in private.
func (t *turn) place(ctx context.Context, p payload, first bool) error {
	if !t.closed {
		err := t.put(ctx, p, first)
		if !expired(err) {
			return err
		}
		t.closed = true
	}
	return t.hand(ctx, p)
}

// put sends a part of an answer to the interaction.
func (t *turn) put(ctx context.Context, p payload, first bool) error {
	if !first {
		return t.follow(ctx, p)
	}
	if t.deferred {
		err := t.fulfil(ctx, p)
		if code(err) == discordgo.ErrCodeUnknownMessage { // the user has closed it
			err = t.follow(ctx, p)
		}
		if !expired(err) {
			return err
		}
		t.deferred = false // the promise has not arrived; perhaps there is still time for the answer itself
	}
	if t.whispered {
		p.Flags &^= ephemeral // it keeps what it has
		return t.first(ctx, answer{Type: answerReplaced, Data: p}, p)
	}
	return t.first(ctx, answer{Type: answerMessage, Data: p}, p)
}

// hand gives a part of an answer to the user in private. Where that cannot be, they hear of it when they next ask something.
func (t *turn) hand(ctx context.Context, p payload) error {
	if t.needless {
		return nil
	}
	p.Flags &^= ephemeral
	user := t.user()
	channel, err := t.private(ctx, user)
	if err == nil {
		_, err = t.post(ctx, channel, []payload{p}, true)
	}
	if unreachable(err) {
		err = t.ready().Keep(ctx, Platform, missed+user, []byte("1"))
	}
	if err != nil {
		t.log.Warn("an answer could not be sent in private", "interaction", t.i.ID, "err", err)
	}
	return err
}

// user returns the ID of who is to be answered.
func (t *turn) user() string {
	if t.i.Member != nil {
		return t.i.Member.User.ID
	}
	return t.i.User.ID
}

// expired reports whether an error means that an interaction takes no answer of this sort.
func expired(err error) bool {
	return status(err) == http.StatusNotFound || code(err) == discordgo.ErrCodeInvalidWebhookTokenProvided
}

// first sends the first answer to an interaction.
func (t *turn) first(ctx context.Context, a answer, p payload) error {
	return t.send(ctx, request{method: "POST", path: "interactions/" + t.i.ID + "/" + t.i.Token + "/callback", body: a}, p)
}

// fulfil keeps a promise.
func (t *turn) fulfil(ctx context.Context, p payload) error {
	p.Flags &= suppressEmbeds
	return t.send(ctx, request{method: "PATCH", path: t.webhook() + "/messages/@original", body: p}, p)
}

// follow adds a message to the first answer.
func (t *turn) follow(ctx context.Context, p payload) error {
	return t.send(ctx, request{method: "POST", path: t.webhook(), body: p}, p)
}

func (t *turn) webhook() string { return "webhooks/" + t.i.AppID + "/" + t.i.Token }

// hiccups are how long an answer waits after each failure of Discord's own: users do not wait longer.
var hiccups = []time.Duration{200 * time.Millisecond, 600 * time.Millisecond}

// send sends something of an answer, with the files of a payload.
func (t *turn) send(ctx context.Context, r request, p payload) error {
	r.patient, r.limiter = true, t.limiter
	hiccups := hiccups
	if t.deferred { // and they wait for what has been promised
		hiccups = append(slices.Clone(hiccups), 2*time.Second, 10*time.Second, 30*time.Second)
	}
	var err error
	for n := 0; !t.twin; n++ {
		r.files = p.upload()
		err = t.rest.do(ctx, r)
		if code(err) == alreadyAnswered {
			t.twin = !t.doubtful
			return nil
		}
		s := status(err)
		if err == nil || s != 0 && s < http.StatusInternalServerError || n == len(hiccups) || ctx.Err() != nil {
			break
		}
		t.doubtful = true
		pause(ctx, hiccups[n])
	}
	if err != nil {
		t.log.Warn("an answer could not be sent", "interaction", t.i.ID, "what", strings.ToLower(r.method), "err", err)
	}
	return err
}

// alreadyAnswered is Discord's number for a second first answer.
const alreadyAnswered = 40060
