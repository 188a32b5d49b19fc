package variants

import (
	"context"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// Keep registers every stored version of a game, and stores the current versions of the
// operator's files. A game that has begun continues under its original rules.
func (l *Library) Keep(ctx context.Context) error {
	files, err := l.stored(ctx)
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
			l.Log.Error("a version of a game cannot be read: games by it stand still", "game", f.ID, "because", err)
		}
	}
	var added []bot.GameFile
	for _, g := range l.Operator {
		v := g.Variant
		if f, known := kept[v.ID()]; known {
			v.RatedAs = f.RatedAs
			continue
		}
		if v.RatedAs, err = continues(g); err != nil {
			l.Log.Error("the ratings of a game begin anew", "game", v.ID(), "because", err)
		}
		added = append(added, bot.GameFile{ID: v.ID(), Text: string(g.Text), RatedAs: v.RatedAs, Added: l.Clock.Now().UTC()})
	}
	l.load(files) // after the operator's games, which take precedence
	if len(added) == 0 {
		return nil
	}
	return l.Store.Update(ctx, func(tx bot.Tx) error {
		for _, f := range added {
			if err := tx.PutGameFile(f); err != nil {
				return err
			}
		}
		return nil
	})
}

// stored returns the stored game files.
func (l *Library) stored(ctx context.Context) (files []bot.GameFile, err error) {
	err = l.Store.View(ctx, func(tx bot.Tx) (err error) {
		files, err = tx.GameFiles()
		return err
	})
	return files, err
}

// Revive registers the stored versions of games and stores nothing. It logs versions that
// cannot be read; their games then report a fault of their own.
func (l *Library) Revive(ctx context.Context) error {
	l.reloading.Lock()
	defer l.reloading.Unlock()
	files, err := l.stored(ctx)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !f.Local() {
			if err := revive(f); err != nil {
				l.Log.Error("a version of a game cannot be read", "game", f.ID, "because", err)
			}
		}
	}
	l.load(files)
	return nil
}

// revive makes [rules.Find] find a stored version.
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

// continues returns the ID under which the ratings of a new version are kept if they continue those
// of an earlier one. The file must name the earlier version, and both must be the same game as far
// as perft counts can tell.
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
