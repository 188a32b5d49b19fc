//go:build goolm

package matrix

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	primitives "maunium.net/go/mautrix/crypto/olm"
	"maunium.net/go/mautrix/crypto/signatures"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// crowd simulates many devices, one for each user: their keys, and the events that have been sent
// to them.
type crowd struct {
	t       *testing.T
	devices map[id.UserID]*crypto.OlmAccount
	claimed map[id.UserID]int
	sent    map[id.UserID]*event.EncryptedEventContent

	requests int
}

const crowdDevice id.DeviceID = "PHONE"

// sign returns an object signed by one of the devices.
func (c *crowd) sign(who id.UserID, content any) signatures.Signatures {
	signature, err := c.devices[who].SignJSON(content)
	if err != nil {
		c.t.Error(err)
	}
	return signatures.NewSingleSignature(who, id.KeyAlgorithmEd25519, crowdDevice.String(), signature)
}

// answer is a [network] that serves the keys of the devices and their one-time keys, and stores the
// events that are sent to them.
func (c *crowd) answer(r *http.Request) (*http.Response, error) {
	c.requests++
	respond := func(content any) (*http.Response, error) {
		body, err := json.Marshal(content)
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(body))), Request: r, Header: http.Header{"Content-Type": {"application/json"}}}, err
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/keys/query"):
		var asked mautrix.ReqQueryKeys
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			return nil, err
		}
		resp := mautrix.RespQueryKeys{DeviceKeys: map[id.UserID]map[id.DeviceID]mautrix.DeviceKeys{}}
		for who := range asked.DeviceKeys {
			device, ok := c.devices[who]
			if !ok {
				continue
			}
			keys := mautrix.DeviceKeys{UserID: who, DeviceID: crowdDevice, Algorithms: []id.Algorithm{id.AlgorithmMegolmV1, id.AlgorithmOlmV1}, Keys: mautrix.KeyMap{
				id.NewDeviceKeyID(id.KeyAlgorithmCurve25519, crowdDevice): string(device.IdentityKey()),
				id.NewDeviceKeyID(id.KeyAlgorithmEd25519, crowdDevice):    string(device.SigningKey()),
			}}
			keys.Signatures = c.sign(who, keys)
			resp.DeviceKeys[who] = map[id.DeviceID]mautrix.DeviceKeys{crowdDevice: keys}
		}
		return respond(resp)
	case strings.HasSuffix(r.URL.Path, "/keys/claim"):
		var asked mautrix.ReqClaimKeys
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			return nil, err
		}
		resp := mautrix.RespClaimKeys{OneTimeKeys: map[id.UserID]map[id.DeviceID]map[id.KeyID]mautrix.OneTimeKey{}}
		for who := range asked.OneTimeKeys {
			c.claimed[who]++
			account := c.devices[who].Internal
			if err := account.GenOneTimeKeys(1); err != nil {
				return nil, err
			}
			keys, err := account.OneTimeKeys()
			if err != nil {
				return nil, err
			}
			for name, key := range keys {
				signed := mautrix.OneTimeKey{Key: key}
				signed.Signatures = c.sign(who, signed)
				resp.OneTimeKeys[who] = map[id.DeviceID]map[id.KeyID]mautrix.OneTimeKey{crowdDevice: {id.NewKeyID(id.KeyAlgorithmSignedCurve25519, name): signed}}
			}
			account.MarkKeysAsPublished()
		}
		return respond(resp)
	case strings.Contains(r.URL.Path, "/sendToDevice/m.room.encrypted/"):
		var sent struct {
			Messages map[id.UserID]map[id.DeviceID]*event.EncryptedEventContent
		}
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			return nil, err
		}
		for who, devices := range sent.Messages {
			c.sent[who] = devices[crowdDevice]
		}
		return respond(struct{}{})
	}
	return nil, nil
}

