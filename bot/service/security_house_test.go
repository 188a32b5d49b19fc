package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"raumbot/bot"
)

// The players of the house: xanthippe and yolanda have public games, and private ones that nobody
// may learn of. Their names appear nowhere else.
const (
	xanthippe = "xanthippe"
	yolanda   = "yolanda"
)

// houseLines create one of everything that an intruder could try to see or change.
var houseLines = []string{
	// 1: private, going on, white to move, with notes, a plan, an offer, a wish.
	"xanthippe@: challenge yolanda blocschach white 3d private", "yolanda@: accept 1",
	"xanthippe@: move 1 ya2-ya3", "yolanda@: move 1 zh7-zh6", "xanthippe@: note 1 zebra", "yolanda@: if 1 ya3-ya4 then zh6-zh5", "yolanda@: draw 1",
	// 2: public, going on, black to move.
	"xanthippe: challenge yolanda stockschach216 white 3d", "yolanda: accept 2", "xanthippe: move 2 vc2-vc3",
	"xanthippe: note 2 zebra", "xanthippe: takeback 2", "xanthippe@: if 2 vc5-vc4 then vd2-vd3",
	// 3 and 4: over, private and public.
	"xanthippe@: challenge yolanda blocschach white private", "yolanda@: accept 3", "xanthippe@: move 3 ya2-ya3", "yolanda@: resign 3 confirm",
	"xanthippe: challenge yolanda stockschach216 white", "yolanda: accept 4", "xanthippe: move 4 vc2-vc3", "yolanda: resign 4 confirm",
	// 5: an imported record, 6: a private study.
	`xanthippe@: import [Variant "stockschach216"] [White "Zebra"] [Black "Zorro"] 1. vc2-vc3 vc5-vc4 1-0`,
	"xanthippe@: study stockschach216 private",
	// 7 to 9: challenges, one open, one private.
	"xanthippe: challenge yolanda octhex146 white", "xanthippe@den: seek octhex146 black 2d", "yolanda@: challenge xanthippe blocschach private",
	// Tournaments 1, announced, and 2, a draft.
	"xanthippe!: create swiss stockschach216 2d Summer Cup", "xanthippe!: tournament 1 open", "yolanda: join 1",
	"xanthippe!: create swiss stockschach216 2d Zodiac Cup",
	"xanthippe@: block zorro", "xanthippe@: limit 400", "xanthippe@: remind 5", "xanthippe@: quiet 22-7", "xanthippe@: prefer dark", "xanthippe@: confirm on",
}

// furnished returns a stage on which houseLines have been played.
func furnished(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, "")
	for _, line := range houseLines {
		s.said = nil
		if !s.say(line) {
			t.Fatal(line)
		}
	}
	return s
}

// intruders returns an empty request of each person without rights in the house: strangers, users
// with the same name or the same ID elsewhere, and an organiser of another room.
func intruders() []bot.Request {
	at := func(platform bot.Platform, id, name, room string) bot.Request {
		r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: platform, ID: id}, Name: name}, OpenNames: platform == "console"}
		if room != "" {
			r.Room = bot.RoomID{Platform: platform, ID: room}
		}
		return r
	}
	organiser := at("console", "mallory", "mallory", "attic")
	organiser.Organiser = true
	return []bot.Request{
		at("console", "mallory", "mallory", "lobby"),
		at("console", "mallory", "mallory", "attic"),
		at("console", "mallory", "mallory", ""),
		at("matrix", "mallory", "mallory", "lobby"),
		at("matrix", xanthippe, xanthippe, "lobby"), // the same identity on another platform
		at("matrix", "@x:evil", xanthippe, ""),
		at("console", "mallory", yolanda, "lobby"), // the same name on the same platform
		at("", "", "", ""),                         // nobody at all
		organiser,
	}
}

// belongings returns the records of the house's players, games and challenges as text, without what
// an intruder adds for themselves.
func belongings(t *testing.T, s *stage) map[string]string {
	t.Helper()
	all := map[string]string{}
	keep := func(what string, v any, err error) error {
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		text, jsonErr := json.Marshal(v)
		all[what] = string(text)
		return errors.Join(err, jsonErr)
	}
	err := s.store.View(context.Background(), func(tx bot.Tx) error {
		var errs []error
		for _, name := range []string{xanthippe, yolanda} {
			p, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: name})
			errs = append(errs, keep("player "+name, p, err))
			ratings, err := tx.RatingsOf(p.ID)
			errs = append(errs, keep("ratings of "+name, ratings, err))
			for id := bot.GameID(1); id <= houseGames; id++ {
				plan, err := tx.Plan(id, p.ID)
				errs = append(errs, keep(fmt.Sprintf("plan of %s in %d", name, id), plan, err))
				notes, err := tx.Notes(p.ID, id)
				errs = append(errs, keep(fmt.Sprintf("notes of %s on %d", name, id), notes, err))
			}
		}
		for id := range bot.TournamentID(2) {
			tournament, err := tx.Tournament(id + 1)
			errs = append(errs, keep(fmt.Sprintf("tournament %d", id+1), tournament, err))
		}
		for id := bot.GameID(1); id <= houseGames; id++ {
			g, err := tx.Game(id)
			errs = append(errs, keep(fmt.Sprintf("game %d", id), g, err))
			ch, err := tx.Challenge(id)
			errs = append(errs, keep(fmt.Sprintf("challenge %d", id), ch, err))
			log, err := tx.Log(id)
			errs = append(errs, keep(fmt.Sprintf("log %d", id), log, err))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// houseGames is the number of games and challenges of the house.
const houseGames = 9
