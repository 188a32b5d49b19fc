package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/clocktest"
)

// tour is a club with a clock, in which alice organises.
type tour struct {
	*club
	clock *clocktest.Clock
}

func newTour(t *testing.T, change func(*club)) tour {
	clock := clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))
	return tour{newClub(t, func(c *club) {
		c.clock = clock
		c.Clock = clock.Now
		c.guild.Roles[c.alice.ID] = discordtest.ManageChannels
		if change != nil {
			change(c)
		}
	}), clock}
}

// announce has alice announce a tournament that begins in half an hour, in a channel.
func (c tour) announce(id int, name string, where *discordtest.Channel) {
	c.t.Helper()
	c.done(c.Slash(c.alice, where, "create", discordtest.Options{"format": "swiss", "variant": "raumschach", "name": name}))
	c.done(c.Slash(c.alice, where, "tournament set", discordtest.Options{"id": id, "setting": "start", "value": "2026-05-04 12:30 UTC"}))
	c.done(c.Slash(c.alice, where, "tournament manage", discordtest.Options{"id": id, "verb": "open"}))
}

// listed waits until a server lists events with these names.
func (c tour) listed(g *discordtest.Guild, want ...string) {
	c.t.Helper()
	c.Wait(fmt.Sprintf("the events %q", want), func() bool {
		var names []string
		for _, e := range g.Events {
			names = append(names, e.Name)
		}
		return slices.Equal(names, want)
	})
}

// requests returns how often events were created, changed and deleted.
func (c tour) requests() (n [3]int) {
	c.Look(func() {
		for i, route := range []string{"POST /guilds/{guild}/scheduled-events", "PATCH /guilds/{guild}/scheduled-events/{event}", "DELETE /guilds/{guild}/scheduled-events/{event}"} {
			n[i] = c.Requests[route]
		}
	})
	return n
}

