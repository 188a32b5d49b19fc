package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/outbox"
	"raumbot/storage"
)

// TestLeftOver checks that all messages left by a previous run, and no others, are marked as
// repeats.
func TestLeftOver(t *testing.T) {
	store := storage.Memory()
	post(t, store, "console", slices.Repeat([]string{"a"}, 250)...)
	o := open(t, store, stopped())
	for _, p := range []bot.Platform{"console", "matrix"} {
		if err := o.TakeOver(t.Context(), p, outbox.Unconfirmed{All: true}); err != nil {
			t.Fatal(err)
		}
	}
	post(t, store, "console", "a")
	b := newPlatform("console")
	var repeats, fresh int
	b.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Repeat {
			repeats++
		} else {
			fresh++
		}
		return bot.Receipt{}, nil
	}
	if err := o.Deliver(t.Context(), b); err != nil || repeats != 250 || fresh != 1 {
		t.Errorf("%d repeats and %d others, error %v", repeats, fresh, err)
	}
}

func TestParseUnconfirmed(t *testing.T) {
	many := outbox.Unconfirmed{UpTo: 7}
	for id := range bot.MessageID(100) {
		many.Also = append(many.Also, 10+id)
	}
	for _, c := range []struct{ unconfirmed, read outbox.Unconfirmed }{
		{},
		{outbox.Unconfirmed{All: true, UpTo: 3}, outbox.Unconfirmed{All: true}},
		{outbox.Unconfirmed{UpTo: 3}, outbox.Unconfirmed{UpTo: 3}},
		{outbox.Unconfirmed{Also: []bot.MessageID{5, 9}}, outbox.Unconfirmed{Also: []bot.MessageID{5, 9}}},
		{many, outbox.Unconfirmed{UpTo: 109}},
	} {
		if read := outbox.ParseUnconfirmed(c.unconfirmed.String()); fmt.Sprint(read) != fmt.Sprint(c.read) {
			t.Errorf("%+v is read as %+v", c.unconfirmed, read)
		}
	}
	for _, text := range []string{"", "a note of a later program", "-1"} {
		if !outbox.ParseUnconfirmed(text).All {
			t.Errorf("after %q not everything is unconfirmed", text)
		}
	}
}

// repeated delivers what waits, and returns which messages were marked as repeats, and how many
// were not.
func repeated(t *testing.T, o *outbox.Outbox) (repeats []bot.MessageID, fresh int) {
	t.Helper()
	p := newPlatform("console")
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		p.change(func() {
			if m.Repeat {
				repeats = append(repeats, m.ID)
			} else {
				fresh++
			}
		})
		return bot.Receipt{}, nil
	}
	if err := o.Deliver(t.Context(), p); err != nil {
		t.Error(err)
	}
	slices.Sort(repeats)
	return repeats, fresh
}

// TestCleanStop stops an outbox while some messages are being delivered and others wait. In the
// next run, only the former may be marked as repeats, and a message that the platform may have
// shown although its delivery failed.
func TestCleanStop(t *testing.T) {
	store := storage.Memory()
	post(t, store, "console", "a", "a", "b", "c", "d", "e")
	o := open(t, store, stopped())
	p := newPlatform("console", "a", "b")
	refused, unclear := false, false
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		switch m.Room.ID {
		case "c":
			p.change(func() { refused = true })
			return bot.Receipt{}, errors.New("refused on purpose")
		case "e":
			p.change(func() { unclear = true })
			return bot.Receipt{}, &bot.Unclear{Err: errors.New("no answer")}
		}
		return bot.Receipt{}, nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		o.Run(ctx, p)
	}()
	p.until(t, "a and b are on their way, c is refused, e unclear, d is delivered", func() bool { return p.inside == 2 && refused && unclear && len(p.heard["d"]) == 1 })
	for limit := time.Now().Add(time.Minute); !slices.Equal(o.Unconfirmed("console").Also, []bot.MessageID{1, 3, 6}); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("that c was refused, and d delivered, is never noted: unconfirmed is %+v", o.Unconfirmed("console"))
		}
	}
	cancel()
	<-ended
	next := open(t, store, stopped())
	if err := next.TakeOver(t.Context(), "console", outbox.ParseUnconfirmed(o.Unconfirmed("console").String())); err != nil {
		t.Fatal(err)
	}
	if repeats, fresh := repeated(t, next); !slices.Equal(repeats, []bot.MessageID{1, 3, 6}) || fresh != 2 {
		t.Errorf("%v are marked as repeats, and %d are not", repeats, fresh)
	}
	if rest := next.Unconfirmed("console"); rest.String() != (outbox.Unconfirmed{}).String() {
		t.Errorf("unconfirmed is %+v at the end", rest)
	}
}

