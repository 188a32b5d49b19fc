package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/render"
)

// showTournament describes a tournament and its state. With a verb, the command is one of its
// organisers.
func showTournament(c *action.Call) (bot.Reply, error) {
	if c.Args.Word("verb") != "" {
		return manageTournament(c)
	}
	t, err := meant(c, (*tournament.Tournament).Announced)
	if err != nil {
		return bot.Reply{}, err
	}
	var organisers []phrase.Text
	for _, id := range t.Organisers {
		p, err := c.Tx.Player(id)
		if err != nil {
			return bot.Reply{}, err
		}
		organisers = append(organisers, p.Said())
	}
	lines := []phrase.Text{
		phrase.Of("%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords()),
		terms(c, t),
	}
	if t.System == bot.TeamMatch {
		lines = append(lines, tournament.MatchOf(t).Lines()...)
	} else {
		lines = append(lines, phrase.Of("Organised by %s.", bot.Listing(organisers)))
	}
	if len(t.Entrants) > 0 && t.System != bot.TeamMatch {
		var names []phrase.Text
		for i := range t.Entrants {
			names = append(names, t.EntrantName(i+1))
		}
		lines = append(lines, phrase.Sprintf("%s: %s.", players(len(names)), bot.Listing(names)))
	}
	if len(t.Waiting) > 0 {
		lines = append(lines, phrase.Of("%d on the waiting list.", len(t.Waiting)))
	}
	buttons := draftButtons(c, t)
	if t.TakesEntries() && t.Entrant(c.Me.ID) == 0 && action.EnterableHere(c, t) {
		buttons = append(buttons, c.Bot.Button("join", t.ID.String()))
	}
	if t.Begun() {
		buttons = append(buttons, c.Bot.Button("standings", t.ID.String()), c.Bot.Button("pairings", t.ID.String()), c.Bot.Button("crosstable", t.ID.String()))
	}
	return c.Answer(phrase.Join(lines, "\n"), buttons...), nil
}

// listTournaments lists the tournaments that can be seen from here: those that are open for
// entries, by starting time, and ongoing ones; or those that are over.
func listTournaments(c *action.Call) (bot.Reply, error) {
	over := c.Args.Word("which") == "over"
	ids, err := tournamentsHere(c, over, listedAtOnce)
	if err != nil {
		return bot.Reply{}, err
	}
	var all []*tournament.Tournament
	for _, id := range ids {
		t, err := action.LoadTournament(c.Tx, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if lists(c, t) && (t.Phase != bot.CalledOff || len(t.Rounds) > 0) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, byCalendar)
	begin := strings.TrimSpace("tournaments " + c.Args.Word("which"))
	page := max(c.Args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	if page > 1 && from >= len(all) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", page, begin)
	}
	var lines []phrase.Text
	var buttons []bot.Button
	for i, t := range all[from:] {
		if i == tournament.Listed {
			next := bot.Button{Label: phrase.Of("Next page"), Command: fmt.Sprintf("%s page %d", begin, page+1)}
			lines = append(lines, phrase.Of("… and %d more: `%s` goes on, and `tournament 7` shows any by its number.", len(all)-from-i, next.Command))
			buttons = append(buttons, next)
			break
		}
		c.Closed = c.Closed || !action.EnterableHere(c, t)
		lines = append(lines, calendarLine(c, t))
		if t.TakesEntries() && t.Entrant(c.Me.ID) == 0 && len(buttons) < 5 {
			buttons = append(buttons, bot.Button{Label: phrase.Of("Join %s", t.Title()), Command: "join " + t.ID.String()})
		}
	}
	switch {
	case len(lines) == 0 && over:
		return c.Answer(phrase.Of("No tournament has ended that you can see here. `tournaments` lists those to come.")), nil
	case len(lines) == 0:
		return c.Answer(phrase.Of("No tournament is open or going on here. An organiser of a room begins one with `create`.")), nil
	}
	return c.Answer(phrase.Join(lines, "\n"), buttons...), nil
}

// calendarLine returns the line of a tournament in a list.
func calendarLine(c *action.Call, t *tournament.Tournament) phrase.Text {
	state := t.PhaseWords()
	switch {
	case t.Phase == bot.Completed && t.System.OneTable():
		state = phrase.Of("over since %s; %s", bot.Timestamp(t.Ended), tournament.Score(t))
	case t.Phase == bot.Completed:
		state = phrase.Of("over since %s; won by %s among %s", bot.Timestamp(t.Ended), t.Names(t.Winners), players(len(t.Entrants)))
	case t.Phase == bot.Entering && t.Starts != 0:
		state += ", " + phrase.Of("begins %s", bot.Timestamp(c.Uptime.Calendar(t.Starts)))
	}
	line := phrase.Sprintf("%d. %s: %s, %s, %s", t.ID, t.Title(), t.System.Title(), t.Pace.Words(), state)
	if t.Phase == bot.Entering {
		line += "; " + phrase.Sprintf("%s, `join %d`", placesTaken(t), t.ID)
	}
	return line + "."
}

// placesTaken says how many places of a tournament that is open for entries are taken.
func placesTaken(t *tournament.Tournament) phrase.Text {
	switch t.System {
	case bot.Simul:
		return phrase.Of("%d of %d boards taken", len(t.Entrants)-1, t.Most-1)
	case bot.TeamMatch:
		return players(len(t.Entrants))
	}
	return phrase.Of("%d of %d places taken", len(t.Entrants), t.Most)
}

// TournamentView is a tournament as a reader may see it, in their language.
type TournamentView struct {
	ID bot.TournamentID
	// Name is its name, Phase its state, and Terms its terms.
	Name, Phase, Terms string
	Entrants           []string
	Waiting            int
	// Table is its crosstable, Tree the bracket of a knockout; both are nil before it begins.
	Table *render.Crosstable
	Tree  *render.Bracket
	Games []play.Summary // those of its last round
	Round string         // what that round is called
	// Kind is its system and pace, and Places how many places are taken while it is open for entries.
	Kind, Places string
	// Entered means that the asker takes part or is on the waiting list, and Queued the latter.
	// MayEnter and MayCheckIn mean that they may enter or check in now.
	Entered, Queued, MayEnter, MayCheckIn bool
	// Verbs are what the asker, as one of its organisers, may tell it to do now. Settings are what
	// they may set.
	Verbs    []string
	Settings []SettingView
}

// SettingView is a setting that organisers can change, and what it takes, in their language.
type SettingView struct{ Name, Takes string }

// ViewTournament returns a tournament. The error is [bot.ErrNotFound] if there is none or the asker
// may not see it.
func (s *Desk) ViewTournament(ctx context.Context, r bot.Request, id bot.TournamentID) (v TournamentView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		t, err := action.LoadTournament(c.Tx, id)
		if err == nil && !shows(c, t) {
			err = bot.ErrNotFound
		}
		if err == nil {
			v, err = viewTournament(c, t)
		}
		return err
	})
	return v, err
}

