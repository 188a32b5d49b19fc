package matrix

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/storage/postgres/pinned"
	"raumbot/storage/storagetest"
)

// onServer lets all tests keep their stores on a server.
var onServer = flag.Bool("server", false, "keep the stores of the tests in a PostgreSQL")

func TestMain(m *testing.M) {
	os.Exit(storagetest.Run(m, 8)) // those that run at once wait most of the time
}

// testStore opens a store of the test.
func testStore(t *testing.T) *store {
	t.Helper()
	store, err := openFile(t.Context(), filepath.Join(t.TempDir(), "test-matrix.db"))
	if *onServer {
		store, err = openServer(t.Context(), "the server", testServer(t).Connect, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	store.db.DeadlockDetection = true
	t.Cleanup(store.close)
	return store
}

// testServer returns a schema of a server that the tests have started.
func testServer(t *testing.T) Location {
	t.Helper()
	url := storagetest.Postgres(t)
	return Location{
		Name:   "postgres://the-server",
		Exists: func(ctx context.Context) (bool, error) { return pinned.Exists(ctx, url, "_matrix") },
		Connect: func(ctx context.Context, waiting func(error)) (Server, error) {
			return pinned.Pin(ctx, url, "_matrix", waiting)
		},
	}
}

// TestServerKeepsAll stores events that a hostile homeserver may send. All of them must be
// storable, because the bot would request an event that is not again and again.
func TestServerKeepsAll(t *testing.T) {
	at := testServer(t)
	store, err := openServer(t.Context(), at.Name, at.Connect, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.close() })
	for i, content := range []string{
		`{"type":"m.room.member","state_key":"@eve:x","content":{"membership":"join","displayname":"E\u0000ve\ud800","avatar_url":"mxc://\u0000"}}`,
		`{"type":"m.room.member","state_key":"@eve:x","content":{"membership":"nonsense"}}`,
		`{"type":"m.room.power_levels","state_key":"","content":{"users":{"@eve\u0000:x":9007199254740991},"events":{"\ud800":1}}}`,
		`{"type":"m.room.create","state_key":"","content":{"creator":"\u0000","room_version":"\u0000","\ud800":"\udc00"}}`,
		`{"type":"m.room.encryption","state_key":"","content":{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_ms":9007199254740991,"rotation_period_msgs":9007199254740991}}`,
		`{"type":"m.room.join_rules","state_key":"","content":{"join_rule":"\u0000"}}`,
		`{"type":"m.room.history_visibility","state_key":"","content":{"history_visibility":"\u0000"}}`,
	} {
		e := &event.Event{}
		if err := json.Unmarshal([]byte(content), e); err != nil {
			t.Fatal(err)
		}
		e.ID, e.RoomID, e.Sender, e.Type.Class = "$e", "!den:x", "@eve:x", event.StateEventType
		if err := e.Content.ParseRaw(e.Type); err != nil && !parseLeniently(e) {
			continue // it is not stored
		}
		if err := store.applyState(t.Context(), e); err != nil {
			t.Errorf("event %d: %v", i, err)
		}
	}
	for _, statement := range []string{
		"INSERT INTO crypto_message_index (session_id, \"index\", event_id, timestamp) VALUES ($1, 4294967295, '$e', 1)",
		"INSERT INTO crypto_device (user_id, device_id, identity_key, signing_key, trust, deleted, name) VALUES ('@eve:x', 'PHONE', $1, $1, 0, false, '')",
	} {
		if _, err := store.db.Exec(t.Context(), statement, strings.Repeat("long", 100)); err != nil {
			t.Error(err)
		}
	}
	if members, err := store.GetRoomJoinedOrInvitedMembers(t.Context(), "!den:x"); err != nil || len(members) > 1 {
		t.Errorf("members %v, %v", members, err)
	}
	store.close()
	// The tables exist already.
	if store, err = openServer(t.Context(), at.Name, at.Connect, nil); err != nil {
		t.Fatal(err)
	}
}

// TestMove moves a store to a server and back. A store that was moved away is refused with an
// explanation, and an existing store is not overwritten.
func TestMove(t *testing.T) {
	dir := t.TempDir()
	file, server, back := Location{Name: filepath.Join(dir, "bot-matrix.db")}, testServer(t), Location{Name: filepath.Join(dir, "back-matrix.db")}
	if moving, err := Move(t.Context(), file, server); moving != nil || err != nil {
		t.Errorf("nothing is moved: %v, %v", moving, err)
	}
	store, err := openStore(t.Context(), file.Name)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, store)
	before := contents(t, store)
	store.close()

	moving, err := Move(t.Context(), file, server)
	if err != nil {
		t.Fatal(err)
	}
	if err := moving.Abandon(); err != nil {
		t.Fatal(err)
	}
	for i, way := range [][2]Location{{file, server}, {server, back}} {
		moving, err := Move(t.Context(), way[0], way[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := moving.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if again, err := Move(t.Context(), way[0], Location{Name: filepath.Join(dir, fmt.Sprint(i))}); again != nil || err != nil {
			t.Errorf("what has gone is moved again: %v, %v", again, err)
		}
	}
	if _, err := openStore(t.Context(), file.Name); err == nil || !strings.Contains(err.Error(), "have gone from "+file.Name+" to postgres://the-server") {
		t.Errorf("the old store is opened: %v", err)
	}
	if store, err = openStore(t.Context(), back.Name); err != nil {
		t.Fatal(err)
	}
	defer store.close()
	if after := contents(t, store); after != before {
		t.Errorf("what came back is\n%s\nwhat went was\n%s", after, before)
	}
	other, err := openStore(t.Context(), filepath.Join(dir, "other-matrix.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.putNote(t.Context(), "device", "OTHER"); err != nil {
		t.Fatal(err)
	}
	other.close()
	if _, err := Move(t.Context(), Location{Name: other.name}, back); err == nil || !strings.Contains(err.Error(), "holds those of the device") {
		t.Errorf("keys are overwritten: %v", err)
	}
}

// TestMoveSlowly moves a store to a server, and finishes only when a large database has been copied
// as well.
func TestMoveSlowly(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	file, server := Location{Name: filepath.Join(t.TempDir(), "bot-matrix.db")}, testServer(t)
	store, err := openStore(t.Context(), file.Name)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, store)
	store.close()
	moving, err := Move(t.Context(), file, server)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(18 * time.Second) // longer than the server waits for a silent process
	if err := moving.Finish(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestBring starts with a store in a file while another process has the store on the server for a
// moment. Everything is moved.
func TestBring(t *testing.T) {
	t.Parallel()
	file, server := Location{Name: filepath.Join(t.TempDir(), "bot-matrix.db")}, testServer(t)
	store, err := openStore(t.Context(), file.Name)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, store)
	store.close()
	other, err := server.Connect(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(2*time.Second, func() { other.Close() })
	c := &Client{options: Options{Store: file.Name, Server: server}, log: slog.New(slog.DiscardHandler)}
	if store, err = c.openStore(t.Context(), func() {}); err != nil {
		t.Fatal(err)
	}
	defer store.close()
	if device, err := store.note(t.Context(), "device"); err != nil || device != "DEVICE" {
		t.Errorf("the device is %q, %v", device, err)
	}
}

// fill stores data of each kind.
func fill(t *testing.T, s *store) {
	t.Helper()
	for name, value := range map[string]string{"device": "DEVICE", "since": "s1", "token": "secret", "pickle": "00"} {
		if err := s.putNote(t.Context(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetMember(t.Context(), "!den:x", "@eve:x", &event.MemberEventContent{Membership: event.MembershipJoin, Displayname: "Eve 👑"}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetEncryptionEvent(t.Context(), "!den:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"INSERT INTO crypto_account (account_id, device_id, shared, sync_token, account) VALUES ('@raumbot:x', 'DEVICE', true, '', $1)",
		"INSERT INTO crypto_olm_message_hash (account_id, received_at, message_hash) VALUES ('@raumbot:x', 9007199254740991, $1)",
		"INSERT INTO crypto_megolm_inbound_session (account_id, session_id, sender_key, room_id, session) VALUES ('@raumbot:x', 'one', 'two', '!den:x', $1)",
	} {
		if _, err := s.db.Exec(t.Context(), statement, []byte{0, 1, 255}); err != nil {
			t.Fatal(err)
		}
	}
}

// contents returns checksums of all tables.
func contents(t *testing.T, s *store) string {
	t.Helper()
	tables, err := s.tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range tables {
		sum, err := eachRow(t.Context(), s.db.RawDB, table, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %x\n", table, sum[:4])
	}
	return all.String()
}
