//go:build goolm

package matrix

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/rs/zerolog"
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

// verifier lets operators verify the bot by comparing short authentication strings (SAS). These, and a code, are
// written to the log only: the homeserver could forge what it transports, which the comparison is to rule out.
// The operator compares them with those in their app, and sends the code to confirm that they agree.
type verifier struct {
	o *olm
	// client encrypts by itself what it sends to encrypted rooms, as the library expects.
	client *mautrix.Client
	helper *verificationhelper.VerificationHelper
	// events passes events to helper.
	events       *mautrix.DefaultSyncer
	transactions *transactions
	// queue holds the jobs of run, in order: the sync loop must not wait for requests.
	queue chan func(context.Context)

	mu          sync.Mutex // guards comparisons
	comparisons map[id.VerificationTransactionID]*comparison
}

// comparison is the state of a verification that has been accepted.
type comparison struct {
	operator id.UserID
	code     string // empty until the strings are in the log
	agreed   bool   // whether the operator has sent the code
	// mac is the message with which the app confirms the comparison, if it has come before the operator has agreed.
	mac *event.Event
}

const (
	// verificationQueueLen is how many events of verifications may wait.
	verificationQueueLen = 64
	// codeLen is the number of digits of a code. One wrong code ends the verification.
	codeLen = 6
)

// codeLike matches what may be a code.
var codeLike = regexp.MustCompile(`^\s*[0-9]{6}\s*$`)

// Why a verification is refused. Apps show their own words for the code beside it.
const (
	notOperator     = "only the operators of this bot may verify it"
	ownAccount      = "sessions of the bot's own account are verified with its recovery key"
	noSigningKeys   = "the bot cannot verify anybody without the recovery key of its account"
	noCommonMethod  = "the bot can only be verified by comparing emojis or numbers"
	unknownExchange = "the bot does not know this verification: please start again"
	wrongCode       = "the code is not the one in the bot's log"
)

func newVerifier(ctx context.Context, o *olm) (*verifier, error) {
	client, err := mautrix.NewClient(o.s.api.HomeserverURL.String(), o.s.api.UserID, "")
	if err != nil {
		return nil, err
	}
	v := &verifier{o: o, client: client, events: mautrix.NewDefaultSyncer(), transactions: newTransactions(), queue: make(chan func(context.Context), verificationQueueLen),
		comparisons: map[id.VerificationTransactionID]*comparison{}}
	client.Client, client.StateStore, client.DeviceID = o.s.api.Client, o.s.store, o.s.api.DeviceID
	client.UserAgent, client.Syncer, client.Crypto = o.s.api.UserAgent, v.events, roomEncryption{o: o}
	v.helper = verificationhelper.NewVerificationHelper(client, o.machine, v.transactions, v, false, false, true)
	return v, v.helper.Init(ctx)
}

// roomEncryption is the part of [mautrix.CryptoHelper] that sending needs.
type roomEncryption struct {
	mautrix.CryptoHelper
	o *olm
}

// Encrypt implements [mautrix.CryptoHelper].
func (r roomEncryption) Encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error) {
	return r.o.encrypt(ctx, room, kind, content)
}

// run processes events until ctx ends.
func (v *verifier) run(ctx context.Context) {
	log := zerolog.New(logWriter{v.o.s.log}).Level(zerolog.WarnLevel)
	ctx = log.WithContext(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case job := <-v.queue:
			v.do(ctx, job)
		}
	}
}

