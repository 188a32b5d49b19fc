//go:build goolm

package matrix

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"maunium.net/go/mautrix/crypto/verificationhelper"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Messages to operators who verify the bot.
var (
	compareWithLog = phrase.Of("My log now shows emojis, numbers and a code. Compare the emojis or the numbers with those in your app. " +
		"I show them in the log alone, because the homeserver could change what I write here. If they are the same, confirm that in your app, and send me the code. If not, cancel.")
	verified              = phrase.Of("You have verified me. Your app now shows my device as trusted.")
	verificationCancelled = phrase.Of("The verification has been cancelled. You can start it again in your app.")
	codeWrong             = phrase.Of("That is not the code in my log, so I have cancelled the verification. You can start it again in your app.")
)

// comparison is the state of a verification that has been accepted.
type comparison struct {
	operator id.UserID
	code     string // empty until the strings are in the log
	agreed   bool   // whether the operator has sent the code
	// mac is the message with which the app confirms the comparison, if it has come before the operator has agreed.
	mac *event.Event
}

// codeLen is the number of digits of a code. One wrong code ends the verification.
const codeLen = 6

// codeLike matches what may be a code.
var codeLike = regexp.MustCompile(`^\s*[0-9]{6}\s*$`)

// hold keeps the app's confirmation until the operator has sent the code.
func (v *verifier) hold(transaction id.VerificationTransactionID, mac *event.Event) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	c := v.comparisons[transaction]
	if c == nil || c.agreed {
		return false
	}
	c.mac = mac
	return true
}

// confirm handles a text that may be the code by which an operator confirms the strings, and reports whether one was due.
func (v *verifier) confirm(sender id.UserID, text string) bool {
	if !codeLike.MatchString(text) {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for transaction, c := range v.comparisons {
		if c.operator != sender || c.code == "" || c.agreed {
			continue
		}
		c.agreed = true
		right := strings.TrimSpace(text) == c.code
		v.enqueue(func(ctx context.Context) { v.conclude(ctx, transaction, c, right) })
		return true
	}
	return false
}

// conclude sends the bot's own confirmation, and processes that of the app if it has come already.
func (v *verifier) conclude(ctx context.Context, transaction id.VerificationTransactionID, c *comparison, right bool) {
	if !right {
		v.forget(transaction)
		v.o.s.log.Warn("verification cancelled: the operator has sent a code that is not in the log", "operator", c.operator)
		if err := v.helper.CancelVerification(ctx, transaction, event.VerificationCancelCodeSASMismatch, wrongCode); err != nil {
			v.o.s.log.Warn("cannot cancel a verification", "operator", c.operator, "err", err)
		}
		v.tell(c.operator, codeWrong)
		return
	}
	if err := v.helper.ConfirmSAS(ctx, transaction); err != nil {
		v.o.s.log.Warn("cannot confirm a verification", "operator", c.operator, "err", err)
		return
	}
	v.mu.Lock()
	mac := c.mac
	v.mu.Unlock()
	if mac != nil {
		v.dispatch(ctx, transaction, mac)
	}
}

func (v *verifier) forget(transaction id.VerificationTransactionID) *comparison {
	v.mu.Lock()
	defer v.mu.Unlock()
	c := v.comparisons[transaction]
	delete(v.comparisons, transaction)
	return c
}

// VerificationRequested implements [verificationhelper.RequiredCallbacks].
func (v *verifier) VerificationRequested(ctx context.Context, transaction id.VerificationTransactionID, from id.UserID, device id.DeviceID) {
	v.o.s.log.Info("an operator verifies the bot", "operator", from, "device", device)
	v.mu.Lock()
	v.comparisons[transaction] = &comparison{operator: from}
	v.mu.Unlock()
	if err := v.helper.AcceptVerification(ctx, transaction); err != nil {
		v.forget(transaction)
		v.o.s.log.Warn("cannot accept a verification", "operator", from, "err", err)
	}
}

// VerificationReady implements [verificationhelper.RequiredCallbacks]. The app begins the comparison.
func (v *verifier) VerificationReady(context.Context, id.VerificationTransactionID, id.DeviceID, bool, bool, *verificationhelper.QRCode) {
}

// ShowSAS implements [verificationhelper.ShowSASCallbacks].
func (v *verifier) ShowSAS(_ context.Context, transaction id.VerificationTransactionID, emojis []rune, names []string, numbers []int) {
	code, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		v.o.s.log.Error("no code for a verification", "err", err)
		return
	}
	v.mu.Lock()
	c := v.comparisons[transaction]
	if c == nil {
		v.mu.Unlock()
		return
	}
	c.code = fmt.Sprintf("%0*d", codeLen, code)
	v.mu.Unlock()
	var shown []string
	for i, emoji := range emojis {
		shown = append(shown, string(emoji)+" "+names[i])
	}
	v.o.s.log.Warn("verification: compare these with the operator's app; if they are the same, the operator sends the code to the bot",
		"operator", c.operator, "emojis", strings.Join(shown, ", "), "numbers", strings.Trim(fmt.Sprint(numbers), "[]"), "code", c.code)
	v.tell(c.operator, compareWithLog)
}

// VerificationCancelled implements [verificationhelper.RequiredCallbacks].
func (v *verifier) VerificationCancelled(_ context.Context, transaction id.VerificationTransactionID, code event.VerificationCancelCode, reason string) {
	c := v.forget(transaction)
	if c == nil {
		return
	}
	v.o.s.log.Warn("verification cancelled", "operator", c.operator, "code", code, "reason", reason)
	v.tell(c.operator, verificationCancelled)
}

// VerificationDone implements [verificationhelper.RequiredCallbacks].
func (v *verifier) VerificationDone(_ context.Context, transaction id.VerificationTransactionID, _ event.VerificationMethod) {
	if c := v.forget(transaction); c != nil {
		v.o.s.log.Info("verified", "operator", c.operator)
		v.tell(c.operator, verified)
	}
}

// tell sends an operator a phrase in their direct chat.
func (v *verifier) tell(operator id.UserID, text string) {
	s := v.o.s
	h := incoming{sender: operator, direct: true}
	txn := "raumbot-verification-" + rand.Text()
	s.answers.queue(id.RoomID(operator), func(ctx context.Context) {
		err := s.answers.retry(ctx, func() error {
			room, err := s.chat(ctx, operator)
			if err != nil {
				return err
			}
			h.place.room = room
			_, err = s.sendText(ctx, outgoing{place: h.place, txn: txn, direct: true}, bot.Message{Text: locale.Render(s.language(ctx, h), text)})
			return err
		})
		if err != nil {
			s.log.Warn("cannot write to the operator", "operator", operator, "err", err)
		}
	})
}

var _ interface {
	verificationhelper.RequiredCallbacks
	verificationhelper.ShowSASCallbacks
} = (*verifier)(nil)
