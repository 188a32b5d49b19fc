package service

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/coach"
	"raumbot/bot/command"
	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/bot/league/season"
	"raumbot/bot/locale"
	"raumbot/bot/outbox"
	"raumbot/bot/pages"
	"raumbot/bot/people"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/play/look"
	"raumbot/bot/play/picture"
	"raumbot/bot/play/record"
	"raumbot/bot/play/watch"
	"raumbot/bot/rooms"
	"raumbot/bot/signal"
	"raumbot/bot/talk"
	"raumbot/bot/throttle"
	"raumbot/bot/tongue"
	"raumbot/bot/tournament/desk"
	"raumbot/bot/variants"
	"raumbot/bot/vote"
	"raumbot/rules/gamefile"
)

// Service carries out commands. It is safe for concurrent use; the order of
// commands is the order of their transactions.
type Service struct {
	*action.Bot
	*pages.Pages
	*people.Sessions
	*people.RatedRecords
	*desk.Desk
	*coach.Dailies
	*coach.Lessons
	*vote.Votes
	*season.Seasons
	atWork    func(context.Context) error
	gateways  sync.Map // of Platform to bool: whether it is connected
	problems  sync.Map // of Platform to string: what keeps people from the bot, "" if nothing does
	outbox    *outbox.Outbox
	computers *coach.Computers
	analysts  *coach.Analysts
	// watchers are told which games have changed.
	watchers watchers
	// sessionsEnd is sent when browser sessions have ended.
	sessionsEnd signal.Broadcast
	setBack     atomic.Bool // the store was set back, and has not been read again yet
}

// Ports are the dependencies of a Service. Only the Store is required.
type Ports struct {
	Store bot.Store
	// AtWork returns an error unless this process is known to be the one that works on the database;
	// see [Service.AtWork]. By default it returns nil.
	AtWork func(context.Context) error
	Clock  bot.Clock   // the machine's by default
	Dice   action.Dice // math/rand/v2 by default
	// Secrets are unpredictable random bytes, crypto/rand by default.
	Secrets io.Reader
	Log     *slog.Logger
	Meter   bot.Meter // counts nothing by default
	// Limits are the limits of requests, none by default.
	Limits throttle.Limits
	// Searcher carries out the searches of the engine, by default in this process.
	Searcher search.Searcher
	// Analysis is the number of nodes that are searched for each position of an analysed game; by
	// default as many as level 6 searches for a move.
	Analysis uint64
	// Advice bounds the time of a search for a person, [coach.LongestAdvice] by default.
	Advice time.Duration
	// LinksWithin allows one person to link two accounts of the same platform.
	LinksWithin bool
	// Guests is the setting for what guests may do on the pages. By default they may do nothing.
	Guests bot.Guests
	// Games are those from the operator's files. They are registered already, so that rules.Find finds
	// them.
	Games []*gamefile.Game
	// LocalGames limits the games that organisers may add; by default they may add none.
	LocalGames variants.Limits
	// Pages is the public base URL of the web pages, without a trailing slash; empty if there are
	// none.
	Pages string
}

