// Package console lets people play at a terminal, or a script play for them:
// each line is somebody's words, and everything the bot says is printed.
//
//	alice: challenge bob stockschach216      alice speaks in the lobby
//	bob@den: games                           bob speaks in the room den
//	alice@: resign                           alice speaks to the bot alone
//	# a comment
//
// A [Console] is an adapter of the bot:
//
//	c := console.New(console.Options{In: os.Stdin, Out: os.Stdout, Pictures: "pictures"})
//	err := c.Run(ctx, service)
//
//	console.go greeting.go   the adapter, and what it says at the beginning
//	input.go line.go         lines, and who speaks them
//	print.go picture.go file.go   what the bot says, and what it shows
//	terminal.go completion.go history.go   lines that are edited at a terminal
package console

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/service"
)

// Platform is the name of the console among the platforms.
const Platform bot.Platform = "console"

// lobby is the room of those who name none.
const lobby = "lobby"

// Options are what a Console needs.
type Options struct {
	In  io.Reader
	Out io.Writer
	// Pictures is the folder that pictures are written to.
	Pictures string
	// JSON prints each message as one JSON object a line.
	JSON bool
	// Speaker is who speaks a line that does not say so. With a Speaker the
	// console is a conversation with a prompt; without one, every line must name
	// who speaks.
	Speaker string
	// Organisers names the organisers of every room of the console.
	Organisers []string
	// Inline shows pictures within the text of a terminal that can.
	Inline Inline
	// Terminal is where a Speaker types, in place of In and Out; nil if lines are not to be edited.
	Terminal *Terminal
}

// Console is an adapter for a terminal or a script.
type Console struct {
	options Options
	speaker string
	room    string
	mu      sync.Mutex   // guards the fields below: the service delivers while a line is read
	out     bytes.Buffer // written at once, so that what is typed meanwhile is moved once
	hinted  bool         // whether it has been said how pictures are opened
}

// New returns a console.
func New(o Options) *Console {
	if o.Terminal != nil {
		o.Out = o.Terminal
	}
	return &Console{options: o, speaker: o.Speaker, room: lobby}
}

// flush writes what has been printed. The caller holds mu.
func (c *Console) flush() error {
	_, err := c.out.WriteTo(c.options.Out)
	return err
}

// Platform implements [bot.Adapter].
func (c *Console) Platform() bot.Platform { return Platform }

// Deliver implements [bot.Adapter]. An edited message is a line of its own: what has been printed stays.
func (c *Console) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
	return bot.Receipt{Shown: "printed"}, c.print(ctx, m)
}

// errQuit ends a conversation.
var errQuit = errors.New("quit")

// Run carries lines to the service until the input ends or ctx does. Each is answered, and what it
// changed is on disk, before the next is read.
func (c *Console) Run(ctx context.Context, service *service.Service) error {
	whole := context.WithoutCancel(ctx) // finish the line that has been read
	var lines <-chan line
	if t := c.options.Terminal; t != nil {
		t.complete = func(text string) []string { return c.completions(whole, service, text) }
		lines = t.lines(ctx)
	} else {
		lines = readLines(ctx, c.options.In)
	}
	if err := c.greet(whole, service); err != nil {
		return err
	}
	if err := service.Deliver(whole, c); err != nil { // what an earlier run left
		return err
	}
	for ctx.Err() == nil {
		if err := c.prompt(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case l, ok := <-lines:
			if !ok {
				return service.Deliver(whole, c) // what has become due meanwhile
			}
			err := c.line(whole, service, l)
			if errors.Is(err, errQuit) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// prompt prints who is speaking, in a conversation.
func (c *Console) prompt() error {
	if c.options.Speaker == "" || c.options.JSON {
		return nil
	}
	where := ""
	if c.room != lobby {
		where = "@" + c.room
	}
	text := c.speaker + where + "> "
	if c.options.Terminal != nil {
		c.options.Terminal.prompts <- text
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.WriteString(text)
	return c.flush()
}

// line carries one line to the service, and prints what it says.
func (c *Console) line(ctx context.Context, service *service.Service, l line) error {
	if l.err != nil {
		return l.err
	}
	in, err := c.parse(l)
	if err != nil || in.handled {
		return c.report(ctx, service, err)
	}
	request := in.request()
	request.Organiser = in.room != "" && c.organises(in.name)
	for _, m := range service.Respond(ctx, request).Answer {
		if err := c.print(ctx, m); err != nil {
			return err
		}
	}
	if err := service.PairRounds(ctx); err != nil { // a script sees the round before its next line
		return err
	}
	if c.options.Speaker == "" { // and the computer's answer
		if err := service.PlayComputer(ctx); err != nil {
			return err
		}
	}
	return service.Deliver(ctx, c)
}

// organises reports whether somebody is an organiser.
func (c *Console) organises(name string) bool {
	return slices.ContainsFunc(c.options.Organisers, func(o string) bool { return bot.FoldName(o) == bot.FoldName(name) })
}

// report prints an inputError, in the language of the conversation if there is one. It returns any other error.
func (c *Console) report(ctx context.Context, service *service.Service, err error) error {
	var invalid inputError
	if !errors.As(err, &invalid) {
		return err
	}
	language, err := c.language(ctx, service)
	if err != nil {
		return err
	}
	return c.print(ctx, bot.Message{Platform: Platform, Audience: bot.Aside, Language: language, Text: locale.Render(language, string(invalid))})
}

// language returns the language of a conversation, and none of a script.
func (c *Console) language(ctx context.Context, service *service.Service) (string, error) {
	if c.speaker == "" {
		return "", nil
	}
	return service.Language(ctx, input{name: c.speaker, room: c.room}.request())
}