// TestUnconfirmedIsHandedOn takes over and stops before anything could be delivered: the one after
// that knows which messages were unconfirmed.
func TestUnconfirmedIsHandedOn(t *testing.T) {
	store := storage.Memory()
	post(t, store, "console", "a", "b", "c")
	first := open(t, store, stopped())
	if err := first.TakeOver(t.Context(), "console", outbox.Unconfirmed{UpTo: 1, Also: []bot.MessageID{3}}); err != nil {
		t.Fatal(err)
	}
	second := open(t, store, stopped())
	if err := second.TakeOver(t.Context(), "console", outbox.ParseUnconfirmed(first.Unconfirmed("console").String())); err != nil {
		t.Fatal(err)
	}
	if repeats, fresh := repeated(t, second); !slices.Equal(repeats, []bot.MessageID{1, 3}) || fresh != 1 {
		t.Errorf("%v are marked as repeats, and %d are not", repeats, fresh)
	}
}

// replaceable is a store in whose place another can be put.
type replaceable struct{ bot.Store }

// TestStoreSetBack sets the store back, as a standby does that is promoted before it has
// everything: what is there again is delivered again, marked, and numbers that are used again are
// not taken for messages that were delivered.
func TestStoreSetBack(t *testing.T) {
	store := &replaceable{storage.Memory()}
	post(t, store, "console", "a", "b", "c")
	o := open(t, store, stopped())
	if repeats, fresh := repeated(t, o); fresh != 3 || len(repeats) > 0 {
		t.Fatalf("%d were delivered, and %v as repeats", fresh, repeats)
	}
	store.Store = storage.Memory()
	post(t, store, "console", "a")
	o.Rewind()
	if repeats, fresh := repeated(t, o); !slices.Equal(repeats, []bot.MessageID{1}) || fresh != 0 {
		t.Errorf("what was delivered before: %v are marked as repeats, and %d are not", repeats, fresh)
	}
	post(t, store, "console", "x", "y")
	if repeats, fresh := repeated(t, o); len(repeats) > 0 || fresh != 2 {
		t.Errorf("with numbers that were used before: %v are marked as repeats, and %d are delivered", repeats, fresh)
	}
}

// TestStoreSetBackMeanwhile sets the store back while a message is being delivered, and puts
// another under its number: that is delivered, too. What waits behind it, or rests after a failure,
// is delivered once.
func TestStoreSetBackMeanwhile(t *testing.T) {
	store := &replaceable{storage.Memory()}
	post(t, store, "console", "a", "a", "b")
	clock := stopped()
	o := open(t, store, clock)
	p := newPlatform("console", "a")
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room.ID == "b" && clock.Now().Equal(stopped().Now()) {
			return bot.Receipt{}, errors.New("refused on purpose")
		}
		return bot.Receipt{}, nil
	}
	delivering := make(chan error)
	go func() { delivering <- o.Deliver(t.Context(), p) }()
	p.until(t, "the first is on its way", func() bool { return p.inside == 1 })
	store.Store = storage.Memory()
	post(t, store, "console", "z", "a", "b")
	o.Rewind()
	close(p.blocked["a"])
	if err := <-delivering; err == nil {
		t.Error("what was refused is no failure")
	}
	o.Rewind()
	clock.now = clock.now.Add(time.Hour)
	if err := o.Deliver(t.Context(), p); err != nil {
		t.Error(err)
	}
	if heard := fmt.Sprint(p.heard); heard != "map[a:[1 2] b:[3] z:[1]]" {
		t.Errorf("delivered are %s", heard)
	}
}

// TestAfter stops an outbox while a message is being delivered. The next one tells the platform
// where the last message before it is shown, in the same room, but not where it is shown itself.
func TestAfter(t *testing.T) {
	store := storage.Memory()
	p := newPlatform("console")
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.ID == 4 {
			return bot.Receipt{}, &bot.Unclear{Err: errors.New("no answer")}
		}
		return bot.Receipt{Shown: fmt.Sprint("place ", m.ID)}, nil
	}
	post(t, store, "console", "a", "b", "a", "a")
	first := open(t, store, stopped())
	if err := first.Deliver(t.Context(), p); err == nil {
		t.Error("nothing fails")
	}
	post(t, store, "console", "b")
	if err := first.Deliver(t.Context(), p); err != nil {
		t.Error(err)
	}
	next := open(t, store, stopped())
	if err := next.TakeOver(t.Context(), "console", first.Unconfirmed("console")); err != nil {
		t.Fatal(err)
	}
	var after []string
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		after = append(after, m.After)
		return bot.Receipt{}, nil
	}
	if err := next.Deliver(t.Context(), p); err != nil || !slices.Equal(after, []string{"place 3"}) {
		t.Errorf("delivered after %q, error %v", after, err)
	}
}
