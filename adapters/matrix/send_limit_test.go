package matrix

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// limitRig is a bot on a homeserver with the limits of Synapse, in a bubble with its own clock.
type limitRig struct {
	t      *testing.T
	server *matrixtest.Server
	robot  *matrixtest.User
	people []*matrixtest.User
	rooms  []*matrixtest.Room
	s      *session
	said   atomic.Int64
}

// limited runs a test on a homeserver with the limits of Synapse. The bot is in as many rooms as
// are asked for, each with two people.
func limited(t *testing.T, rooms int, messages matrixtest.Rate, test func(*limitRig)) {
	r := &limitRig{server: matrixtest.New(t)}
	r.robot = r.server.AddUser("raumbot")
	for i := range rooms {
		white, black := r.server.AddUser(fmt.Sprint("white", i)), r.server.AddUser(fmt.Sprint("black", i))
		room := white.CreateRoom(fmt.Sprint("Room ", i), r.robot, black)
		r.robot.Join(room)
		black.Join(room)
		r.people, r.rooms = append(r.people, white, black), append(r.rooms, room)
	}
	synctest.Test(t, func(t *testing.T) {
		r.t = t
		r.server.Limit(messages, matrixtest.SynapseRooms, time.Now)
		r.s = newSession(Options{Grace: time.Minute}, slog.New(slog.DiscardHandler), service.New(service.Ports{Store: storage.Memory()}), testStore(t))
		if err := r.s.address(r.server.URL); err != nil {
			t.Fatal(err)
		}
		r.s.bearer.next = r.server
		r.s.setToken("token-of-" + r.robot.ID)
		r.s.api.UserID, r.s.api.DeviceID = id.UserID(r.robot.ID), "DEVICE"
		for i, room := range r.rooms {
			for _, who := range []string{r.robot.ID, r.people[2*i].ID, r.people[2*i+1].ID} {
				if err := r.s.store.SetMembership(t.Context(), id.RoomID(room.ID), id.UserID(who), event.MembershipJoin); err != nil {
					t.Fatal(err)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		stop := r.s.answers.start(ctx)
		defer stop()
		running.Go(func() { r.s.service.KeepDelivering(ctx, sessionAdapter{r.s}) })
		test(r)
	})
}

// say sends a text to the bot in a room, or in a thread of it.
func (r *limitRig) say(room int, who *matrixtest.User, text string) {
	r.t.Helper()
	e := id.EventID(fmt.Sprint("$said", r.said.Add(1)))
	at := place{room: id.RoomID(r.rooms[room].ID)}
	h := incoming{event: e, sender: id.UserID(who.ID), place: at, answer: e}
	if _, err := fmt.Sscanf(text, "move %d", &h.game); err == nil { // in the thread of the game
		r.server.Look(func() {
			for _, root := range r.rooms[room].From(r.robot, "m.room.message") {
				if body, _ := root.Content["body"].(string); strings.HasPrefix(body, fmt.Sprintf("Game %d begins", h.game)) && h.place.thread == "" {
					h.place.thread, h.thread = id.EventID(root.ID), id.EventID(root.ID)
				}
			}
		})
	}
	mentions := map[string]bot.User{"@black": r.s.user(r.t.Context(), at.room, id.UserID(r.people[2*room+1].ID))}
	if err := r.s.handleCommand(r.t.Context(), h, parsed{text: text, addressed: true, mentions: mentions}); err != nil {
		r.t.Fatal(err)
	}
}

// shown returns the number of the bot's messages in a room whose text has some words, and of its
// reactions there.
func (r *limitRig) shown(room int, words string) (messages, reactions int) {
	r.server.Look(func() {
		for _, e := range r.rooms[room].From(r.robot, "m.room.message") {
			if body, _ := e.Content["body"].(string); e.Content["msgtype"] != "m.image" && strings.Contains(body, words) {
				messages++
			}
		}
		reactions = len(r.rooms[room].From(r.robot, "m.reaction"))
	})
	return messages, reactions
}

// until waits until the bot has sent some messages with some words in a room.
func (r *limitRig) until(room, n int, words string) {
	r.t.Helper()
	for began := time.Now(); time.Since(began) < time.Hour; time.Sleep(50 * time.Millisecond) {
		if got, _ := r.shown(room, words); got >= n {
			return
		}
	}
	r.t.Fatalf("%q is not said %d times in room %d", words, n, room)
}

// begin begins a game in each room, with the number of the room counted from 1, and then lets some
// time pass in silence.
func (r *limitRig) begin(silence time.Duration) {
	for i := range r.rooms {
		r.say(i, r.people[2*i], "challenge @black raumschach white")
	}
	for i := range r.rooms {
		r.until(i, 1, "accept")
		r.say(i, r.people[2*i+1], fmt.Sprint("accept ", i+1))
		r.until(i, 1, fmt.Sprintf("Game %d begins", i+1))
	}
	time.Sleep(time.Minute + silence) // the rest of the pictures
}

// TestSynapseLimits plays five games on a homeserver with Synapse's limits. After a silence of 50 s
// ten moves are shown in the first minute, those of the burst within 5 s; then six in a minute, in
// turn in all rooms.
func TestSynapseLimits(t *testing.T) {
	limited(t, 5, matrixtest.SynapseMessages, func(r *limitRig) {
		r.begin(5 * time.Minute)
		refused := r.refused()
		began := time.Now()
		moves := []string{"ab1-ac3", "ea4-ea3", "ac3-ab1", "eb4-eb3", "ab1-ac3", "ec4-ec3", "ac3-ab1", "ed4-ed3"}
		type shown struct{ at, after time.Duration }
		all := make([][]shown, len(r.rooms))
		var played sync.WaitGroup
		for i := range r.rooms {
			played.Go(func() {
				for n, m := range moves {
					typed := time.Now()
					r.say(i, r.people[2*i+n%2], fmt.Sprintf("move %d %s", i+1, m))
					r.until(i, n+1, fmt.Sprintf("Game %d: ", i+1))
					all[i] = append(all[i], shown{time.Since(began), time.Since(typed)})
				}
			})
		}
		played.Wait()
		within := func(room int, d time.Duration) (n int) {
			for _, m := range all[room] {
				if m.at <= d {
					n++
				}
			}
			return n
		}
		var first, third int
		for i := range r.rooms {
			if all[i][0].after > 5*time.Second {
				t.Errorf("a move of the burst is shown after %s", all[i][0].after)
			}
			first += within(i, time.Minute)
			third += within(i, 3*time.Minute)
			if n := within(i, 3*time.Minute); n < 3 || n > 6 {
				t.Errorf("room %d has had %d moves after three minutes", i, n)
			}
			if _, reactions := r.shown(i, ""); reactions > 2 { // to the challenge
				t.Errorf("room %d has %d reactions", i, reactions)
			}
		}
		if first < 10 || third-first < 11 {
			t.Errorf("%d moves are shown in the first minute, and %d in two more: %v", first, third-first, all)
		}
		if n := r.refused() - refused; n > 2 {
			t.Errorf("%d requests are refused", n)
		}
	})
}

// TestLongWait is refused once for a long time, for which there may be any reason. After that the
// bot does not go on as slowly.
func TestLongWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSendLimiter()
		l.learn(time.Now(), &limitError{5 * time.Minute})
		for range 50 {
			time.Sleep(max(l.pause(), 0))
			l.learn(time.Now(), nil)
		}
		if l.interval > 3*time.Second {
			t.Errorf("it sends an event in %s", l.interval)
		}
	})
}

