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
	command *exec.Cmd
	end     context.CancelFunc // kills the program
	in      io.WriteCloser
	out     *bufio.Scanner
	variant *rules.Variant
	search  string
}

// patience is how long a program may take until it has introduced itself.
var patience = 10 * time.Second

// Start runs a command line, split at blanks, until ctx ends. For each move the
// program is sent "go" and the words of search.
func Start(ctx context.Context, line, search string) (*Client, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil, errors.New("there is no command to run")
	}
	ctx, end := context.WithCancel(ctx)
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	c := &Client{command: command, end: end, search: search}
	if err := c.begin(); err != nil {
		end()
		return nil, fmt.Errorf("%s: %w", words[0], err)
	}
	return c, nil
}

// begin starts the program, and waits until it has introduced itself.
func (c *Client) begin() (err error) {
	if c.in, err = c.command.StdinPipe(); err != nil {
		return err
	}
	out, err := c.command.StdoutPipe()
	if err != nil {
		return err
	}
	c.out = bufio.NewScanner(out)
	c.out.Buffer(nil, maxLine)
	if err := c.command.Start(); err != nil {
		return err
	}
	silent := time.AfterFunc(patience, c.end)
	if err = c.tell("uci"); err == nil {
		_, err = c.await("uciok")
	}
	if !silent.Stop() {
		err = fmt.Errorf("it has not said uciok within %v", patience)
	}
	if err != nil {
		c.end()
		_ = c.Close()
	}
	return err
}

// Close ends the program.
func (c *Client) Close() error {
	c.in.Close()
	defer c.end()
	return c.command.Wait()
}

func (c *Client) tell(format string, args ...any) error {
	_, err := fmt.Fprintf(c.in, format+"\n", args...)
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
func (c *Client) Move(_ context.Context, game *rules.Game) (rules.Move, error) {
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
	if err := c.tell("go %s", c.search); err != nil {
		return rules.Move{}, err
	}
	best, err := c.await("bestmove")
	if err != nil {
		return rules.Move{}, err
	}
	word, _, _ := strings.Cut(best, " ")
	return p.ReadMove(word)
}
