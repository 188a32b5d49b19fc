package processes

import (
	"strings"
	"testing"

	"raumbot/storage/storagetest"
)

// TestWorkerMistakes starts workers that cannot work: each says in one line what to mend.
func TestWorkerMistakes(t *testing.T) {
	t.Parallel()
	empty := storagetest.Postgres(t)
	for _, c := range []struct {
		args, variables []string
		code            int
		said            string
	}{
		{nil, nil, 2, "write: raumbot worker --database URL"},
		{[]string{"--database", "raumbot.db"}, nil, 2, "begins with postgres://"},
		{[]string{"fast", "--database", empty}, nil, 2, "write: raumbot worker"},
		{[]string{"--database", empty}, nil, 1, "start the bot first"},
		{nil, []string{"DATABASE_URL=" + empty}, 1, "start the bot first"},
		{nil, []string{"DATABASE_URL=postgres://raumbot:secret@127.0.0.1:1/raumbot"}, 1, "cannot be reached"},
	} {
		s := startProgram(t, c.variables, append([]string{"worker"}, c.args...)...)
		_ = s.cmd.Wait() // its error is the exit code
		said := s.log.String()
		if s.cmd.ProcessState.ExitCode() != c.code || !strings.Contains(said, c.said) || strings.Count(said, "\n") != 1 || strings.Contains(said, "secret") {
			t.Errorf("raumbot worker %v, %v: %d %s", c.args, c.variables, s.cmd.ProcessState.ExitCode(), said)
		}
	}
}