// TestTurns has many messages wait: answers have their turn before messages of the outbox, of which
// some are sent in between; rooms take turns; reactions are left out.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSendLimiter()
		l.learn(time.Now(), &limitError{5 * time.Second})
		l.measured = true
		var mu sync.Mutex
		var order []string
		send := func(u urgency, room id.RoomID) {
			ctx := context.WithValue(t.Context(), urgencyKey{}, u)
			for {
				ctx, turn, end, err := l.begin(ctx, room)
				if err == nil {
					err = turn.do(ctx, func() error {
						mu.Lock()
						defer mu.Unlock()
						order = append(order, string(room))
						return nil
					})
					end()
				}
				if err == nil || u == decorating {
					return
				}
			}
		}
		for range 4 {
			go send(telling, "a") // a room with a lot to say
			synctest.Wait()
		}
		go send(telling, "b")
		synctest.Wait()
		for _, asks := range []id.RoomID{"q", "q", "r", "q", "q"} {
			go send(answering, asks)
			synctest.Wait()
		}
		go send(decorating, "reaction")
		began := time.Now()
		sent := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(order)
		}
		for synctest.Wait(); sent() < 10; synctest.Wait() {
			time.Sleep(time.Second)
		}
		if got := strings.Join(order, " "); got != "q q r a q q b a a a" {
			t.Errorf("the order is %s", got)
		}
		if took := time.Since(began); took < 50*time.Second || took > 52*time.Second {
			t.Errorf("ten events take %s", took)
		}
	})
}

