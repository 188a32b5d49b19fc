package main

import (
	"strings"
	"testing"
)

func TestEngineCommands(t *testing.T) {
	db := t.TempDir() + "/engine.db"
	for _, c := range []struct {
		line, in, want string
		code           int
	}{
		{"engine", "uci\nquit\n", "uciok", 0},
		{"engine", "setoption name UCI_Variant value octhex146\nposition startpos\ngo nodes 300\n", "bestmove ", 0},
		{"engine bench raumschach", "", "nodes in all", 0},
		{"engine bench --movetime 30 raumschach", "", "raumschach", 0},
		{"engine bench chess", "", "there is no variant", 1},
		{"engine bench raumschach octhex146", "", benchUsage, 2},
		{"engine match nodes:50 random --games 2 --variant raumschach", "", "raumschach: 2 games", 0},
		{"engine match --games 2 level:1 greedy --variant octhex146", "", "octhex146: 2 games", 0},
		{"engine match movetime:2 random --games 2 --variant raumschach", "", "raumschach: 2 games", 0},
		{"engine match random cat --games 2 --variant raumschach --limit 0", "", matchUsage, 2},
		{"engine match level:9 random", "", `"level:9" is no player`, 2},
		{"engine match nodes:0 random", "", `"nodes:0" is no player`, 2},
		{"engine match random", "", matchUsage, 2},
		{"engine match random random --games none", "", matchUsage, 2},
		{"engine match random random --variant chess", "", "there is no variant", 1},
		{"engine match random /nonexistent/engine --variant raumschach", "", "/nonexistent/engine", 1},
		{"engine analyse", "", engineUsage, 2},
	} {
		code, out, errs := runCommand(t, db, c.in, strings.Fields(c.line)...)
		if said := out + errs; code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("raumbot %s: code %d, %q", c.line, code, said)
		}
	}
}