// shows reports whether a page shows a tournament to the asker. Drafts are shown to their
// organisers, other tournaments to everyone who may follow them.
func shows(c *action.Call, t *tournament.Tournament) bool {
	if !t.Announced() {
		return c.Me.ID != 0 && action.MayDirect(c, t)
	}
	if c.Me.ID == 0 {
		return action.EnterableHere(c, t)
	}
	return c.Followed(t)
}

func viewTournament(c *action.Call, t *tournament.Tournament) (v TournamentView, err error) {
	say := c.ReaderLanguage().Render
	if v, err = outline(c, t); err != nil {
		return v, err
	}
	v.Terms = say(terms(c, t))
	if len(v.Verbs) > 0 {
		for _, s := range settings(c.Uptime.Beat) {
			if (t.Phase == bot.Drafted || t.Phase == bot.Entering || s.changesLate()) && s.appliesTo(t) {
				v.Settings = append(v.Settings, SettingView{s.name, say(s.takes)})
			}
		}
	}
	for i := range t.Entrants {
		v.Entrants = append(v.Entrants, say(t.EntrantName(i+1)))
	}
	if !t.Begun() {
		return v, nil
	}
	drawing, err := layTournament(c.Bot, t, tournament.Page, render.Light, c.ReaderLanguage())
	if err != nil {
		return v, err
	}
	v.Table, v.Tree = drawing.Crosstable, drawing.Bracket
	games := t.Rounds[len(t.Rounds)-1].Games
	v.Round = say(phrase.Upper(t.RoundName(len(t.Rounds))))
	if t.System == bot.Ladder || t.Season != nil {
		games, v.Round = t.Latest(), say(phrase.Of("Games"))
	}
	for _, played := range games {
		g, err := play.VisibleGame(c, played.ID)
		if played.ID == 0 || err != nil {
			continue
		}
		v.Games = append(v.Games, play.Summarise(c, g))
	}
	return v, nil
}