// TestLimitBeyondDeadline has the next event be allowed only when there is no more time: that is
// a limit, and no fault of the homeserver.
func TestLimitBeyondDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSendLimiter()
		l.learn(time.Now(), &limitError{time.Second})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		ctx, turn, end, err := l.begin(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		defer end()
		err = turn.do(ctx, func() error { return &limitError{maxHold - time.Second} })
		if !errors.Is(err, mautrix.MLimitExceeded) || ctx.Err() != nil {
			t.Errorf("it ends with %v", err)
		}
	})
}

// TestLearnsInterval learns from two refusals how often an event is allowed, and forgets the limit
// when there have been none for long.
func TestLearnsInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSendLimiter()
		time.Sleep(time.Hour)
		l.learn(time.Now(), nil)
		if l.interval != 0 {
			t.Error("it limits without a refusal")
		}
		l.learn(time.Now(), &limitError{3 * time.Second}) // two of the five seconds are over
		time.Sleep(3 * time.Second)
		l.learn(time.Now(), nil)
		time.Sleep(3 * time.Second)
		l.learn(time.Now(), &limitError{2 * time.Second})
		if l.interval != 5*time.Second {
			t.Errorf("the interval is %s", l.interval)
		}
		// After a silence it takes more to be saved up than the homeserver allows.
		for range 4 {
			time.Sleep(5 * time.Second)
			l.learn(time.Now(), nil)
		}
		time.Sleep(30 * time.Second)
		for range 4 {
			l.learn(time.Now(), nil)
		}
		l.learn(time.Now(), &limitError{4 * time.Second})
		if l.interval != 5*time.Second {
			t.Errorf("after a silence the interval is %s", l.interval)
		}
		for range 3 {
			time.Sleep(5 * time.Second)
			l.learn(time.Now(), nil)
		}
		time.Sleep(limitedFor + time.Second)
		for range 50 {
			if _, _, _, err := l.begin(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
			l.learn(time.Now(), nil)
		}
		l.learn(time.Now(), &limitError{5 * time.Second}) // the burst is over
		if l.interval != 5*time.Second {
			t.Errorf("after an hour without refusals the interval is %s", l.interval)
		}
		for time.Now().Before(l.limited) { // the same, without a silence before
			time.Sleep(5 * time.Second)
			l.learn(time.Now(), nil)
		}
		for range 50 {
			l.learn(time.Now(), nil)
		}
		l.learn(time.Now(), &limitError{5 * time.Second})
		if l.interval != 5*time.Second {
			t.Errorf("after an hour in which none was refused the interval is %s", l.interval)
		}
	})
}

