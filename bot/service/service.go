package service

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/bot/outbox"
	"raumbot/bot/phrase"
	"raumbot/bot/signal"
	"raumbot/bot/throttle"
	"raumbot/rules/gamefile"
)

// Service carries out commands. It is safe for concurrent use; the order of
// commands is the order of their transactions.
type Service struct {
	store     bot.Store
	leases    bot.Leases
	shared    bool
	tell      func(context.Context, []bot.Spent) error
	tasks     bot.Leases // divide the service's own work: leases, or its own if the database is not shared
	name      string     // of this service among those of other processes
	clock     bot.Clock
	dice      Dice
	secrets   io.Reader
	log       *slog.Logger
	commands  command.Table
	handlers  map[string]handler         // by the names of commands
	languages map[string]phrase.Language // by their codes
	records   *recordCache
	throttle  *throttle.Throttle
	queue     *throttle.Queue
	meter     bot.Meter
	questions questions
	gateways  sync.Map // of Platform to bool: whether it is connected
	outbox    *outbox.Outbox
	notebooks map[bot.Platform]*notebook     // for the notes of couriers, where the database is not shared; from Start on
	divides   sync.Map                       // by platform, the tasks into which its adapter divides its work, []string
	delivers  atomic.Pointer[[]bot.Platform] // for which platforms Run delivers, where that is this process's task
	pairing   sync.Mutex                     // held while rounds are paired
	thinkers  *thinkers
	computers *computers
	analysts  *analysts
	// changed is sent after a transaction that may have left messages to deliver, or made something due earlier.
	changed signal.Broadcast
	// watchers hear of games that change.
	watchers watchers
	// current keeps which public games are being played.
	current currentGames
	// secondLooks limits how often the server is asked about a session or link that this process does not know.
	secondLooks *rate.Limiter
	// sessionsEnd is sent when sessions of browsers have been ended.
	sessionsEnd signal.Broadcast
	filesChange atomic.Bool // another process has added or removed games, which Run has not read yet
	// linksWithin allows linking two accounts of one platform.
	linksWithin bool
	advice      time.Duration    // the longest duration of a search for a person
	games       []*gamefile.Game // of the operator's files
	local       local
	pages       string
}

// Dice is a source of randomness: a number from 0 to n-1.
type Dice func(n int) int

// Ports are the dependencies of a Service. Only the Store is required.
type Ports struct {
	Store bot.Store
	// Leases are those of a database that no other process works on, by default.
	Leases bot.Leases
	// Shared means that other processes work on the database at the same time. Leases that are not shared only keep notes from one run to
	// the next.
	Shared bool
	// Tell tells the other processes what users have asked of this one, so that their limits hold over all. Nil where there are none.
	Tell  func(context.Context, []bot.Spent) error
	Clock bot.Clock // the machine's by default
	Dice  Dice      // math/rand/v2 by default
	// Secrets are unpredictable random bytes, crypto/rand by default.
	Secrets io.Reader
	Log     *slog.Logger
	Meter   bot.Meter // counts nothing by default
	// Limits are none by default.
	Limits throttle.Limits
	// Workers is how many searches of the computer run at once, half of the processors by default.
	Workers int
	// Analysis is how many positions are searched for each position of an analysed game; by default as many as level 6
	// searches for a move.
	Analysis uint64
	// Advice is the longest duration of a search for a person; 10 seconds by default.
	Advice time.Duration
	// LinksWithin allows one person to link two accounts of the same platform.
	LinksWithin bool
	// Games are those from the operator's files, which [rules.Find] already knows.
	Games []*gamefile.Game
	// LocalGames are the limits of what organisers may add; by default nothing.
	LocalGames LocalGames
	// Pages is the public base URL of the web pages, without a trailing slash; empty if there are none.
	Pages string
}

