//go:build goolm

package matrix

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/rs/zerolog"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/verificationhelper"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// verifier lets operators verify the bot by comparing short authentication strings (SAS). The bot
// writes these, and a code, only to its log, because the homeserver could forge what it transports.
// The operator compares the strings with those in their app, and sends the code to confirm that
// they agree.
type verifier struct {
	o *olm
	// client encrypts events to encrypted rooms by itself, as the library expects.
	client *mautrix.Client
	helper *verificationhelper.VerificationHelper
	// events passes events to helper.
	events       *mautrix.DefaultSyncer
	transactions *transactions
	// jobs holds the jobs of run, in order. It exists because the sync loop must not wait
	// for requests.
	jobs chan func(context.Context)

	mu          sync.Mutex // guards comparisons
	comparisons map[id.VerificationTransactionID]*comparison
}

// verificationQueueLen is how many events of verifications may wait.
const verificationQueueLen = 64

// The reasons for refusing a verification. Apps also show their own text for the code.
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
	v := &verifier{o: o, client: client, events: mautrix.NewDefaultSyncer(), transactions: newTransactions(), jobs: make(chan func(context.Context), verificationQueueLen),
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
		case job := <-v.jobs:
			v.runJob(ctx, job)
		}
	}
}

func (v *verifier) runJob(ctx context.Context, job func(context.Context)) {
	defer func() {
		if caught := recover(); caught != nil {
			v.o.s.log.Error("panic while verifying", "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	job(ctx)
}

func (v *verifier) enqueue(job func(context.Context)) {
	select {
	case v.jobs <- job:
	default:
		v.o.s.log.Warn("too many events of verifications, dropping one")
	}
}

// handle queues an event that belongs to a verification. It returns false for any other event.
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

// refusal returns the reason why a request must be refused, "" if it need not be.
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

// proceed passes an event of a verification in progress to the library. It first checks some things
// that the library does not: the event must come from the other user and from the room in which the
// verification began, and confirmations must come after the keys.
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
		v.o.s.log.Warn("an event of a verification comes from another user or room", "from", e.Sender, "operator", known.TheirUserID)
		return
	}
	if e.Type.Type == event.ToDeviceVerificationMAC.Type {
		if known.VerificationState != verificationhelper.VerificationStateSASKeysExchanged {
			return
		}
		// Before the bot has sent its own confirmation, mautrix v0.30.0 checks the app's with the
		// wrong key.
		if v.deferMAC(transaction, e) {
			return
		}
	}
	v.dispatch(ctx, transaction, e)
}

// dispatch passes an event to the library. For events in a room, mautrix v0.30.0 takes the event's
// own ID for the ID of the verification, so dispatch replaces it.
func (v *verifier) dispatch(ctx context.Context, transaction id.VerificationTransactionID, e *event.Event) {
	passed := *e
	if passed.RoomID != "" {
		passed.ID = id.EventID(transaction)
	}
	v.events.Dispatch(ctx, &passed)
}

// unlockSigningKeys makes sure that the account's private cross-signing keys are in memory.
func (o *olm) unlockSigningKeys(ctx context.Context) error {
	o.signing.Lock()
	defer o.signing.Unlock()
	if o.machine.CrossSigningKeys != nil {
		return nil
	}
	own, err := o.ownKeys(ctx)
	if err != nil {
		return err
	}
	return o.fetchSigningKeys(ctx, own)
}