// New returns a service.
func New(ports Ports) *Service {
	if ports.Searcher == nil {
		ports.Searcher = search.NewLocal(0)
	}
	s := &Service{
		Bot: &action.Bot{
			Clock:       ports.Clock,
			Dice:        ports.Dice,
			Secrets:     ports.Secrets,
			Log:         ports.Log,
			Questions:   action.NewQuestions(),
			Tongues:     tongue.New(),
			Actions:     map[string]*action.Command{},
			Languages:   maps.Clone(locale.All()),
			Records:     action.NewRecordCache(),
			Throttle:    throttle.New(ports.Limits),
			Queue:       throttle.NewQueue(),
			Meter:       ports.Meter,
			Thinkers:    pool.New(ports.Searcher),
			Searcher:    ports.Searcher,
			LinksWithin: ports.LinksWithin,
			Guests:      ports.Guests,
			Advice:      cmp.Or(ports.Advice, coach.LongestAdvice),
			Site:        ports.Pages,
			Library:     variants.New(),
		},
	}
	s.atWork, s.Store = ports.AtWork, carefulStore{ports.Store, s}
	if s.atWork == nil {
		s.atWork = func(context.Context) error { return nil }
	}
	if s.Clock == nil {
		s.Clock = bot.SystemClock{}
	}
	if s.Dice == nil {
		s.Dice = mathrand.IntN
	}
	if s.Secrets == nil {
		s.Secrets = rand.Reader
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	if s.Meter == nil {
		s.Meter = bot.NoMeter{}
	}
	s.Library.Store, s.Library.Clock, s.Library.Log = s.Store, s.Clock, s.Log
	s.Library.Operator, s.Library.Limits = ports.Games, ports.LocalGames
	s.outbox = outbox.New(outbox.Ports{
		Store: s.Store, Clock: s.Clock, Log: s.Log, Meter: s.Meter,
		Sender: sender{s}, Changed: &s.Changed, AtWork: s.AtWork})
	s.computers = coach.NewComputers(s.Bot)
	s.analysts = coach.NewAnalysts(s.Bot, ports.Analysis)
	s.Pages, s.Sessions, s.Desk = &pages.Pages{Bot: s.Bot}, &people.Sessions{Bot: s.Bot}, &desk.Desk{Bot: s.Bot}
	s.RatedRecords, s.Dailies, s.Votes = &people.RatedRecords{Bot: s.Bot}, &coach.Dailies{Bot: s.Bot}, &vote.Votes{Bot: s.Bot}
	s.Lessons, s.Seasons = &coach.Lessons{Bot: s.Bot}, season.New(s.Bot)
	s.join()
	return s
}

// join lists the features in the order of their hooks, and connects them with each other.
func (s *Service) join() {
	s.Features = []action.Feature{
		vote.Feature(),
		play.Feature(),
		look.Feature(),
		record.Feature(),
		watch.Feature(),
		desk.Feature(),
		people.Feature(),
		coach.Feature(s.analysts),
		season.Feature(s.Seasons),
		rooms.Feature(),
	}
	for _, f := range s.Features {
		for i := range f.Commands {
			c := &f.Commands[i]
			s.Actions[c.Name] = c
			s.Table = append(s.Table, &c.Command)
		}
	}
	slices.SortFunc(s.Table, func(a, b *command.Command) int { return a.Order - b.Order })
	s.Talk = talk.New(s.Table)
	s.Library.Reserved = func(word string) bool { return s.Table.Taken(word) || s.Talk.Knows(word) }
	s.Bot.Ports = action.Ports{
		WakeComputer:       s.computers.Ask,
		Draw:               s.draw,
		Comments:           vote.Comments(coach.Comments),
		FairPlay:           coach.FairPlay,
		VotesHere:          vote.Here,
		Voting:             vote.Voting,
		HasVoted:           vote.HasVoted,
		VotesIn:            vote.VotesIn,
		NotReopened:        coach.NotReopened,
		Climb:              desk.Climb,
		WhichChallenge:     desk.WhichChallenge,
		Followers:          watch.ToSpectators,
		Daily:              coach.RedecideDaily,
		RetimeDaily:        coach.RetimeDaily,
		EndDivision:        desk.EndDivision,
		ResumeDivision:     desk.ResumeDivision,
		CancelSeason:       desk.CancelSeason,
		Judge:              s.analysts.Judge,
		SuggestTournaments: desk.SuggestTournaments,
	}
}

// draw reads the records that a picture shows.
func (s *Service) draw(tx bot.Tx, p bot.Picture, l phrase.Language) (*bot.Drawing, error) {
	switch {
	case p.Tournament != 0:
		return desk.TournamentDrawing(s.Bot, tx, p, l)
	case p.Curve:
		return coach.CurveDrawing(s.Bot, tx, p, l)
	}
	return picture.Drawing(s.Bot, tx, p, l)
}

// Commands returns the table of commands, in the order of help.
func (s *Service) Commands() command.Table { return s.Table }

// Alters reports whether a request may write to the store. It reads the text alone, and reports
// true if that is not understood.
func (s *Service) Alters(r bot.Request) bool {
	c, args, err := s.Table.Read(r)
	return err != nil || c.Alters(args)
}