// reads returns the text of a message to the room, which a device decrypts with the key that it has
// been sent.
func (c *crowd) reads(who id.UserID, message *event.EncryptedEventContent) string {
	c.t.Helper()
	sent := c.sent[who]
	if sent == nil {
		return "nothing"
	}
	device := c.devices[who]
	own := sent.OlmCiphertext[device.IdentityKey()]
	session, err := device.Internal.NewInboundSessionFrom(&sent.SenderKey, own.Body)
	if err != nil {
		c.t.Fatal(who, err)
	}
	plain, err := session.Decrypt(own.Body, own.Type)
	if err != nil {
		c.t.Fatal(who, err)
	}
	var key struct {
		Content event.RoomKeyEventContent `json:"content"`
	}
	if err := json.Unmarshal(plain, &key); err != nil {
		c.t.Fatal(err)
	}
	group, err := primitives.NewInboundGroupSession([]byte(key.Content.SessionKey))
	if err != nil {
		c.t.Fatal(err)
	}
	words, _, err := group.Decrypt(message.MegolmCiphertext)
	if err != nil {
		return err.Error()
	}
	return string(words)
}

// TestLargeEncryptedRoom sends messages in an encrypted room of 500 members with a device each. All
// of them can read the messages; the keys are requested and sent in few requests; and no one-time
// key of a device is used twice when somebody leaves and the room's key changes.
func TestLargeEncryptedRoom(t *testing.T) {
	t.Parallel()
	const members = 500
	const hall id.RoomID = "!hall:x"
	s := sealedSession(t)
	c := &crowd{t: t, devices: map[id.UserID]*crypto.OlmAccount{}, claimed: map[id.UserID]int{}, sent: map[id.UserID]*event.EncryptedEventContent{}}
	s.api.Client = &http.Client{Transport: network(c.answer)}
	if err := s.store.SetEncryptionEvent(t.Context(), hall, &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
		t.Fatal(err)
	}
	for i := range members {
		who := id.UserID(fmt.Sprintf("@member%d:x", i))
		c.devices[who] = crypto.NewOlmAccount()
		if err := s.store.SetMembership(t.Context(), hall, who, event.MembershipJoin); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.store.SetMembership(t.Context(), hall, s.api.UserID, event.MembershipJoin); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	first, err := encryptFor(t.Context(), s, hall, event.EventMessage, writer{}.write("the first move", nil))
	if err != nil {
		t.Fatal(err)
	}
	shared := time.Since(begun)
	if c.requests > members/20 {
		t.Errorf("sharing a key with %d devices takes %d requests", members, c.requests)
	}
	for who := range c.devices {
		if words := c.reads(who, first); !strings.Contains(words, "the first move") {
			t.Fatalf("%s reads %s", who, words)
		}
	}
	// A member leaves, and has no key for later messages.
	const gone id.UserID = "@member7:x"
	left := received(t, fmt.Sprintf(`{"event_id":"$left","type":"m.room.member","state_key":%q,"sender":%q,"content":{"membership":"leave"},"unsigned":{"prev_content":{"membership":"join"}}}`, gone, gone))
	left.RoomID = hall
	if err := s.applyState(t.Context(), hall, left); err != nil {
		t.Fatal(err)
	}
	old := c.sent
	c.sent = map[id.UserID]*event.EncryptedEventContent{}
	second, err := encryptFor(t.Context(), s, hall, event.EventMessage, writer{}.write("the second move", nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.sent) != members-1 || c.sent[gone] != nil {
		t.Errorf("the second key is sent to %d devices", len(c.sent))
	}
	for who, times := range c.claimed {
		if times != 1 {
			t.Errorf("%d one-time keys of %s are used", times, who)
		}
	}
	if words := c.reads("@member8:x", second); !strings.Contains(words, "the second move") {
		t.Errorf("who has stayed reads %s", words)
	}
	if c.sent[gone] = old[gone]; strings.Contains(c.reads(gone, second), "the second move") {
		t.Error("who has left can read on")
	}
	t.Logf("sharing with %d devices took %s", members, shared)
}
