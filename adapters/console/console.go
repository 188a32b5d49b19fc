// Package console is the bot's adapter for a terminal or a script: each line is
// spoken by somebody, and everything that the bot says is printed.
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
//	console.go greeting.go   the adapter, and its greeting
//	input.go line.go         reading and parsing lines
//	print.go picture.go file.go   printing messages, pictures and files
//	terminal.go completion.go history.go   line editing at a terminal
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

// lobby is the room of lines that name none.
const lobby = "lobby"

// Options configure a Console.
type Options struct {
	In  io.Reader
	Out io.Writer
	// Pictures is the folder for pictures.
	Pictures string
	// JSON prints each message as one JSON object per line.
	JSON bool
	// Speaker is the speaker of lines that name none. With a Speaker the
	// console is a conversation with a prompt; without one, every line must name
	// its speaker.
	Speaker string
	// Organisers names the organisers of all rooms of the console.
	Organisers []string
	// Inline is how the terminal shows pictures inline, if it can.
	Inline Inline
	// Terminal is where a Speaker types, instead of In and Out; nil for no line editing.
	Terminal *Terminal
}

// Console is an adapter for a terminal or a script.
type Console struct {
	options Options
	speaker string
	room    string
	mu      sync.Mutex   // guards the fields below, because messages are delivered while a line is read
	out     bytes.Buffer // flushed in one write, so that a line being typed moves only once
	hinted  bool         // whether it has been explained how to open pictures
}

// New returns a console.
func New(o Options) *Console {
	if o.Terminal != nil {
		o.Out = o.Terminal
	}
	return &Console{options: o, speaker: o.Speaker, room: lobby}
}

// flush writes the buffered output. The caller holds mu.
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

// errQuit ends a conversation normally.
var errQuit = errors.New("quit")

// Run passes lines to the service until the input ends or ctx does. Each line is answered, and its
// changes are committed, before the next is read.
func (c *Console) Run(ctx context.Context, service *service.Service) error {
	whole := context.WithoutCancel(ctx) // a line that has been read is always completed
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
	if err := c.settle(ctx, service); err != nil { // what a previous run has left
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
				return service.Deliver(whole, c) // whatever has become due in the meantime
			}
			err := c.line(ctx, service, l)
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

// prompt prints the speaker as a prompt, in a conversation.
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

// line passes one line to the service, and prints the answer and what follows from it.
func (c *Console) line(stopping context.Context, service *service.Service, l line) error {
	ctx := context.WithoutCancel(stopping)
	if l.err != nil {
		return l.err
	}
	in, err := c.parse(l)
	if err != nil || in.handled {
		return c.report(ctx, service, err)
	}
	request := in.request()
	request.Organiser = in.room != "" && c.organises(in.name)
	request.Text, request.File = attached(request.Text)
	for _, m := range service.Respond(ctx, request).Answer {
		if err := c.print(ctx, m); err != nil {
			return err
		}
	}
	return c.settle(stopping, service)
}

// settle prints the messages that wait. A script sees a new round and the computer's moves before its next line; what was said before the
// computer began to think does not wait for that. When stopping ends, the computer's search ends too: the next run makes its move.
func (c *Console) settle(stopping context.Context, service *service.Service) error {
	ctx := context.WithoutCancel(stopping)
	if err := service.PairRounds(ctx); err != nil {
		return err
	}
	if err := service.Deliver(ctx, c); err != nil || c.options.Speaker != "" {
		return err
	}
	if err := service.PlayComputer(stopping); err != nil && stopping.Err() == nil {
		return err
	}
	return service.Deliver(ctx, c)
}

// organises reports whether a user is an organiser.
func (c *Console) organises(name string) bool {
	return slices.ContainsFunc(c.options.Organisers, func(o string) bool { return bot.FoldName(o) == bot.FoldName(name) })
}

// report prints an inputError, in the conversation's language if there is one. Any other error is returned.
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

// language returns the language of the conversation, "" for a script.
func (c *Console) language(ctx context.Context, service *service.Service) (string, error) {
	if c.speaker == "" {
		return "", nil
	}
	return service.Language(ctx, input{name: c.speaker, room: c.room}.request())
}
