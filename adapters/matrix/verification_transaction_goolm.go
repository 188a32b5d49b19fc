//go:build goolm

package matrix

import (
	"context"
	"sync"

	"maunium.net/go/mautrix/crypto/verificationhelper"
	"maunium.net/go/mautrix/id"
)

// transactions holds the verifications in progress. They end after ten minutes, so they are not
// stored. Unlike the library's own store, it is safe for concurrent use.
type transactions struct {
	mu  sync.Mutex // guards all
	all *verificationhelper.InMemoryVerificationStore
}

func newTransactions() *transactions {
	return &transactions{all: verificationhelper.NewInMemoryVerificationStore()}
}

// DeleteVerification implements [verificationhelper.VerificationStore].
func (t *transactions) DeleteVerification(ctx context.Context, transaction id.VerificationTransactionID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.DeleteVerification(ctx, transaction)
}

// GetVerificationTransaction implements [verificationhelper.VerificationStore].
func (t *transactions) GetVerificationTransaction(ctx context.Context, transaction id.VerificationTransactionID) (verificationhelper.VerificationTransaction, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.GetVerificationTransaction(ctx, transaction)
}

// SaveVerificationTransaction implements [verificationhelper.VerificationStore].
func (t *transactions) SaveVerificationTransaction(ctx context.Context, transaction verificationhelper.VerificationTransaction) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.SaveVerificationTransaction(ctx, transaction)
}

// FindVerificationTransactionForUserDevice implements [verificationhelper.VerificationStore].
func (t *transactions) FindVerificationTransactionForUserDevice(ctx context.Context, user id.UserID, device id.DeviceID) (verificationhelper.VerificationTransaction, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.FindVerificationTransactionForUserDevice(ctx, user, device)
}

// GetAllVerificationTransactions implements [verificationhelper.VerificationStore].
func (t *transactions) GetAllVerificationTransactions(ctx context.Context) ([]verificationhelper.VerificationTransaction, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all.GetAllVerificationTransactions(ctx)
}
