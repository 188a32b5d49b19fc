package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"raumbot/bot/variants"
	"raumbot/render"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

const checkUsage = "write: raumbot rules check FILE [-o PNG]"

// checkTime limits the time for verifying a file's perft counts.
const checkTime = 20 * time.Second

// rulesCheck reads a game file and reports what is wrong with it, or prints it
// as players will read it and verifies its perft counts.
func rulesCheck(ctx context.Context, env environment, words []string) error {
	flags := newFlags("rules check")
	out := flags.String("o", "", "the PNG file to which the array is drawn, - for standard output")
	words, err := readFlags(flags, words, checkUsage)
	if err != nil {
		return err
	}
	if len(words) != 1 {
		return usageError(checkUsage)
	}
	game, err := readGame(words[0])
	if err != nil {
		return err
	}
	describeGame(env.stdout, game)
	if *out != "" {
		scene := render.NewScene(game.Variant.Start())
		picture, err := render.PNG(scene)
		if err == nil {
			err = writeOutput(env, *out, picture)
		}
		if err != nil {
			return err
		}
	}
	return checkPerft(ctx, env.stdout, words[0], game)
}

// readGame reads a game file.
func readGame(path string) (*gamefile.Game, error) {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file", path)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s: this is a folder, not a file; name the files in it, as %s", path, filepath.Join(path, "*.toml"))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: this is no file that can be read from beginning to end", path)
	case info.Size() > gamefile.MaxSize:
		return nil, fmt.Errorf("%s: the file has %d bytes; the most is %d", path, info.Size(), gamefile.MaxSize)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, gamefile.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return gamefile.Read(path, text)
}

// describeGame prints a game as players read it.
func describeGame(out io.Writer, g *gamefile.Game) {
	v := g.Variant
	fmt.Fprintf(out, "%s (%s)\n%s.\n", v.Title, v.Name, v.Blurb)
	if v.Source != "" {
		fmt.Fprintf(out, "Source: %s.\n", v.Source)
	}
	fmt.Fprintf(out, "\n%s\n", v.Board)
	if story := strings.TrimSpace(v.Story); story != "" {
		fmt.Fprintf(out, "\n%s\n", story)
	}
	for id := range v.Kinds[1:] {
		k := &v.Kinds[id+1]
		fmt.Fprintf(out, "\n%s (%s)\n", k.Name, k.Code)
		for _, words := range append(k.MoveWords(), k.PromotionWords()) {
			if words != "" {
				fmt.Fprintf(out, "  %s\n", words)
			}
		}
	}
	fmt.Fprintf(out, "\n%s\n", v.Start().Line())
}

// checkPerft computes perft counts and compares them with those given by the
// author.
func checkPerft(ctx context.Context, out io.Writer, path string, g *gamefile.Game) error {
	depths := max(2, len(g.Perft))
	begin := time.Now()
	wrong := 0
	for depth := 1; depth <= depths; depth++ {
		if ctx.Err() != nil || time.Since(begin) > checkTime {
			fmt.Fprintf(out, "perft %d was not counted: it would take too long\n", depth)
			break
		}
		count := rules.Perft(g.Variant.Start(), depth)
		switch {
		case depth > len(g.Perft):
			fmt.Fprintf(out, "perft %d: %d\n", depth, count)
		case count == g.Perft[depth-1]:
			fmt.Fprintf(out, "perft %d: %d, as the file says\n", depth, count)
		default:
			wrong++
			fmt.Fprintf(out, "perft %d: %d, but the file says %d\n", depth, count, g.Perft[depth-1])
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%s: check.perft: the counts differ", path)
	}
	return nil
}

// withVariants removes --variants GLOB from a command line and registers the games
// in those files.
func withVariants(env environment, args []string) ([]string, error) {
	for {
		i := slices.IndexFunc(args, func(word string) bool {
			return word == "--variants" || strings.HasPrefix(word, "--variants=")
		})
		if i < 0 {
			return args, nil
		}
		glob, given := strings.CutPrefix(args[i], "--variants=")
		behind := i + 1
		if !given {
			if behind == len(args) {
				return nil, usageError("--variants needs the files of games, such as --variants 'games/*.toml'")
			}
			glob = args[behind]
			behind++
		}
		if err := addGames(env, glob); err != nil {
			return nil, err
		}
		args = slices.Delete(slices.Clone(args), i, behind)
	}
}

// addGames registers the games in files. A faulty file is reported and skipped;
// the error is for a glob that matches no file.
func addGames(env environment, glob string) error {
	games, faults, err := findGames(glob)
	for _, fault := range faults {
		fmt.Fprintf(env.stderr, "raumbot: %v\n", fault)
	}
	if err == nil && len(games) == 0 {
		err = errors.New("none of these files has a game that can be played")
	}
	return err
}

// findGames registers the games in files and returns them, with the faults of the files skipped.
// The error is for a glob that matches no file.
func findGames(glob string) (games []*gamefile.Game, faults []error, err error) {
	paths, err := filepath.Glob(glob)
	if err != nil || len(paths) == 0 {
		return nil, nil, usageError(fmt.Sprintf("no file matches %q", glob))
	}
	for _, path := range paths {
		game, err := readGame(path)
		if err == nil {
			game.Pin()
			if err = rules.Add(game.Variant); err != nil {
				err = fmt.Errorf("%s: name: %w", path, err)
			}
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		games = append(games, game)
	}
	return games, faults, nil
}

// configuredGames registers the games in the configured files. Faulty files are logged and
// skipped.
func (s *settings) configuredGames(log *slog.Logger) (all []*gamefile.Game) {
	for _, glob := range s.Variants.Files {
		games, faults, err := findGames(glob)
		if err != nil {
			faults = append(faults, fmt.Errorf("the section [variants]: %w", err))
		}
		for _, fault := range faults {
			for _, line := range strings.Split(fault.Error(), "\n") {
				log.Error("a game in a file was left out", "because", line)
			}
		}
		all = append(all, games...)
	}
	return all
}

// localGames returns the limits of what organisers may add from the chat.
func (s *settings) localGames() variants.Limits {
	size, count := s.Variants.Local()
	return variants.Limits{Size: size, Count: count}
}
