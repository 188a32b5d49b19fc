package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/term"

	"raumbot/adapters/console"
	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/quiet"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/config"
	"raumbot/storage/postgres/jobs"
)

const (
	serveUsage   = "write: raumbot [serve] [--config FILE] [--no-web]"
	workerUsage  = "write: raumbot worker --database URL, or name the URL in DATABASE_URL: that of the bot's database, which begins with postgres://"
	consoleUsage = "write: raumbot console [--config FILE] [--db FILE] [--pictures DIR] [--organiser NAME] [--variants GLOB] [--json]"
)

// runServe runs all adapters enabled in the configuration, or the console if
// there are none.
func runServe(ctx context.Context, env environment, args []string) error {
	s := settings{usage: serveUsage}
	if err := s.read(env, args, func(flags *flag.FlagSet) {
		flags.BoolVar(&s.noWeb, "no-web", false, "serve no pages to browsers")
	}); err != nil {
		return err
	}
	if err := s.noWords(); err != nil {
		return err
	}
	shared := env.shared()
	log := s.logger(shared)
	platforms, err := s.platforms(log)
	if err != nil {
		return err
	}
	site, err := s.site(shared, log, len(platforms) == 0 && terminalOf(env.stdin) != nil, pagesOf(platforms), s.activityOf(platforms))
	if err != nil {
		return err
	}
	if len(platforms) > 0 {
		if site != nil {
			platforms = append(platforms, site)
		}
		return s.servePlatforms(ctx, shared, log, platforms)
	}
	if site != nil && terminalOf(env.stdin) == nil {
		fmt.Fprintln(env.stderr, "raumbot: no chat platform is configured: the pages are one, and so is standard input.")
	} else {
		fmt.Fprintln(env.stderr, "raumbot: no chat platform is configured, so this terminal is one.")
	}
	return s.serveConsole(ctx, env, site)
}

// runConsole runs the console only.
func runConsole(ctx context.Context, env environment, args []string) error {
	s := settings{usage: consoleUsage}
	err := s.read(env, args, func(flags *flag.FlagSet) {
		flags.StringVar(&s.Database, "db", "", "the database")
		flags.StringVar(&s.Console.Pictures, "pictures", "", "the folder for pictures")
		flags.Func("organiser", "somebody who may decide games", func(name string) error {
			s.Console.Organisers = append(s.Console.Organisers, name)
			return nil
		})
		flags.Func("variants", "files of games", func(glob string) error {
			s.Variants.Files = append(s.Variants.Files, glob)
			return nil
		})
		flags.BoolVar(&s.json, "json", false, "print each message as one JSON object a line")
	})
	if err != nil {
		return err
	}
	if err := s.noWords(); err != nil {
		return err
	}
	return s.serveConsole(ctx, env, nil)
}

// runWorker searches for the bot on a PostgreSQL database until it is told to stop.
func runWorker(ctx context.Context, env environment, args []string) error {
	flags := newFlags("worker")
	url := flags.String("database", "", "the URL of the bot's database")
	words, err := readFlags(flags, args, workerUsage)
	if err != nil {
		return err
	}
	*url = cmp.Or(*url, env.getenv("DATABASE_URL"))
	if len(words) > 0 || !(config.Config{Database: *url}).OnServer() {
		return usageError(workerUsage)
	}
	log := slog.New(slog.NewTextHandler(env.shared().stderr, nil))
	w := jobs.Worker{URL: *url, Places: runtime.GOMAXPROCS(0), Log: log, Now: time.Now}
	return w.Work(ctx)
}

// settings are the configuration, overridden by the command line.
type settings struct {
	config.Config
	usage string
	json  bool
	noWeb bool
	words []string // the arguments after the flags
}

// read parses the command line, and loads the configuration that it names. Flags
// override fields of the configuration; they may stand before, between and after the arguments.
func (s *settings) read(env environment, args []string, define func(*flag.FlagSet)) error {
	flags := newFlags("raumbot")
	file := flags.String("config", "", "the configuration")
	if define != nil {
		define(flags)
	}
	var err error
	if s.words, err = readFlags(flags, args, s.usage); err != nil {
		return err
	}
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "db" && f.Name != "to" {
			return
		}
		if wrong := config.CheckDatabase(f.Value.String()); wrong != nil {
			err = usageError(fmt.Sprintf("--%s: %v; %s", f.Name, wrong, s.usage))
		}
	})
	if err != nil {
		return err
	}
	given := s.Config
	if s.Config, err = config.Load(config.Path(*file, env.getenv), env.getenv); err != nil {
		return err
	}
	if given.Database != "" {
		s.Database, s.Unused = given.Database, ""
	}
	if given.Console.Pictures != "" {
		s.Console.Pictures = given.Console.Pictures
	}
	if given.Console.Organisers != nil {
		s.Console.Organisers = given.Console.Organisers
	}
	s.Variants.Files = append(s.Variants.Files, given.Variants.Files...)
	return nil
}

// tellUnused says that another database is named, too, which is easily taken for the one that is
// used.
func (s *settings) tellUnused(env environment) {
	if s.Unused != "" {
		fmt.Fprintf(env.stderr, "raumbot: %s is named, too, and is not used.\n", visible(s.Unused))
	}
}

