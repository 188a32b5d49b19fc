//go:build goolm

package matrix

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"maunium.net/go/mautrix"
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
	// mac is the message by which the app confirms the comparison, if it has arrived before the
	// operator's code.
	mac *event.Event
}

// codeLen is the number of digits of a code. One wrong code ends the verification.
const codeLen = 6

// codeLike matches texts that may be a code.
var codeLike = regexp.MustCompile(`^\s*[0-9]{6}\s*$`)

// deferMAC keeps the app's confirmation until the operator has sent the code. It returns false if
// the operator has done so already.
func (v *verifier) deferMAC(transaction id.VerificationTransactionID, mac *event.Event) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	c := v.comparisons[transaction]
	if c == nil || c.agreed {
		return false
	}
	c.mac = mac
	return true
}

// confirm handles a text that may be the code by which an operator confirms a comparison. It
// returns false if the text is not a code or no code is expected from the sender.
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
		v.enqueue(func(ctx context.Context) { v.finishComparison(ctx, transaction, c, right) })
		return true
	}
	return false
}

// finishComparison ends a comparison. If the code was right, it sends the bot's confirmation and
// processes that of the app if it has arrived; otherwise it cancels the verification.
func (v *verifier) finishComparison(ctx context.Context, transaction id.VerificationTransactionID, c *comparison, right bool) {
	if !right {
		v.removeComparison(transaction)
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

// removeComparison removes and returns the comparison of a verification, nil if there is none.
func (v *verifier) removeComparison(transaction id.VerificationTransactionID) *comparison {
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
		v.removeComparison(transaction)
		v.o.s.log.Warn("cannot accept a verification", "operator", from, "err", err)
	}
}

// VerificationReady implements [verificationhelper.RequiredCallbacks]. The app begins
// the comparison.
func (v *verifier) VerificationReady(context.Context, id.VerificationTransactionID, id.DeviceID, bool, bool, *verificationhelper.QRCode) {
}

// ShowSAS implements [verificationhelper.ShowSASCallbacks].
func (v *verifier) ShowSAS(_ context.Context, transaction id.VerificationTransactionID, emojis []rune, names []string, numbers []int) {
	code, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		v.o.s.log.Error("cannot make a code for a verification", "err", err)
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
	c := v.removeComparison(transaction)
	if c == nil {
		return
	}
	v.o.s.log.Warn("verification cancelled", "operator", c.operator, "code", code, "reason", reason)
	v.tell(c.operator, verificationCancelled)
}

// VerificationDone implements [verificationhelper.RequiredCallbacks].
func (v *verifier) VerificationDone(_ context.Context, transaction id.VerificationTransactionID, _ event.VerificationMethod) {
	if c := v.removeComparison(transaction); c != nil {
		v.o.s.log.Info("verified", "operator", c.operator)
		v.tell(c.operator, verified)
	}
}

// tell sends an operator a phrase in their direct chat.
func (v *verifier) tell(operator id.UserID, text phrase.Text) {
	s := v.o.s
	h := incoming{sender: operator, direct: true}
	txn := "raumbot-verification-" + rand.Text()
	s.answers.enqueue(id.RoomID(operator), func(ctx context.Context) {
		err := s.answers.retry(ctx, func() error {
			room, err := s.directChat(ctx, operator)
			if err != nil {
				return err
			}
			h.place.room = room
			_, err = s.sendText(ctx, outgoing{place: h.place, txn: txn, direct: true}, bot.RenderedMessage{Text: locale.Render(s.language(ctx, h), text)})
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

// retry repeats a request when the homeserver is rate limiting or fails temporarily.
func (a *answers) retry(ctx context.Context, do func() error) error {
	for pause := time.Second; ; {
		err := do()
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, mautrix.MLimitExceeded):
			sleep(ctx, max(retryAfter(err), time.Second))
		// The sync loop logs in again.
		case (transient(err) || errors.Is(err, mautrix.MUnknownToken)) && pause <= maxAnswerPause:
			sleep(ctx, pause)
			pause *= 2
		default:
			return err
		}
	}
}