// outline returns the name of a tournament, its state and what the asker may do there.
func outline(c *action.Call, t *tournament.Tournament) (v TournamentView, err error) {
	say := c.ReaderLanguage().Render
	v = TournamentView{ID: t.ID, Name: say(phrase.Upper(t.Heading())), Waiting: len(t.Waiting), Kind: say(phrase.Upper(phrase.Sprintf("%s, %s", t.System.Title(), t.Pace.Words())))}
	phase := t.PhaseWords()
	if t.Phase == bot.Entering {
		v.Places = say(placesTaken(t))
		if t.Starts != 0 {
			phase = phrase.Sprintf("%s, %s", phase, phrase.Of("begins %s", bot.Timestamp(c.Uptime.Calendar(t.Starts))))
		}
	}
	v.Phase = say(phrase.Sentence(phase))
	if c.Request.From.ID == "" || c.Me.Guest() {
		return v, nil
	}
	if action.MayDirect(c, t) && !t.Over() {
		v.Verbs = t.OrganiserCommands()
	}
	n := t.Entrant(c.Me.ID)
	v.Queued = c.Me.ID != 0 && t.Waits(c.Me.ID) >= 0
	v.Entered = !t.Over() && (n > 0 && !t.Entrants[n-1].Gone || v.Queued)
	v.MayCheckIn = t.Phase == bot.Entering && t.CheckIn && n > 0 && !t.Entrants[n-1].Ready
	switch _, err = mayEnter(c, t); {
	case err == nil:
		v.MayEnter = true
	case errors.As(err, new(*bot.Problem)):
		err = nil
	}
	return v, err
}

// lookedAt is the number of tournaments of each place that [Desk.ViewTournaments] looks at.
const lookedAt = 500

// ViewTournaments returns the tournaments that the asker can find: those that are not over, in the
// order of the command tournaments, or those that are over. It returns the newest ones, up to
// limit, and looks at no more than lookedAt of each place: drafts of others are not shown.
func (s *Desk) ViewTournaments(ctx context.Context, r bot.Request, over bool, limit int) (all []TournamentView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		ids, err := tournamentsHere(c, over, lookedAt)
		if err != nil {
			return err
		}
		var found []*tournament.Tournament
		for _, id := range ids {
			t, err := action.LoadTournament(c.Tx, id)
			if err != nil {
				return err
			}
			if shows(c, t) && ofInterest(c, t) {
				found = append(found, t)
			}
			if len(found) == limit {
				break
			}
		}
		slices.SortStableFunc(found, byCalendar)
		for _, t := range found {
			v, err := outline(c, t)
			if err != nil {
				return err
			}
			all = append(all, v)
		}
		return nil
	})
	return all, err
}

// MayCreate reports whether the asker may create a tournament where they speak.
func (s *Desk) MayCreate(ctx context.Context, r bot.Request) (may bool, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		err := mayOrganise(c)
		if may = err == nil; errors.As(err, new(*bot.Problem)) {
			return nil
		}
		return err
	})
	return may, err
}

// byCalendar compares tournaments by their places in lists.
func byCalendar(a, b *tournament.Tournament) int { return cmp.Compare(a.Calendar(), b.Calendar()) }
