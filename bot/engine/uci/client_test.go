package uci

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/rules"
)

// TestMain lets the test binary act as the program that a [Client] runs.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "speak" {
		if Run(context.Background(), os.Stdin, os.Stdout, "test") != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "fail" {
		fail(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fail acts as a program that introduces itself and is ready, but returns no legal move or no
// second one, or does not end when it should.
func fail(how string) {
	if how == "stays" {
		defer time.Sleep(time.Hour)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch words := strings.Fields(lines.Text()); words[0] {
		case "uci":
			fmt.Println("uciok")
		case "isready":
			fmt.Println("readyok")
		case "go":
			switch how {
			case "none":
				fmt.Println("bestmove (none)")
			case "illegal":
				fmt.Println("bestmove aa1-ee5")
			case "ends":
				return
			case "leaves": // between two moves
				fmt.Println("bestmove aa2-aa3")
				os.Stdout.Close()
				return
			}
		case "quit":
			if how != "stays" {
				return
			}
		}
	}
}

// TestClientThatFails checks that a program without a legal move fails only that move: another game
// can begin.
func TestClientThatFails(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"none", "illegal", "ends", "hangs"} {
		c, err := Start(t.Context(), os.Args[0]+" fail "+how, "nodes 1")
		if err != nil {
			t.Fatal(err)
		}
		if how == "hangs" {
			c.MoveTime = 10 * time.Millisecond
		}
		for game := range 2 {
			if err := c.Start(t.Context()); err != nil {
				t.Fatalf("%s: game %d does not begin: %v", how, game, err)
			}
			if m, err := c.Move(t.Context(), rules.NewGame(v)); err == nil {
				t.Errorf("%s: it plays %s", how, v.Text(m))
			}
		}
		c.Close()
	}
}

// TestClientThatLeaves checks that a program that ends between two moves loses one game, but not
// the next one.
func TestClientThatLeaves(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Start(t.Context(), os.Args[0]+" fail leaves", "nodes 1")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for game := range 3 {
		if err := c.Start(t.Context()); err != nil {
			t.Fatalf("game %d does not begin: %v", game, err)
		}
		if _, err := c.Move(t.Context(), rules.NewGame(v)); err != nil {
			t.Fatalf("game %d: no first move: %v", game, err)
		}
		_ = c.command.Process.Kill() // it is about to end by itself, which takes a moment
		_, _ = c.command.Process.Wait()
		if m, err := c.Move(t.Context(), rules.NewGame(v)); err == nil {
			t.Errorf("game %d: it plays %s after its end", game, v.Text(m))
		}
	}
}

// TestClientThatStays checks that a program that does not end is killed, and that nobody waits for
// an answer that is no longer wanted.
func TestClientThatStays(t *testing.T) {
	defer func(before time.Duration) { patience = before }(patience)
	c, err := Start(t.Context(), os.Args[0]+" fail stays", "nodes 1")
	if err != nil {
		t.Fatal(err)
	}
	patience = 50 * time.Millisecond
	if err := c.Close(); err == nil {
		t.Error("it ended by itself")
	}
	patience = 10 * time.Second
	if c, err = Start(t.Context(), os.Args[0]+" fail hangs", "nodes 1"); err != nil {
		t.Fatal(err)
	}
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if m, err := c.Move(ctx, rules.NewGame(v)); err == nil {
		t.Errorf("it plays %s", v.Text(m))
	}
	c.Close()
}

func TestClient(t *testing.T) {
	c, err := Start(t.Context(), os.Args[0]+" speak", "nodes 200")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range rules.Variants() {
		g := rules.NewGame(v)
		for range 4 {
			m, err := c.Move(t.Context(), g)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Start(t.Context(), "/nonexistent/engine", "nodes 1"); err == nil {
		t.Error("a program that does not exist was started")
	}
	if _, err := Start(t.Context(), "", "nodes 1"); err == nil {
		t.Error("no program was started")
	}
}
