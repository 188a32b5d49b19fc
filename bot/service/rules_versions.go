package service

import (
	"context"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// keepVersions registers every version of a game from a file that something may be played by, and stores the
// operator's files as they are now: a game continues under the rules that it began with.
func (s *Service) keepVersions(ctx context.Context) error {
	files, err := s.storedGames(ctx)
	if err != nil {
		return err
	}
	kept := map[string]bot.GameFile{}
	for _, f := range files {
		if f.Local() {
			continue
		}
		kept[f.ID] = f
		if err := revive(f); err != nil {
			s.log.Error("a version of a game cannot be read: games by it stand still", "game", f.ID, "because", err)
		}
	}
	var added []bot.GameFile
	for _, g := range s.games {
		v := g.Variant
		if f, known := kept[v.ID()]; known {
			v.RatedAs = f.RatedAs
			continue
		}
		if v.RatedAs, err = continues(g); err != nil {
			s.log.Error("the ratings of a game begin anew", "game", v.ID(), "because", err)
		}
		added = append(added, bot.GameFile{ID: v.ID(), Text: string(g.Text), RatedAs: v.RatedAs, Added: s.clock.Now().UTC()})
	}
	s.loadLocal(files) // after the operator's, which take precedence
	if len(added) == 0 {
		return nil
	}
	return s.store.Update(ctx, func(tx bot.Tx) error {
		for _, f := range added {
			if err := tx.PutGameFile(f); err != nil {
				return err
			}
		}
		return nil
	})
}

// storedGames returns the stored files of games.
func (s *Service) storedGames(ctx context.Context) (files []bot.GameFile, err error) {
	err = s.store.View(ctx, func(tx bot.Tx) (err error) {
		files, err = tx.GameFiles()
		return err
	})
	return files, err
}

// reviveVersions registers the stored versions of games, without storing anything. Games by one that cannot be read have a fault of their own.
func (s *Service) reviveVersions(ctx context.Context) error {
	s.local.reloading.Lock() // what was read last is taken up last
	defer s.local.reloading.Unlock()
	files, err := s.storedGames(ctx)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !f.Local() {
			if err := revive(f); err != nil {
				s.log.Error("a version of a game cannot be read", "game", f.ID, "because", err)
			}
		}
	}
	s.loadLocal(files)
	return nil
}

// revive makes a stored version known to [rules.Find].
func revive(f bot.GameFile) error {
	if v, err := rules.Find(f.ID); err == nil && v.ID() == f.ID {
		return nil
	}
	g, err := gamefile.Read(f.ID, []byte(f.Text))
	if err != nil {
		return err
	}
	if g.Pin(); g.Variant.ID() != f.ID {
		return fmt.Errorf("the text is that of %s", g.Variant.ID())
	}
	g.Variant.RatedAs = f.RatedAs
	rules.AddVersion(f.ID, func() (*rules.Variant, error) { return g.Variant, nil })
	return nil
}

// continues returns the ID under which the ratings of a new version are kept if they continue those of an earlier one:
// the file names it, and both are the same game as far as can be counted.
func continues(g *gamefile.Game) (string, error) {
	if g.SameAs == "" {
		return "", nil
	}
	id := strings.ToLower(g.SameAs)
	if !strings.Contains(id, "@") {
		id = g.Variant.Name + "@" + id
	}
	before, err := rules.Find(id)
	if err != nil || before.Version == "" {
		return "", fmt.Errorf("same_as: there is no version %s; `variants` names those that there are", id)
	}
	if err := gamefile.Alike(g.Variant, before); err != nil {
		return "", fmt.Errorf("same_as: %w", err)
	}
	return before.RatingID(), nil
}
