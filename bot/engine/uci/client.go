package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"raumbot/rules"
)

// Client is another program that speaks UCI.
type Client struct {
	ctx     context.Context
	words   []string // of the command
	search  string
	command *exec.Cmd
	end     context.CancelFunc // kills the program
	in      io.WriteCloser
	pipe    io.Closer // the end of the pipe that out reads
	out     *bufio.Scanner
	variant *rules.Variant
	// failed is set when the program has ended, or has answered such that its next output cannot be
	// interpreted.
	failed bool
	// MoveTime is how long the program may take for a move. A program that takes longer is killed.
	MoveTime time.Duration
}

// DefaultMoveTime is the default of [Client.MoveTime].
const DefaultMoveTime = 5 * time.Minute

// patience is how long a program may take to introduce itself, or to say that it is ready.
var patience = 10 * time.Second

// Start runs a command line, split at blanks, until ctx ends. For each move the program is sent
// "go" and the words of search.
func Start(ctx context.Context, line, search string) (*Client, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil, errors.New("there is no command to run")
	}
	c := &Client{ctx: ctx, words: words, search: search, MoveTime: DefaultMoveTime}
	if err := c.begin(); err != nil {
		return nil, err
	}
	return c, nil
}

// begin starts the program, and waits until it has introduced itself.
func (c *Client) begin() (err error) {
	ctx, end := context.WithCancel(c.ctx)
	c.end, c.variant, c.failed = end, nil, false
	c.command = exec.CommandContext(ctx, c.words[0], c.words[1:]...)
	c.command.WaitDelay = time.Second // for programs that it started itself
	defer func() {
		if err != nil {
			end()
			err = fmt.Errorf("%s: %w", c.words[0], err)
		}
	}()
	if c.in, err = c.command.StdinPipe(); err != nil {
		return err
	}
	out, err := c.command.StdoutPipe()
	if err != nil {
		return err
	}
	c.pipe = out
	c.out = bufio.NewScanner(out)
	c.out.Buffer(nil, maxLine)
	if err := c.command.Start(); err != nil {
		return err
	}
	if _, err = c.ask(ctx, "uciok", patience, "uci"); err != nil {
		_ = c.Close()
	}
	return err
}

// Close tells the program to quit. It kills the program if that does not quit in time.
func (c *Client) Close() error {
	if c.failed {
		c.end()
	} else {
		_ = c.tell("quit") // it may have ended already
	}
	c.in.Close()
	defer c.end()
	late := time.AfterFunc(patience, c.end)
	defer late.Stop()
	return c.command.Wait()
}

// Start tells the program that another game begins, and waits until it is ready. A program that has
// failed is started again.
func (c *Client) Start(ctx context.Context) error {
	if c.failed {
		_ = c.Close()
		if err := c.begin(); err != nil {
			c.failed = true
			return err
		}
	}
	_, err := c.ask(ctx, "readyok", patience, "ucinewgame\nisready")
	return err
}

// ask sends a line, waits for a line that begins with a word, and returns the rest of that line. It
// kills the program if the answer takes longer than most, or has not arrived when ctx ends.
func (c *Client) ask(ctx context.Context, word string, most time.Duration, line string) (answer string, err error) {
	silent := time.AfterFunc(most, c.interrupt)
	unwanted := context.AfterFunc(ctx, c.interrupt)
	defer unwanted()
	if err = c.tell("%s", line); err == nil {
		answer, err = c.await(word)
	}
	if !silent.Stop() {
		err = fmt.Errorf("it has not said %s within %v", word, most)
	}
	c.failed = c.failed || err != nil
	return answer, err
}

// interrupt kills the program while its answer is awaited.
func (c *Client) interrupt() {
	c.end()
	c.pipe.Close() // programs that it started itself may hold the other end
}

// tell sends the program a line. A program that does not accept it has failed.
func (c *Client) tell(format string, args ...any) error {
	_, err := fmt.Fprintf(c.in, format+"\n", args...)
	c.failed = c.failed || err != nil
	return err
}

// await reads up to a line that begins with a word, and returns the rest of that line.
func (c *Client) await(word string) (string, error) {
	for c.out.Scan() {
		if fields := strings.Fields(c.out.Text()); len(fields) > 0 && fields[0] == word {
			return strings.Join(fields[1:], " "), nil
		}
	}
	if err := c.out.Err(); err != nil {
		return "", err
	}
	return "", fmt.Errorf("it ended before it said %s", word)
}

// Move asks for a move in a game that began at the array of its variant or at another position.
func (c *Client) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	p := game.Position()
	if v := p.Variant(); v != c.variant {
		c.variant = v
		if err := c.tell("setoption name UCI_Variant value %s", v.Name); err != nil {
			return rules.Move{}, err
		}
	}
	var moves strings.Builder
	for _, m := range game.Moves() {
		moves.WriteString(" " + p.Variant().Text(m))
	}
	if err := c.tell("position line %s moves%s", game.PositionAt(0).Line(), moves.String()); err != nil {
		return rules.Move{}, err
	}
	best, err := c.ask(ctx, "bestmove", c.MoveTime, "go "+c.search)
	if err != nil {
		return rules.Move{}, err
	}
	word, _, _ := strings.Cut(best, " ")
	return p.ReadMove(word)
}