func (v *verifier) do(ctx context.Context, job func(context.Context)) {
	defer func() {
		if caught := recover(); caught != nil {
			v.o.s.log.Error("panic while verifying", "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	job(ctx)
}

func (v *verifier) enqueue(job func(context.Context)) {
	select {
	case v.queue <- job:
	default:
		v.o.s.log.Warn("too many events of verifications, dropping one")
	}
}

// handle takes an event if it belongs to a verification.
func (v *verifier) handle(e *event.Event) bool {
	request := e.Type == event.ToDeviceVerificationRequest
	if m, ok := e.Content.Parsed.(*event.MessageEventContent); ok {
		request = m.MsgType == event.MsgVerificationRequest
	}
	switch {
	case request:
		v.enqueue(func(ctx context.Context) { v.request(ctx, e) })
	case strings.HasPrefix(e.Type.Type, "m.key.verification."):
		v.enqueue(func(ctx context.Context) { v.proceed(ctx, e) })
	default:
		return false
	}
	return true
}

// request accepts a request for verification, or refuses it.
func (v *verifier) request(ctx context.Context, e *event.Event) {
	if e.RoomID != "" && e.Content.AsMessage().To != v.o.s.api.UserID {
		return // it is meant for another member of the room
	}
	if !v.o.s.rateLimiter.admit(e.Sender) {
		return
	}
	if code, reason := v.refusal(ctx, e); reason != "" {
		v.o.s.log.Warn("a request for verification is refused", "from", e.Sender, "reason", reason)
		v.cancel(ctx, e, code, reason)
		return
	}
	v.events.Dispatch(ctx, e)
}

// refusal returns why a request is refused, or no reason if it is not.
func (v *verifier) refusal(ctx context.Context, e *event.Event) (code event.VerificationCancelCode, reason string) {
	methods := e.Content.AsVerificationRequest().Methods
	if e.RoomID != "" {
		methods = e.Content.AsMessage().Methods
	}
	switch {
	case e.Sender == v.o.s.api.UserID:
		return event.VerificationCancelCodeUser, ownAccount
	case !slices.Contains(v.o.s.options.Operators, string(e.Sender)):
		return event.VerificationCancelCodeUser, notOperator
	case !slices.Contains(methods, event.VerificationMethodSAS):
		return event.VerificationCancelCodeUnknownMethod, noCommonMethod
	}
	if err := v.o.unlockSigningKeys(ctx); err != nil {
		v.o.s.log.Warn("the keys that verify others cannot be opened", "err", err)
		return event.VerificationCancelCodeUser, noSigningKeys
	}
	return "", ""
}

// cancel cancels a verification that the library does not know.
func (v *verifier) cancel(ctx context.Context, e *event.Event, code event.VerificationCancelCode, reason string) {
	content := &event.VerificationCancelEventContent{Code: code, Reason: reason}
	var err error
	if e.RoomID != "" {
		content.RelatesTo = &event.RelatesTo{Type: event.RelReference, EventID: e.ID}
		_, err = v.client.SendMessageEvent(ctx, e.RoomID, event.InRoomVerificationCancel, &event.Content{Parsed: content})
	} else {
		content.TransactionID = transactionOf(e)
		device, _ := e.Content.Raw["from_device"].(string)
		if device == "" {
			device = "*" // all devices
		}
		_, err = v.o.s.api.SendToDevice(ctx, event.ToDeviceVerificationCancel, &mautrix.ReqSendToDevice{
			Messages: map[id.UserID]map[id.DeviceID]*event.Content{e.Sender: {id.DeviceID(device): {Parsed: content}}}})
	}
	if err != nil {
		v.o.s.log.Warn("cannot cancel a verification", "from", e.Sender, "err", err)
	}
}

// transactionOf returns the verification that an event belongs to.
func transactionOf(e *event.Event) id.VerificationTransactionID {
	if e.RoomID != "" {
		if content, ok := e.Content.Parsed.(event.Relatable); ok {
			return id.VerificationTransactionID(content.OptionalGetRelatesTo().GetReferenceID())
		}
	} else if content, ok := e.Content.Parsed.(event.VerificationTransactionable); ok {
		return content.GetTransactionID()
	}
	return ""
}

// proceed passes an event of a verification in progress to the library. It first checks what the library does not: that
// the event is from the other side, in the room where the verification began, and that confirmations follow the keys.
func (v *verifier) proceed(ctx context.Context, e *event.Event) {
	transaction := transactionOf(e)
	known, err := v.transactions.GetVerificationTransaction(ctx, transaction)
	cancelled, done := e.Type.Type == event.ToDeviceVerificationCancel.Type, e.Type.Type == event.ToDeviceVerificationDone.Type
	if err != nil {
		// In a room it may be a verification of two other members.
		if e.RoomID == "" && !cancelled && !done && slices.Contains(v.o.s.options.Operators, string(e.Sender)) {
			v.cancel(ctx, e, event.VerificationCancelCodeUnknownTransaction, unknownExchange)
		}
		return
	}
	if known.TheirUserID != e.Sender || known.RoomID != e.RoomID {
		v.o.s.log.Warn("somebody interferes with a verification", "from", e.Sender, "operator", known.TheirUserID)
		return
	}
	if e.Type.Type == event.ToDeviceVerificationMAC.Type {
		if known.VerificationState != verificationhelper.VerificationStateSASKeysExchanged {
			return
		}
		// Before the bot's own confirmation mautrix v0.30.0 compares it with the wrong key.
		if v.hold(transaction, e) {
			return
		}
	}
	v.dispatch(ctx, transaction, e)
}

// dispatch passes an event to the library. mautrix v0.30.0 takes the event's own ID in a room for that of the
// verification.
func (v *verifier) dispatch(ctx context.Context, transaction id.VerificationTransactionID, e *event.Event) {
	passed := *e
	if passed.RoomID != "" {
		passed.ID = id.EventID(transaction)
	}
	v.events.Dispatch(ctx, &passed)
}

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

// unlockSigningKeys makes sure that the account's private cross-signing keys are in memory.
func (o *olm) unlockSigningKeys(ctx context.Context) error {
	o.signing.Lock()
	defer o.signing.Unlock()
	if o.machine.CrossSigningKeys != nil {
		return nil
	}
	key, err := o.secretStorageKey(ctx)
	if err != nil {
		return err
	}
	return o.machine.FetchCrossSigningKeysFromSSSS(ctx, key)
}

var _ interface {
	verificationhelper.RequiredCallbacks
	verificationhelper.ShowSASCallbacks
} = (*verifier)(nil)