// noWords returns an error if there are arguments other than flags.
func (s *settings) noWords() error {
	if len(s.words) > 0 {
		return usageError(fmt.Sprintf("%q is one word too many; %s", s.words[0], s.usage))
	}
	return nil
}

// logger returns the log of a server. There must be only one, because it keeps lines written
// concurrently apart.
func (s *settings) logger(env environment) *slog.Logger {
	return slog.New(quiet.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: s.LogLevel})))
}

// serveConsole runs the console on this terminal, or on the script on standard input, until the
// input ends. A site, if there is one, is served at the same time. Without a terminal it is served
// until ctx ends, even after the end of the script.
func (s *settings) serveConsole(ctx context.Context, env environment, site *web.Site) (err error) {
	platforms := []bot.Platform{console.Platform}
	if site != nil {
		defer site.Close()
		platforms = append(platforms, web.Platform)
	}
	inline, width := inlineAt(env), widthAt(env)
	terminal, err := s.openTerminal(&env)
	if err != nil {
		return err
	}
	if terminal != nil {
		defer func() { err = errors.Join(err, terminal.Close()) }()
	}
	env = env.shared()
	speaker := speakerAt(env)
	return s.start(ctx, s.logger(env), throttle.Limits{}, platforms, func(ctx context.Context, svc *service.Service) error {
		fmt.Fprintf(env.stderr, "raumbot: games are kept in %s, pictures in %s.\n", visible(s.DatabaseName()), visible(s.PictureFolder()))
		s.tellUnused(env)
		talk := console.New(console.Options{
			In: env.stdin, Out: env.stdout, Pictures: s.PictureFolder(), JSON: s.json,
			Speaker: speaker, Organisers: s.Console.Organisers, Inline: inline, Width: width, Terminal: terminal,
		})
		serving, stop := background(ctx, svc, talk, speaker != "", site)
		err := talk.Run(ctx, svc)
		lasts := site != nil && speaker == ""
		if err == nil && lasts {
			svc.KeepDelivering(serving, talk)
		}
		err = errors.Join(err, stop())
		if err == nil && ctx.Err() != nil && speaker == "" && !lasts {
			return errStopped
		}
		return err
	})
}

// errStopped means that a script was not read to its end.
var errStopped = errors.New("stopped before the end of the input; what was answered is kept")

// background runs the service and the site until stop is called; serving ends earlier if the site
// fails. In a console conversation, messages are delivered at any time; a script gets them line by
// line, in a deterministic order.
func background(ctx context.Context, svc *service.Service, terminal *console.Console, conversation bool, site *web.Site) (serving context.Context, stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	serving, siteEnded := context.WithCancel(ctx)
	var adapters []bot.Adapter
	if conversation {
		adapters = append(adapters, terminal)
	}
	var running sync.WaitGroup
	var failed error
	if site != nil {
		adapters = append(adapters, site)
		running.Go(func() {
			defer siteEnded()
			failed = site.Listen(ctx, svc)
		})
	}
	running.Go(func() { svc.Run(ctx, adapters...) })
	return serving, func() error {
		cancel()
		siteEnded()
		running.Wait()
		return failed
	}
}

// openTerminal takes over the terminal, if standard input is one that supports line editing; else
// it returns nil. The environment's output then goes through it.
func (s *settings) openTerminal(env *environment) (*console.Terminal, error) {
	in, out := terminalOf(env.stdin), terminalOf(env.stdout)
	if in == nil || out == nil || s.json || env.getenv("TERM") == "dumb" {
		return nil, nil
	}
	t, err := console.OpenTerminal(in, out, historyFile(env.getenv))
	if err != nil {
		return nil, fmt.Errorf("the terminal cannot be used: %w: set TERM=dumb to go without editing", err)
	}
	env.stdout = t
	if terminalOf(env.stderr) != nil {
		env.stderr = t
	}
	return t, nil
}

// terminalOf returns a stream as a terminal, nil if it is not one.
func terminalOf(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// historyFile returns the file for the line history, in the user's state folder, or "" if there is
// none.
func historyFile(getenv func(string) string) string {
	folder := getenv("XDG_STATE_HOME")
	switch home := getenv("HOME"); {
	case filepath.IsAbs(folder):
	case filepath.IsAbs(getenv("LOCALAPPDATA")): // Windows
		folder = getenv("LOCALAPPDATA")
	case filepath.IsAbs(home):
		folder = filepath.Join(home, ".local", "state")
	default:
		return ""
	}
	return filepath.Join(folder, "raumbot", "history")
}

// speakerAt returns the speaker at a terminal, "" for a script.
func speakerAt(env environment) string {
	if terminalOf(env.stdin) == nil {
		return ""
	}
	for _, name := range []string{env.getenv("USER"), env.getenv("USERNAME")} {
		if bot.ProperName(name) {
			return name
		}
	}
	return "me"
}

// widthAt returns a function that returns the current width of the terminal, 0 if the output is not
// one.
func widthAt(env environment) func() int {
	out := terminalOf(env.stdout)
	return func() int {
		if out == nil {
			return 0
		}
		width, _, err := term.GetSize(int(out.Fd()))
		if err != nil {
			return 0
		}
		return width
	}
}

// inlineAt returns how the terminal shows pictures inline; not at all if the output is not a
// terminal.
func inlineAt(env environment) console.Inline {
	if terminalOf(env.stdout) == nil {
		return console.NoInline
	}
	return console.InlineOf(env.getenv)
}
