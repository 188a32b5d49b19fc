//go:build goolm

package matrix

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.mau.fi/util/jsontime"
	"maunium.net/go/mautrix/crypto/verificationhelper"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// verifierOf returns the verifier of a session whose operator is alice, and the homeserver that
// records the events it sends.
func verifierOf(t *testing.T) (v *verifier, sent *[]string) {
	t.Helper()
	s := sealedSession(t)
	s.options.Operators = []string{"@alice:x", "@raumbot:matrixtest"}
	sent = &[]string{}
	s.api.Client.Transport = network(func(r *http.Request) (*http.Response, error) {
		if strings.Contains(r.URL.Path, "sendToDevice/m.key.verification") || strings.Contains(r.URL.Path, "/send/") {
			body, err := io.ReadAll(r.Body)
			*sent = append(*sent, r.URL.Path+" "+string(body))
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"event_id":"$sent"}`)), Request: r, Header: http.Header{}}, err
		}
		return nil, nil
	})
	return s.cipher.(*olm).verifier, sent
}

// pass passes events to a verifier, and waits until they are processed.
func pass(t *testing.T, v *verifier, events ...*event.Event) {
	t.Helper()
	for _, e := range events {
		if !v.handle(e) {
			t.Fatalf("%s is not taken for a part of a verification", e.Type.Type)
		}
	}
	for len(v.jobs) > 0 {
		v.runJob(t.Context(), <-v.jobs)
	}
}

// asking is a request for verification to the device.
func asking(from id.UserID, methods ...event.VerificationMethod) *event.Event {
	return &event.Event{Type: event.ToDeviceVerificationRequest, Sender: from, Content: event.Content{
		Raw: map[string]any{"from_device": "PHONE"},
		Parsed: &event.VerificationRequestEventContent{
			ToDeviceVerificationEvent: event.ToDeviceVerificationEvent{TransactionID: "t1"},
			FromDevice:                "PHONE", Methods: methods, Timestamp: jsontime.UM(time.Now()),
		}}}
}

// askingInRoom is a request for verification in a room.
func askingInRoom(from, to id.UserID) *event.Event {
	return &event.Event{Type: event.EventMessage, ID: "$ask", RoomID: "!c:x", Sender: from, Timestamp: time.Now().UnixMilli(), Content: event.Content{
		Parsed: &event.MessageEventContent{MsgType: event.MsgVerificationRequest, To: to, FromDevice: "PHONE", Methods: []event.VerificationMethod{event.VerificationMethodSAS}}}}
}

// TestVerificationRefusals refuses requests, with a reason that says what to do.
func TestVerificationRefusals(t *testing.T) {
	sas := event.VerificationMethodSAS
	for name, c := range map[string]struct {
		request func(bot id.UserID) *event.Event
		reason  string // of the cancellation, if there is one
	}{
		"a stranger":                 {func(id.UserID) *event.Event { return asking("@eve:x", sas) }, notOperator},
		"a stranger in a room":       {func(bot id.UserID) *event.Event { return askingInRoom("@eve:x", bot) }, notOperator},
		"somebody else's in a room":  {func(id.UserID) *event.Event { return askingInRoom("@eve:x", "@alice:x") }, ""},
		"a session of the bot's own": {func(bot id.UserID) *event.Event { return asking(bot, sas) }, ownAccount},
		"an operator with QR codes":  {func(id.UserID) *event.Event { return asking("@alice:x", event.VerificationMethodQRCodeShow) }, noCommonMethod},
		"no recovery key":            {func(id.UserID) *event.Event { return asking("@alice:x", sas) }, noSigningKeys},
	} {
		t.Run(name, func(t *testing.T) {
			v, sent := verifierOf(t)
			e := c.request(v.o.s.api.UserID)
			pass(t, v, e)
			if got := strings.Join(*sent, "\n"); (c.reason == "") != (got == "") || !strings.Contains(got, c.reason) || c.reason != "" && !strings.Contains(got, "m.key.verification.cancel") {
				t.Errorf("sent %q, want a cancellation for %q", got, c.reason)
			}
			if all, _ := v.transactions.GetAllVerificationTransactions(t.Context()); len(all) != 0 || len(v.comparisons) != 0 {
				t.Errorf("something is remembered of it: %v %v", all, v.comparisons)
			}
		})
	}
}

// TestVerificationFlood answers only a limited number of requests of one user.
func TestVerificationFlood(t *testing.T) {
	v, sent := verifierOf(t)
	for range 3 * commandBurst {
		pass(t, v, asking("@eve:x", event.VerificationMethodSAS))
	}
	if len(*sent) < commandBurst || len(*sent) > commandBurst+5 {
		t.Errorf("%d requests are answered %d times", 3*commandBurst, len(*sent))
	}
}

// TestVerificationInterference has other users send events of alice's verification, and her app
// confirm before there is anything to compare. These events have no effect.
func TestVerificationInterference(t *testing.T) {
	v, sent := verifierOf(t)
	for i, at := range []verificationhelper.VerificationState{verificationhelper.VerificationStateReady, verificationhelper.VerificationStateSASAccepted} {
		transaction := id.VerificationTransactionID(fmt.Sprint("t", i))
		before := verificationhelper.VerificationTransaction{TransactionID: transaction, TheirUserID: "@alice:x", TheirDeviceID: "PHONE", VerificationState: at}
		if err := v.transactions.SaveVerificationTransaction(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		v.comparisons[transaction] = &comparison{operator: "@alice:x"}
		part := event.ToDeviceVerificationEvent{TransactionID: transaction}
		pass(t, v,
			&event.Event{Type: event.ToDeviceVerificationCancel, Sender: "@eve:x", Content: event.Content{Parsed: &event.VerificationCancelEventContent{ToDeviceVerificationEvent: part}}},
			&event.Event{Type: event.ToDeviceVerificationKey, Sender: "@eve:x", Content: event.Content{Parsed: &event.VerificationKeyEventContent{ToDeviceVerificationEvent: part, Key: make([]byte, 32)}}},
			&event.Event{Type: event.InRoomVerificationCancel, Sender: "@alice:x", RoomID: "!a:x", ID: "$e", Content: event.Content{Parsed: &event.VerificationCancelEventContent{
				InRoomVerificationEvent: event.InRoomVerificationEvent{RelatesTo: &event.RelatesTo{Type: event.RelReference, EventID: id.EventID(transaction)}}}}},
			&event.Event{Type: event.ToDeviceVerificationMAC, Sender: "@alice:x", Content: event.Content{Parsed: &event.VerificationMACEventContent{ToDeviceVerificationEvent: part}}},
		)
		after, err := v.transactions.GetVerificationTransaction(t.Context(), transaction)
		if err != nil || after.VerificationState != at || after.ReceivedTheirMAC || v.comparisons[transaction].mac != nil {
			t.Errorf("after the interference: %+v, %v", after, err)
		}
	}
	if len(*sent) > 0 {
		t.Errorf("answered: %q", *sent)
	}
}

// TestVerificationUnknown cancels verifications from before a restart. It does so for operators
// only, and not in rooms, where other users may verify each other.
func TestVerificationUnknown(t *testing.T) {
	for sender, want := range map[id.UserID]int{"@alice:x": 1, "@eve:x": 0} {
		v, sent := verifierOf(t)
		for _, from := range []any{nil, 7, "PHONE"} { // the specification allows only the last
			*sent = nil
			pass(t, v,
				&event.Event{Type: event.ToDeviceVerificationStart, Sender: sender, Content: event.Content{Raw: map[string]any{"from_device": from},
					Parsed: &event.VerificationStartEventContent{ToDeviceVerificationEvent: event.ToDeviceVerificationEvent{TransactionID: "old"}}}},
				&event.Event{Type: event.InRoomVerificationStart, Sender: sender, RoomID: "!c:x", ID: "$e", Content: event.Content{
					Parsed: &event.VerificationStartEventContent{InRoomVerificationEvent: event.InRoomVerificationEvent{RelatesTo: &event.RelatesTo{Type: event.RelReference, EventID: "$old"}}}}},
				&event.Event{Type: event.InRoomVerificationReady, Sender: sender, RoomID: "!c:x", ID: "$e", Content: event.Content{Parsed: &event.VerificationReadyEventContent{}}},
			)
			if len(*sent) != want {
				t.Errorf("%s: sent %q", sender, *sent)
			}
		}
	}
}

// TestVerificationCode accepts a code only from an operator who is comparing.
func TestVerificationCode(t *testing.T) {
	v, _ := verifierOf(t)
	v.comparisons["t1"] = &comparison{operator: "@alice:x", code: "123456"}
	v.comparisons["t2"] = &comparison{operator: "@bob:x"} // nothing is shown yet
	for _, c := range []struct {
		sender id.UserID
		text   string
		want   bool
	}{
		{"@eve:x", "123456", false},
		{"@bob:x", "123456", false},
		{"@alice:x", "1", false},
		{"@alice:x", "ve2-ve4", false},
		{"@alice:x", " 123456\n", true},
		{"@alice:x", "123456", false}, // it has been said already
	} {
		if got := v.confirm(c.sender, c.text); got != c.want {
			t.Errorf("%s says %q: %t", c.sender, c.text, got)
		}
	}
}