// later lets time pass, and has the service do what is due.
func (c tour) later(long time.Duration) {
	c.t.Helper()
	for ; long > 0; long -= time.Minute {
		c.clock.Advance(time.Minute)
		for _, do := range []func(context.Context) error{c.service.Sweep, c.service.PairRounds} {
			if err := do(context.Background()); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

// TestCalendar lists the first round of a tournament when it is announced, changes the event when
// the round is put off, and replaces it by the next round. At the end none is left. Each change is
// one request.
func TestCalendar(t *testing.T) {
	c := newTour(t, nil)
	c.announce(1, "Summer Cup", c.games)
	c.listed(c.guild, "Summer Cup")
	c.Look(func() {
		e := c.guild.Events[0]
		if e.Starts != time.Date(2026, 5, 4, 12, 30, 0, 0, time.UTC) || e.Where["location"] != "https://discord.com/channels/"+c.guild.ID+"/"+c.games.ID {
			t.Errorf("the event is %+v", e)
		}
	})
	c.done(c.Slash(c.alice, c.games, "tournament set", discordtest.Options{"id": 1, "setting": "start", "value": "2026-05-04 12:50 UTC"}))
	c.Wait("the round to be put off", func() bool { return c.guild.Events[0].Starts.Minute() == 50 })
	if n := c.requests(); n != [3]int{1, 1, 0} {
		t.Errorf("events were created, changed and deleted %v times", n)
	}
	carol, dave, eve := c.AddUser("carol"), c.AddUser("dave"), c.AddUser("eve")
	for _, u := range []*discordtest.User{c.bob, carol, dave, eve} {
		c.done(c.Slash(u, c.games, "join", discordtest.Options{"id": 1}))
	}
	c.done(c.Slash(c.alice, c.games, "tournament set", discordtest.Options{"id": 1, "setting": "rounds", "value": "2"}))
	c.later(51 * time.Minute)
	c.said(in(c.games), "Round 1 of 2 of tournament 1")
	c.listed(c.guild, "Summer Cup") // the event has begun, and is not changed
	for _, id := range []int{1, 2} {
		c.said(c.thread(fmt.Sprint(id)), "begins in tournament 1")
		c.Say(c.alice, c.games, fmt.Sprintf("<@%s> adjudicate %d white confirm for the test", c.Bot.ID, id))
	}
	c.Wait("the results", func() bool { return count(c.games, "Results of round 1") == 1 })
	c.later(time.Minute)
	c.listed(c.guild, "Summer Cup: round 2 of 2")
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> tournament 1 cancel confirm")
	c.listed(c.guild)
	if n := c.requests(); n != [3]int{2, 1, 2} {
		t.Errorf("events were created, changed and deleted %v times", n)
	}
}

// TestCalendarSeason lists the beginning of a league's season, and no event for its divisions.
func TestCalendarSeason(t *testing.T) {
	c := newTour(t, nil)
	form := c.Slash(c.alice, c.games, "tournament newleague", nil)
	c.done(c.Submit(form, map[string]string{"variant": "raumschach", "weeks": "4", "name": "Night Cup"}))
	card := c.said(in(c.games), "alice creates league 1, Night Cup")
	c.listed(c.guild, "Night Cup, season 1")
	for _, name := range []string{"bob", "carol", "dave", "eve", "fay", "gus"} {
		c.done(c.Press(c.AddUser(name), card, "Join"))
	}
	c.done(c.Slash(c.alice, c.games, "tournament league", discordtest.Options{"id": 1, "what": "start"}))
	c.said(in(c.games), "Season 1 of league 1, Night Cup begins")
	c.listed(c.guild)
	c.later(2 * time.Minute)
	if n := c.requests(); n != [3]int{1, 0, 1} {
		t.Errorf("events were created, changed and deleted %v times", n)
	}
}

// TestCalendarStaysAway lists no event where the bot may not, where the organisers do not want it,
// also not in a thread of their channel, or where a channel hides the tournament from the server.
// The tournaments are announced all the same. The organisers learn which permission the bot lacks.
func TestCalendarStaysAway(t *testing.T) {
	var bare *discordtest.Guild
	var hall, staff, off, below *discordtest.Channel
	c := newTour(t, func(c *club) {
		bare = c.AddGuild("another club")
		bare.BotRole &^= discordtest.CreateEvents
		bare.Roles[c.alice.ID] = discordtest.ManageChannels
		hall, staff, off = bare.AddChannel("hall"), c.guild.AddChannel("staff"), c.guild.AddChannel("off")
		staff.Staff, below = true, off.AddThread("rounds")
	})
	c.done(c.Slash(c.alice, off, "organise settings", discordtest.Options{"events": "off"}))
	c.said(in(off), "among the events of the server: none")
	for i, where := range []*discordtest.Channel{hall, staff, off, below, c.games} {
		c.announce(i+1, fmt.Sprint("Cup ", i+1), where)
		c.said(in(where), fmt.Sprint("announces tournament ", i+1))
	}
	c.listed(c.guild, "Cup 5")
	if n := c.requests(); n != [3]int{1, 0, 0} {
		t.Errorf("events were created, changed and deleted %v times", n)
	}
	if text := c.done(c.Slash(c.alice, hall, "room setup", nil)); !strings.Contains(text, "Create Events") {
		t.Error(text)
	}
	if text := c.done(c.Slash(c.alice, c.games, "room setup", nil)); strings.Contains(text, "Create Events") {
		t.Error(text)
	}
}

// TestCalendarAfterFailures loses the answer to the creation of an event, and stops. The next run
// finds the event and creates no other. Discord fails while a tournament is called off; the event
// goes later. One that somebody has deleted stays away.
func TestCalendarAfterFailures(t *testing.T) {
	lost, failing := true, false
	c := newTour(t, func(c *club) {
		c.calendarPause = 20 * time.Millisecond
		c.After = func(route string) int {
			if route == "POST /guilds/{guild}/scheduled-events" && lost {
				lost = false
				return http.StatusInternalServerError
			}
			return 0
		}
		c.Fail = func(route string, _ []byte) (int, int) {
			if failing && strings.Contains(route, "scheduled-events") {
				return http.StatusServiceUnavailable, 0
			}
			return 0, 0
		}
	})
	c.announce(1, "Cup", c.games)
	c.listed(c.guild, "Cup")
	c.stop()
	c.start()
	c.announce(2, "Open", c.games)
	c.listed(c.guild, "Cup", "Open")
	c.Look(func() { failing = true })
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> tournament 1 cancel confirm")
	c.said(in(c.games), "is called off")
	c.Wait("an attempt", func() bool { return c.Requests["DELETE /guilds/{guild}/scheduled-events/{event}"] > 0 })
	c.Look(func() { failing = false })
	c.listed(c.guild, "Open")
	c.Look(func() { c.guild.Events = nil })
	c.done(c.Slash(c.alice, c.games, "tournament set", discordtest.Options{"id": 2, "setting": "start", "value": "2026-05-04 12:50 UTC"}))
	c.Wait("an attempt", func() bool { return c.Requests["PATCH /guilds/{guild}/scheduled-events/{event}"] > 0 })
	n := c.requests()
	time.Sleep(10 * c.calendarPause)
	if n[1] != 1 || c.requests() != n {
		t.Errorf("what somebody has deleted is asked for again: %v, then %v", n, c.requests())
	}
	c.listed(c.guild)
}

// TestCalendarRefused has Discord refuse to create an event, then to change it. Neither is tried
// again before the tournament has other news.
func TestCalendarRefused(t *testing.T) {
	refused := "POST /guilds/{guild}/scheduled-events"
	c := newTour(t, func(c *club) {
		c.calendarPause = 20 * time.Millisecond
		c.Fail = func(route string, _ []byte) (int, int) {
			if route == refused {
				return http.StatusBadRequest, 30038
			}
			return 0, 0
		}
	})
	once := func(want [3]int) {
		t.Helper()
		c.Wait("the attempt", func() bool { return c.Requests[refused] > 0 })
		time.Sleep(10 * c.calendarPause)
		if n := c.requests(); n != want {
			t.Errorf("events were created, changed and deleted %v times, not %v", n, want)
		}
	}
	putOff := func(to string) {
		c.done(c.Slash(c.alice, c.games, "tournament set", discordtest.Options{"id": 1, "setting": "start", "value": "2026-05-04 " + to + " UTC"}))
	}
	c.announce(1, "Cup", c.games)
	once([3]int{1, 0, 0})
	c.Look(func() { refused = "PATCH /guilds/{guild}/scheduled-events/{event}" })
	putOff("12:40")
	c.listed(c.guild, "Cup")
	putOff("12:50")
	once([3]int{2, 1, 0})
}

// TestCalendarLanguage announces a tournament in a channel whose organisers have chosen German. Its
// event is in German.
func TestCalendarLanguage(t *testing.T) {
	c := newTour(t, nil)
	c.done(c.Slash(c.alice, c.games, "organise settings", discordtest.Options{"language": "deutsch"}))
	c.announce(1, "Pokal", c.games)
	c.listed(c.guild, "Pokal")
	c.Look(func() {
		if e := c.guild.Events[0]; !strings.HasPrefix(e.Description, "Eine Runde eines Turniers") {
			t.Errorf("the event is described by %q", e.Description)
		}
	})
}

// TestCalendarLadder announces a ladder with a date. Its event speaks of no round, and goes when
// the ladder begins or is called off.
func TestCalendarLadder(t *testing.T) {
	c := newTour(t, nil)
	c.done(c.Slash(c.alice, c.games, "create", discordtest.Options{"format": "ladder", "variant": "raumschach", "name": "Steps"}))
	c.done(c.Slash(c.alice, c.games, "tournament set", discordtest.Options{"id": 1, "setting": "start", "value": "2026-05-04 12:30 UTC"}))
	c.done(c.Slash(c.alice, c.games, "tournament manage", discordtest.Options{"id": 1, "verb": "open"}))
	c.listed(c.guild, "Steps")
	c.Look(func() {
		if e := c.guild.Events[0]; !strings.HasPrefix(e.Description, "A ladder of 3D chess") {
			t.Errorf("the event is described by %q", e.Description)
		}
	})
	c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> tournament 1 cancel confirm")
	c.listed(c.guild)
}

// TestCalendarIsNotFilled announces many tournaments in one server. It lists ten of them.
func TestCalendarIsNotFilled(t *testing.T) {
	c := newTour(t, nil)
	var want []string
	for n := range 13 {
		c.announce(n+1, fmt.Sprint("Cup ", n+1), c.games)
		if n < 10 {
			want = append(want, fmt.Sprintf("Cup %d", n+1))
			c.listed(c.guild, want...)
		}
	}
	c.listed(c.guild, want...)
}