// TestFirstPrivateAnswers has more people ask for private answers than Synapse lets the bot create
// chats. Each is told in the room that the answer comes later, and gets it; others are answered at
// once meanwhile, and so is what everybody may read.
func TestFirstPrivateAnswers(t *testing.T) {
	const people = matrixRooms + 4
	limited(t, people/2, matrixtest.Rate{PerSecond: 1000, Burst: 1000}, func(r *limitRig) {
		r.begin(0)
		for i, who := range r.people {
			r.say(i/2, who, "prefer")
		}
		time.Sleep(time.Second)
		answered, waiting := r.chats(), 0
		for i := range r.rooms {
			told, _ := r.shown(i, "comes at once")
			waiting += told
		}
		if answered != matrixRooms || waiting != people-matrixRooms {
			t.Fatalf("%d are answered at once, and %d are told to wait", answered, waiting)
		}
		for i := range r.rooms {
			r.say(i, r.people[2*i], "variants")
			r.say(i, r.people[2*i+1], "rate")
		}
		last := len(r.rooms) - 1
		r.say(last, r.people[2*last+1], fmt.Sprint("board ", last+1)) // has no chat yet
		time.Sleep(time.Second)
		for i := range r.rooms {
			if n, _ := r.shown(i, "These games can be played"); n == 0 {
				t.Errorf("room %d waits for others' chats", i)
			}
		}
		refused := r.refused()
		time.Sleep(10 * time.Minute)
		if n := r.chats(); n != people {
			t.Errorf("%d of %d are answered in the end", n, people)
		}
		if n := r.refused() - refused; n > 2*(people-matrixRooms) {
			t.Errorf("%d requests for rooms are refused", n)
		}
	})
}

// refused returns how many requests were refused because of limits.
func (r *limitRig) refused() (n int) {
	r.server.Look(func() { n = r.server.Refused })
	return n
}

// matrixRooms is how many rooms Synapse lets a user create at once.
const matrixRooms = 10

// chats returns the number of rooms that the bot has created and in which it has said something.
func (r *limitRig) chats() (n int) {
	r.server.Look(func() {
		for _, room := range r.server.Rooms() {
			if room.Events[0].Sender == r.robot.ID && len(room.From(r.robot, "m.room.message")) > 0 {
				n++
			}
		}
	})
	return n
}

// TestNoAnswerIsDroppedSilently asks for more than is kept in the queue of one user, on
// a homeserver that takes one event in five seconds: the answers end with the remark that some are
// missing, and later questions are answered again.
func TestNoAnswerIsDroppedSilently(t *testing.T) {
	limited(t, 1, matrixtest.SynapseMessages, func(r *limitRig) {
		for range 120 {
			r.say(0, r.people[0], "variants")
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Minute)
		answered, _ := r.shown(0, "Raumschach")
		told, _ := r.shown(0, "skipped some of it")
		if told == 0 || told > 2 || answered < maxQueued || answered > 110 {
			t.Errorf("%d are answered, and %d remarks say that others are not", answered, told)
		}
		r.say(0, r.people[0], "variants")
		r.until(0, answered+1, "Raumschach")
	})
}

// TestReactionsDoNotWaitForLimits has a message with buttons wait for the limit. Reactions in its
// room, which wait while its buttons are stored, are read meanwhile.
func TestReactionsDoNotWaitForLimits(t *testing.T) {
	limited(t, 1, matrixtest.SynapseMessages, func(r *limitRig) {
		room := id.RoomID(r.rooms[0].ID)
		r.s.sending.learn(time.Now(), &limitError{5 * time.Second})
		ctx, held, end, err := r.s.sending.begin(r.t.Context(), room)
		if err != nil || !held.held {
			r.t.Fatal("the turn is not held", err)
		}
		defer end()
		r.s.sending.learn(time.Now(), &limitError{20 * time.Second})
		sent := make(chan error, 1)
		go func() {
			_, err := r.s.sendText(ctx, outgoing{place: place{room: room}, txn: "question"}, bot.RenderedMessage{Text: "Which?", Buttons: []bot.RenderedButton{{Label: "This", Command: "games"}}})
			sent <- err
		}()
		synctest.Wait()
		if !r.s.buttonLocks.TryLock(room) {
			r.t.Fatal("reactions wait for the message")
		}
		r.s.buttonLocks.Unlock(room)
		if err := <-sent; err != nil {
			r.t.Error(err)
		}
	})
}
