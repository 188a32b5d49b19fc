//go:build goolm

package matrix

import (
	"context"
	"errors"
	"fmt"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/signatures"
	"maunium.net/go/mautrix/id"
)

const (
	// signatureInterval is how often the bot checks that its device is signed, besides at each change
	// of the account's devices and keys. As often, it repeats that it is not.
	signatureInterval = time.Hour
	// unsignedInterval is how often it checks that while its device is not signed.
	unsignedInterval = time.Minute
)

// ownKeys is what the homeserver says about the account's keys.
type ownKeys struct {
	// master and selfSigning are the public cross-signing keys, empty if the account has none.
	master, selfSigning id.Ed25519
	// signed is whether the bot's device is signed with them.
	signed bool
	// others is whether the account has other devices, which may hold the private keys.
	others bool
}

// needsOperator is an error that only the operator can solve. It is a text for them.
type needsOperator struct{ error }

func (e needsOperator) Unwrap() error { return e.error }

// remedies ends the texts about keys that the bot cannot use.
const remedies = `give the bot the account's recovery key (recovery_key_file or MATRIX_RECOVERY_KEY), or the account's password and "reset_keys = true" in the section [matrix], with which it makes new keys; docs/matrix.md says what that means`

// ownKeys asks the homeserver for the account's keys. mautrix remembers them, and does not notice
// all changes.
func (o *olm) ownKeys(ctx context.Context) (own ownKeys, err error) {
	me, device := o.s.api.UserID, o.s.api.DeviceID
	resp, err := o.s.api.QueryKeys(ctx, &mautrix.ReqQueryKeys{DeviceKeys: mautrix.DeviceKeysRequest{me: {}}})
	if err != nil {
		return own, err
	}
	for other := range resp.DeviceKeys[me] {
		own.others = own.others || other != device
	}
	master, selfSigning := resp.MasterKeys[me], resp.SelfSigningKeys[me]
	own.master, own.selfSigning = master.FirstKey(), selfSigning.FirstKey()
	keys, published := resp.DeviceKeys[me][device]
	own.signed = own.master != "" && own.selfSigning != "" && published &&
		signedBy(selfSigning, me, own.master) && signedBy(keys, me, own.selfSigning)
	return own, nil
}

// signedBy reports whether a user's cross-signing key has signed an object.
func signedBy(object any, user id.UserID, key id.Ed25519) bool {
	ok, err := signatures.VerifySignatureJSON(object, user, key.String(), key)
	return ok && err == nil
}

// ensureSigned makes sure that the bot's device is signed. It returns transient errors, and reports
// all others. starting is whether new keys may be made; at the first start of all, an error that
// the operator must solve is returned as well.
func (o *olm) ensureSigned(ctx context.Context, starting bool) error {
	o.signing.Lock()
	defer o.signing.Unlock()
	err := o.crossSign(ctx, starting)
	if err != nil && transient(err) || ctx.Err() != nil {
		return err
	}
	if starting && errors.As(err, &needsOperator{}) {
		since, other := o.s.store.note(ctx, sinceNote)
		if other != nil || since == "" {
			return errors.Join(err, other)
		}
	}
	o.reportSigned(err)
	return nil
}

// crossSign signs the bot's device with the account's cross-signing keys, so that apps show it as
// verified. If the bot cannot use these keys, or the account has none, it makes new ones when it
// starts; while it runs, they are a person's business.
func (o *olm) crossSign(ctx context.Context, starting bool) error {
	own, err := o.ownKeys(ctx)
	if err != nil || own.signed {
		return err
	}
	o.machine.CrossSigningKeys = nil // they may have been replaced
	if finished, err := o.finishNewKeys(ctx, own); finished || err != nil {
		return err
	}
	reason := errNoRecoveryKey
	if own.master != "" {
		reason = o.signWithRecoveryKey(ctx, own)
	}
	switch {
	case !errors.Is(reason, errNoRecoveryKey) && !errors.Is(reason, errUnusable):
		return reason
	case starting && own.master == "":
		return o.makeKeys(ctx, own)
	case starting:
		if may, err := o.mayReplaceKeys(ctx, own); err != nil {
			return err
		} else if may {
			return o.makeKeys(ctx, own)
		}
	}
	if own.master == "" {
		return needsOperator{errors.New("the account has no keys to sign devices with: start the bot again with the account's password (password_file or MATRIX_PASSWORD), and it makes them")}
	}
	return needsOperator{fmt.Errorf("the account has keys to sign devices with that the bot cannot use (%w): %s", reason, remedies)}
}

// reportSigned tells the operator and the service that the bot's device is not signed because of an
// error, or that it is signed. The caller holds signing.
func (o *olm) reportSigned(err error) {
	if err == nil {
		if o.unsigned != "" {
			o.s.log.Info("the bot's device is signed again")
		}
		o.unsigned = ""
		o.s.service.ReportProblem(Platform, "")
		return
	}
	if o.unsigned != err.Error() || time.Since(o.unsignedSaid) >= signatureInterval {
		o.unsigned, o.unsignedSaid = err.Error(), time.Now()
		o.s.log.Error("the bot's device is not signed, so apps such as Element refuse to talk to it", "err", err)
	}
	o.s.service.ReportProblem(Platform, "the bot's device is not signed, so some apps refuse to talk to it; the log of the bot says more")
}

// watchSignature checks from time to time, and at each change of the account's devices and keys,
// that the bot's device is signed. While it is not, it looks for another recovery key. It runs
// until ctx ends.
func (o *olm) watchSignature(ctx context.Context) {
	for {
		o.signing.Lock()
		interval := signatureInterval
		if o.unsigned != "" {
			interval = unsignedInterval
		}
		o.signing.Unlock()
		pause(ctx, o.devicesChanged, interval)
		checked := make(chan struct{})
		// The verifier uses the same keys, so it must not run meanwhile.
		check := func(ctx context.Context) {
			defer close(checked)
			if err := o.ensureSigned(ctx, false); err != nil && ctx.Err() == nil {
				o.s.log.Warn("cannot check whether the bot's device is signed", "err", err)
			}
		}
		select {
		case o.verifier.jobs <- check:
		case <-ctx.Done():
			return
		}
		select {
		case <-checked:
		case <-ctx.Done():
			return
		}
	}
}
