// Package console is the bot's adapter for a terminal or a script: each line of input is
// a message from a user, and everything that the bot says is printed.
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
	"raumbot/bot/phrase"
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
	// Speaker is the user who says the lines that name no speaker. With a Speaker the
	// console is a conversation with a prompt. Without one, every line must name
	// its speaker.
	Speaker string
	// Organisers names the organisers of all rooms of the console.
	Organisers []string
	// Inline is how the terminal shows pictures inline, if it can.
	Inline Inline
	// Width returns the width of the terminal in characters, or 0 if the output is not a terminal. In
	// a conversation lines are broken between words so that they fit. It may be nil.
	Width func() int
	// Terminal is used by a Speaker instead of In and Out. If it is nil, there is no line editing.
	Terminal *Terminal
}

// Console is an adapter for a terminal or a script.
type Console struct {
	options Options
	speaker string
	room    string
	// mu guards the fields below, because messages are delivered while a line is read.
	mu     sync.Mutex
	out    bytes.Buffer // flushed in one write, so that a line being typed is redrawn only once
	hinted bool         // whether it has been explained how to open pictures and read boards of letters
	// drawn is the size of the bot's pictures in the folder, in bytes; it is negative before they have
	// been measured.
	drawn int64
}

// New returns a console.
func New(o Options) *Console {
	if o.Terminal != nil {
		o.Out = o.Terminal
	}
	return &Console{options: o, speaker: o.Speaker, room: lobby, drawn: -1}
}

// flush writes the buffered output. The caller holds mu.
func (c *Console) flush() error {
	_, err := c.out.WriteTo(c.options.Out)
	return err
}

// Platform implements [bot.Adapter].
func (c *Console) Platform() bot.Platform { return Platform }

// Deliver implements [bot.Adapter]. It prints an edited message anew, as printed text cannot be
// changed.
func (c *Console) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
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
	if err := c.deliverPending(ctx, service); err != nil { // for messages that an earlier run has left
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
	request.Text, request.File = cutFile(request.Text)
	for _, m := range service.Respond(ctx, request).Answer {
		if err := c.print(ctx, m); err != nil {
			return err
		}
	}
	return c.deliverPending(stopping, service)
}

// deliverPending prints the messages that wait for delivery. In a script it also lets the computer
// move, so that its moves and new rounds are printed before the next line is read. Messages are
// printed before the computer begins to think, too. When stopping ends, so does the computer's
// search; the next run makes its move.
func (c *Console) deliverPending(stopping context.Context, service *service.Service) error {
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

// report prints an inputError, in the conversation's language if there is one. It returns any other
// error.
func (c *Console) report(ctx context.Context, service *service.Service, err error) error {
	var invalid inputError
	if !errors.As(err, &invalid) {
		return err
	}
	language, err := c.language(ctx, service)
	if err != nil {
		return err
	}
	return c.print(ctx, bot.RenderedMessage{Platform: Platform, Audience: bot.Aside, Language: language, Text: locale.Render(language, phrase.Text(invalid))})
}

// language returns the language of the conversation, "" for a script.
func (c *Console) language(ctx context.Context, service *service.Service) (string, error) {
	if c.speaker == "" {
		return "", nil
	}
	return service.Language(ctx, input{name: c.speaker, room: c.room}.request())
}
