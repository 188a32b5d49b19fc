package storage

import (
	"encoding/json"
	"errors"
	"testing"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/storage/kv"
	"raumbot/storage/memory"
)

// TestProseToData migrates the sentences of schema 2, and those of schema 1, which have no marks.
func TestProseToData(t *testing.T) {
	for _, c := range []struct{ old, want string }{
		{`{"Reason":"checkmate","Winner":0,"Aborted":false}`, `{"Reason":"checkmate","Winner":0}`},
		{`{"Reason":"fifty-move rule"}`, `{"Reason":"fifty-moves"}`},
		{`{"Reason":"time","Winner":1}`, `{"Reason":"time","Winner":1}`},
		{`{"Reason":"not begun in time","Aborted":true}`, `{"Reason":"not-begun-in-time","Aborted":true}`},
		{`{"Reason":"an organiser's decision (no (really))","Ruling":"no (really)","Adjudicated":true}`, `{"Reason":"ruling","Remark":"no (really)"}`},
		{`{"Reason":"an organiser's decision (they left)","Adjudicated":true}`, `{"Reason":"ruling","Remark":"they left"}`},
		{`{"Reason":"decision of erik (they left)","Adjudicated":true}`, `{"Reason":"ruling","Remark":"they left"}`},
		{`{"Reason":"the end of the round's time","Adjudicated":true}`, `{"Reason":"ruling","Remark":"the end of the round's time"}`},
		{`{"Reason":"an organiser's decision","Adjudicated":true}`, `{"Reason":"ruling"}`},
		{`{"Reason":"a quarrel"}`, `{"Reason":"record","Remark":"a quarrel"}`},
	} {
		var game fields
		var got, want bot.Result
		decode(t, `{"Result":`+c.old+`}`, &game)
		resultToData(game)
		decode(t, string(game["Result"]), &got)
		decode(t, c.want, &want)
		if got.Reason != want.Reason || got.Remark != want.Remark || got.Aborted != want.Aborted || (got.Winner == nil) != (want.Winner == nil) {
			t.Errorf("%s becomes %s", c.old, game["Result"])
		}
		if !got.Reason.Known() {
			t.Errorf("%s becomes %q, which is no reason", c.old, got.Reason)
		}
	}
	for old, want := range map[phrase.Text]bot.Cause{
		phrase.Of("its organisers have decided so"): bot.ByOrganisers, "alice has called it off": bot.ByOrganisers,
		phrase.Of("it was never announced"): bot.NeverAnnounced, phrase.Of("it has not begun for %s", "90 days"): bot.NeverStarted,
		phrase.Of("it has %s, and needs %d", phrase.Of("%d players", 2), 4): bot.TooFewEntered, "it has 1 player, and needs 2": bot.TooFewEntered,
		phrase.Of("fewer than two players are left"): bot.TooFewLeft, phrase.Of("all who were left have forfeited"): bot.AllForfeited,
		"no further round can be paired without somebody meeting the same opponent again": bot.NoPairing,
		phrase.Of("nobody has played for %s", "90 days"):                                  bot.NobodyPlayed,
	} {
		record := fields{}
		record.set("Why", string(old))
		var got bot.Tournament
		causeToData(record)
		value, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		if decode(t, string(value), &got); got.Why != want {
			t.Errorf("%q becomes %q, want %q", phrase.English(old), got.Why, want)
		}
	}
	record := fields{"Variant": json.RawMessage(`"raumschach"`), "Pace": json.RawMessage(`{"PerMove":7200000000000}`)}
	for old, want := range map[string]bot.Proposal{
		"Raumschach, colours by lot, no clock, casual":                                              {Colour: bot.Random},
		"Raumschach, as Black, 2 hours per move with vacations, weekends off, public, rated":        {Colour: bot.BlackSide, Rated: true, Options: bot.Options{Vacation: true, Weekends: true, Sight: bot.Shown}},
		"Raumschach, x, rated, as Black, y plays White, 2 hours per move without vacations, casual": {Colour: bot.WhiteSide},
		"Raumschach, x, private, colours by lot plays Black, no clock, rated":                       {Colour: bot.BlackSide, Rated: true},
	} {
		var got bot.Proposal
		decode(t, string(proposalOfProse(record, old)), &got)
		want.Variant, want.Pace = "raumschach", bot.Pace{PerMove: 7200e9}
		if got != want {
			t.Errorf("%q becomes %+v", old, got)
		}
	}
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// TestProseToDataSealed migrates records that already have checksums.
func TestProseToDataSealed(t *testing.T) {
	engine := memory.New()
	err := engine.Update(func(kv kv.Tx) error {
		tx := tx{kv: kv}
		end := chain{log: key(uint64(1))}
		for n, text := range []string{`{"By":1,"What":"challenge","Note":"Raumschach, as White, no clock, rated"}`, `{"By":2,"What":"accept"}`, `{"By":2,"What":"end","Note":"a (White) won by resignation"}`} {
			k := key(uint64(1), uint64(n+1))
			sum, _, err := end.pass(k, []byte(text))
			if err := errors.Join(err, kv.Put(entries.table, k, seal(sum, []byte(text)))); err != nil {
				return err
			}
		}
		return errors.Join(kv.Put(chainTable, key(uint64(1)), end.value()), tx.setMeta(schemaKey, 3), tx.setMeta([]byte("last game"), 1),
			tx.write(games.table, key(uint64(1)), []byte(`{"ID":1,"Variant":"raumschach","Pace":{},"Rated":true,"Result":{"Reason":"resignation","Winner":0}}`)))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = engine.Update(func(kv kv.Tx) error {
		if err := (tx{kv: kv}).upgrade(3); err != nil {
			return err
		}
		tx := tx{kv: kv}
		log, err := tx.Log(1)
		g, missing := tx.Game(1)
		if err := errors.Join(err, missing); err != nil {
			return err
		}
		if want := (bot.Proposal{Variant: "raumschach", Colour: bot.WhiteSide, Rated: true}); len(log) != 3 || log[0].Proposal != want {
			t.Errorf("the log is %+v", log)
		}
		if g.Result.Reason != bot.ByResignation {
			t.Errorf("the result is %+v", g.Result)
		}
		if faults := append(tx.checkRecords(), tx.checkLogs()...); faults != nil {
			t.Error(faults)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
