package discord

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
)

// eventMemo is the prefix of the memos that hold the scheduled events of tournaments by their
// numbers.
const eventMemo = "event/"

const (
	// maxEvents is how many events a server has at most, so that tournaments do not fill its list.
	maxEvents = 10
	// openEnd is how long the event of a round lasts whose end is not known, as Discord wants one.
	openEnd = 24 * time.Hour
	// startMargin is how far in the future Discord lets an event start at the earliest.
	startMargin = time.Minute
	// eventPatience limits the change of an event, with the waits for rate limits.
	eventPatience = time.Minute
	// defaultCalendarPause is the time after which all events are compared with the tournaments.
	defaultCalendarPause = 10 * time.Minute
)

// scheduledEvent is the event of a round in a server's list.
type scheduledEvent struct {
	// Server, Channel and Event are IDs. Event is "" while it is not known whether there is one.
	Server, Channel, Event string
	Name                   string
	Round                  int
	Starts, Ends           time.Time
	description            string // it is not stored
}

// calendar are the tournaments whose events may have to be changed.
type calendar = worklist[bot.TournamentID]

// keepCalendar keeps the events of tournaments as they should be, until ctx ends. It makes way for
// everything else, and what fails is tried again after the pause.
func (d *Discord) keepCalendar(ctx context.Context) {
	ctx = withUrgency(ctx, unhurried)
	for !d.guilds.complete() && ctx.Err() == nil {
		pause(ctx, 100*time.Millisecond)
	}
	failed := map[bot.TournamentID]bool{}
	for again := time.After(0); ctx.Err() == nil; {
		if id, some := d.calendar.take(); some {
			d.recovering(func() {
				if err := d.updateEvent(ctx, id); err != nil {
					d.log.Warn("the event of a tournament could not be changed", "tournament", id, "err", err)
					failed[id] = true
				}
			})
			continue
		}
		select {
		case <-ctx.Done():
		case <-d.calendar.added:
		case <-again:
			d.addKnownEvents(ctx, failed)
			clear(failed)
			again = time.After(d.calendarPause)
		}
	}
}

// addKnownEvents adds the tournaments that have events, and some more.
func (d *Discord) addKnownEvents(ctx context.Context, more map[bot.TournamentID]bool) {
	keys, err := d.ready().Kept(ctx, Platform, eventMemo, 0)
	if err != nil {
		d.log.Warn("the events of tournaments could not be read", "err", err)
	}
	all := maps.Clone(more)
	for _, key := range keys {
		id, _ := strconv.ParseUint(strings.TrimPrefix(key, eventMemo), 10, 64)
		all[bot.TournamentID(id)] = true
	}
	for id := range all {
		d.calendar.add(id)
	}
}

// updateEvent makes the event of a tournament what it should be.
func (d *Discord) updateEvent(ctx context.Context, id bot.TournamentID) error {
	ctx, cancel := context.WithTimeout(ctx, eventPatience)
	defer cancel()
	if d.replaced(ctx) {
		return nil
	}
	date, listed, err := d.ready().RoundDate(ctx, id, func(home bot.RoomID) []bot.RoomID {
		server := d.ServerOf(home)
		if server == (bot.RoomID{}) {
			return nil
		}
		within, _ := d.placesWithin(ctx, home.ID, server)
		return within
	})
	if err != nil {
		return err
	}
	key := eventMemo + id.String()
	known, err := d.knownEvent(ctx, key)
	if err != nil {
		return err
	}
	want := (*scheduledEvent)(nil)
	if listed && date.Room.Platform == Platform {
		if want, err = d.eventOf(ctx, date); err != nil {
			return err
		}
	}
	return d.changeEvent(ctx, key, known, want)
}

// knownEvent returns the event that a memo holds, nil for none.
func (d *Discord) knownEvent(ctx context.Context, key string) (*scheduledEvent, error) {
	data, err := d.ready().Recall(ctx, Platform, key)
	if err != nil || data == nil {
		return nil, err
	}
	e := &scheduledEvent{}
	return e, json.Unmarshal(data, e)
}

// eventOf returns the event that there should be for a round, nil if there should be none: members
// of a server must not learn by its list of events what they would not see.
func (d *Discord) eventOf(ctx context.Context, date bot.RoundDate) (*scheduledEvent, error) {
	c, err := d.channel(ctx, date.Room.ID)
	switch {
	case gone(err):
		return nil, nil
	case err != nil:
		return nil, err
	case !d.knowsServer(c.GuildID):
		return nil, errNotDescribed
	}
	channel := c.ID
	if c.IsThread() {
		channel = c.ParentID
	}
	if c.Type == discordgo.ChannelTypeGuildPrivateThread || !d.visibleToAll(channel) {
		return nil, nil
	}
	language := date.Language
	if language == "" {
		language = d.language(c.GuildID)
	}
	e := &scheduledEvent{Server: c.GuildID, Channel: c.ID, Round: date.Round, Starts: date.Starts, Ends: date.Ends}
	e.description = botlocale.Render(language, roundGoesOn)
	switch {
	case date.Ladder:
		e.description = botlocale.Render(language, ladderBegins)
	case date.Season:
		e.description = botlocale.Render(language, seasonBegins)
	}
	e.Name = shorten(bot.Unlinked(botlocale.Render(language, date.Name)), 100)
	if e.Ends.IsZero() {
		e.Ends = e.Starts.Add(openEnd)
	}
	return e, nil
}

