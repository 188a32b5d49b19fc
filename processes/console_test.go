package processes

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// consoleProcess is a running program with a console on its standard input.
type consoleProcess struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan string
}

// startConsole starts the program with a console, and variables of the environment.
func startConsole(t *testing.T, db string, variables ...string) *consoleProcess {
	t.Helper()
	return talkTo(t, prepared(t, variables, "console", "--db", db, "--pictures", filepath.Join(t.TempDir(), "pictures")))
}

// talkTo starts a prepared program that has a console on its standard input.
func talkTo(t *testing.T, c *exec.Cmd) *consoleProcess {
	t.Helper()
	p := &consoleProcess{t: t, cmd: c, lines: make(chan string, 1000)}
	var err error
	if p.stdin, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for in := bufio.NewScanner(stdout); in.Scan(); {
			p.lines <- in.Text()
		}
	}()
	t.Cleanup(func() {
		p.stdin.Close()
		_ = c.Wait()
	})
	return p
}

// say types some lines.
func (p *consoleProcess) say(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.stdin, text); err != nil {
		p.t.Error(err)
	}
}

// hears waits for a line of output that contains a text.
func (p *consoleProcess) hears(text string) {
	p.t.Helper()
	var heard []string
	for line := range p.lines {
		if heard = append(heard, line); strings.Contains(line, text) {
			return
		}
	}
	p.t.Fatalf("%q is not in what was said:\n%s", text, strings.Join(heard, "\n"))
}

// ask types a line, and waits for an answer.
func (p *consoleProcess) ask(line, answer string) {
	p.t.Helper()
	p.say(line + "\n")
	p.hears(answer)
}

// end ends the input, after which the program must end by itself and without an error.
func (p *consoleProcess) end() {
	p.t.Helper()
	p.stdin.Close()
	var rest []string
	for line := range p.lines {
		rest = append(rest, line)
	}
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("the program ends with %v:\n%s", err, strings.Join(rest, "\n"))
	}
}