// New returns a service.
func New(ports Ports) *Service {
	s := &Service{
		leases:      ports.Leases,
		shared:      ports.Shared,
		tell:        ports.Tell,
		name:        rand.Text()[:8],
		clock:       ports.Clock,
		dice:        ports.Dice,
		secrets:     ports.Secrets,
		secondLooks: rate.NewLimiter(secondLookRate, secondLookBurst),
		log:         ports.Log,
		commands:    command.All(),
		questions:   newQuestions(),
		handlers:    handlers(),
		languages:   maps.Clone(locale.All()),
		records:     newRecordCache(),
		notebooks:   map[bot.Platform]*notebook{},
		throttle:    throttle.New(ports.Limits),
		queue:       throttle.NewQueue(),
		meter:       ports.Meter,

		linksWithin: ports.LinksWithin,
		advice:      cmp.Or(ports.Advice, longestAdvice),
		games:       ports.Games,
		pages:       ports.Pages,
		local:       local{limits: ports.LocalGames, reading: semaphore.NewWeighted(1)},
	}
	s.store = carefulStore{ports.Store, s}
	if s.shared {
		s.throttle.Share()
		s.questions.store = s.store
	}
	if s.leases == nil {
		s.leases = new(bot.LocalLeases)
	}
	if s.tasks = s.leases; !s.shared {
		s.tasks = new(bot.LocalLeases)
	}
	if s.clock == nil {
		s.clock = bot.SystemClock{}
	}
	if s.dice == nil {
		s.dice = mathrand.IntN
	}
	if s.secrets == nil {
		s.secrets = rand.Reader
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.meter == nil {
		s.meter = noMeter{}
	}
	s.outbox = outbox.New(outbox.Ports{Store: s.store, Clock: s.clock, Log: s.log, Meter: s.meter, Sender: sender{s}, Changed: &s.changed})
	if ports.Workers <= 0 {
		ports.Workers = max(1, runtime.GOMAXPROCS(0)/2)
	}
	s.thinkers = newThinkers(ports.Workers)
	s.computers = newComputers(s)
	s.analysts = newAnalysts(s, ports.Analysis)
	return s
}

// Leases returns the leases of the service's database, for adapters.
func (s *Service) Leases() bot.Leases { return s.leases }

// Commands returns the table of commands, in the order of help.
func (s *Service) Commands() command.Table { return s.commands.Listed() }

// Alters reports whether a request may write to the store, as far as it can be read without its situation.
func (s *Service) Alters(r bot.Request) bool {
	c, args, err := s.commands.Read(r)
	return err != nil || c.Alters(args)
}

// problemFor converts any error of a command into a problem for the user.
func (s *Service) problemFor(c *call, err error) *bot.Problem {
	var p *bot.Problem
	var damage *bot.Damage
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &damage):
		return damagedProblem(damage)
	case errors.Is(err, bot.ErrDamaged):
		s.log.Error("the database is damaged", "err", err)
		return bot.Problemf(bot.Internal, "The bot's database is damaged, so nothing is done any more. Tell the operator: it needs a backup.")
	case errors.Is(err, bot.ErrDisk):
		s.log.Error("the disk has failed", "err", err)
		return bot.Problemf(bot.Internal, "The bot's disk has failed, so nothing can be kept. Tell the operator.")
	case errors.Is(err, bot.ErrGone):
		s.log.Error("the file of the database is gone", "err", err)
		return bot.Problemf(bot.Internal, "The bot's database has been taken away, so nothing can be kept. Tell the operator.")
	case errors.Is(err, bot.ErrTaken):
		return bot.Problemf(bot.Internal, "Another instance of the bot has just taken over. Wait a little, see whether it has been done, and say it again if not.")
	case errors.Is(err, bot.ErrAway):
		s.log.Error("the server of the database cannot be reached", "err", err)
		return bot.Problemf(bot.Internal, "The bot's database cannot be reached at the moment. Wait a little, see whether it has been done, and say it again if not.")
	case errors.Is(err, bot.ErrFull):
		s.log.Error("the disk is full", "err", err)
		return bot.Problemf(bot.Internal, "There is no room left on the bot's disk, so nothing was changed. Tell the operator, and say it again when there is.")
	}
	return s.broken(c, err)
}

// broken logs an error that is not the user's mistake, and returns the problem to show for it.
func (s *Service) broken(c *call, err error) *bot.Problem {
	ref := fmt.Sprintf("%04X", s.dice(1<<16))
	s.log.Error("command failed", append(c.logged(), "ref", ref, "err", err)...)
	return bot.Problemf(bot.Internal, "Something went wrong (ref %s), and nothing was changed. Please try again, and tell the operator if it stays so.", ref)
}

// wakeUp tells Run that there may be something to do.
func (s *Service) wakeUp() { s.changed.Send() }