// changeEvent makes a known event, nil for none, what it should be, nil for none. It costs one
// request in each case: to create, change or delete it. What Discord refuses stays as it is, and
// what somebody has deleted stays away, until the next round.
func (d *Discord) changeEvent(ctx context.Context, key string, known, want *scheduledEvent) error {
	now := d.ready().Clock.Now()
	if known != nil && (want == nil || want.Round != known.Round || want.Server != known.Server) {
		if err := d.deleteEvent(ctx, key, *known); err != nil {
			return err
		}
		known = nil
	}
	switch {
	case want == nil || !d.mayCreateEvents(want.Server):
		return nil
	case known == nil || known.Event == "":
		if !want.Ends.After(now.Add(startMargin)) {
			return nil
		}
		return d.createEvent(ctx, key, known, *want)
	// What has started stays. Discord ends it by itself.
	case !known.Starts.After(now) || known.Name == want.Name && known.Starts.Equal(want.Starts) && known.Ends.Equal(want.Ends):
		return nil
	}
	want.Event = known.Event
	body := d.eventBody(*want)
	_, err := d.ask(ctx, request{method: "PATCH", path: eventPath(*known), bucket: "PATCH " + eventsPath(known.Server), body: body})
	if err != nil {
		return err
	}
	return d.keepEvent(ctx, key, want)
}

// ask makes a request about events. It reports false without an error if Discord refuses it, as it
// would at any further attempt.
func (d *Discord) ask(ctx context.Context, r request) (done bool, err error) {
	r.patient = true
	if err = d.rest.do(ctx, r); err == nil {
		return true, nil
	}
	if ignoreRefusal(err) == nil {
		d.log.Info("Discord refuses a request about the event of a tournament", "path", r.path, "err", err)
	}
	return false, ignoreRefusal(err)
}

// createEvent creates an event, and notes before that it tries, as a process that ends then has
// perhaps created it. If that may have been tried before, it looks for the event first.
func (d *Discord) createEvent(ctx context.Context, key string, tried *scheduledEvent, want scheduledEvent) error {
	if tried != nil {
		id, err := d.findEvent(ctx, *tried)
		if err != nil {
			return err
		}
		want.Event = id
	} else if full, err := d.calendarFull(ctx, want.Server); full || err != nil {
		return err
	} else if err := d.keepEvent(ctx, key, &want); err != nil {
		return err
	}
	if want.Event == "" {
		var created struct {
			ID string `json:"id"`
		}
		done, err := d.ask(ctx, request{method: "POST", path: eventsPath(want.Server), body: d.eventBody(want), into: &created})
		if err != nil {
			return err
		}
		if !done {
			return d.keepEvent(ctx, key, nil)
		}
		want.Event = created.ID
	}
	return d.keepEvent(ctx, key, &want)
}

// findEvent returns the ID of an event of the bot that a server lists, "" if it does not.
func (d *Discord) findEvent(ctx context.Context, e scheduledEvent) (string, error) {
	var all []struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Creator string `json:"creator_id"`
	}
	_, err := d.ask(ctx, request{method: "GET", path: eventsPath(e.Server), into: &all})
	for _, other := range all {
		if other.Name == e.Name && other.Creator == d.me() {
			return other.ID, nil
		}
	}
	return "", err
}

// calendarFull reports whether a server has as many events of the bot as it may have.
func (d *Discord) calendarFull(ctx context.Context, server string) (bool, error) {
	keys, err := d.ready().Kept(ctx, Platform, eventMemo, 0)
	if err != nil {
		return false, err
	}
	n := 0
	for _, key := range keys {
		e, err := d.knownEvent(ctx, key)
		if err != nil {
			return false, err
		}
		if e != nil && e.Server == server {
			n++
		}
	}
	return n >= maxEvents, nil
}

// deleteEvent deletes an event, unless it is gone or the bot has left its server.
func (d *Discord) deleteEvent(ctx context.Context, key string, e scheduledEvent) error {
	if e.Event == "" {
		id, err := d.findEvent(ctx, e)
		if err != nil {
			return err
		}
		e.Event = id
	}
	if e.Event != "" {
		if _, err := d.ask(ctx, request{method: "DELETE", path: eventPath(e), bucket: "DELETE " + eventsPath(e.Server)}); err != nil {
			return err
		}
	}
	return d.keepEvent(ctx, key, nil)
}

// keepEvent stores an event, or that there is none if e is nil.
func (d *Discord) keepEvent(ctx context.Context, key string, e *scheduledEvent) error {
	if e == nil {
		return d.ready().Keep(ctx, Platform, key, nil)
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return d.ready().Keep(ctx, Platform, key, data)
}

func eventsPath(server string) string { return "guilds/" + server + "/scheduled-events" }

func eventPath(e scheduledEvent) string { return eventsPath(e.Server) + "/" + e.Event }

// eventBody returns an event as the API takes it. It takes no start in the past.
func (d *Discord) eventBody(e scheduledEvent) map[string]any {
	starts := e.Starts
	if soon := d.ready().Clock.Now().Add(startMargin); starts.Before(soon) {
		starts = soon
	}
	return map[string]any{
		"name": e.Name, "description": e.description,
		"scheduled_start_time": starts.UTC().Format(time.RFC3339), "scheduled_end_time": e.Ends.UTC().Format(time.RFC3339),
		"privacy_level": 2, "entity_type": 3, "entity_metadata": map[string]string{"location": "https://discord.com/channels/" + e.Server + "/" + e.Channel},
	}
}

// mayCreateEvents reports whether the bot may list events in a server.
func (d *Discord) mayCreateEvents(server string) bool {
	me := d.me()
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	m, err := d.state.Member(server, me)
	return err == nil && d.serverPermissions(server, me, m.Roles)&(discordgo.PermissionCreateEvents|discordgo.PermissionAdministrator) != 0
}
