package web

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/pages"
)

// offer is the data of the form that begins games.
type offer struct {
	*visitor
	Offered []pages.VariantView
	Name    string // the name that a guest has entered, or a suggested one
	Wrong   string // why the visitor cannot be a guest under that name
	// Chosen is the name of the variant, and Level the level of the computer, that the form
	// preselects.
	Chosen string
	Level  int
	Colour string
}

// PlayForm returns the data of a form that begins games of the given variants.
func (v *visitor) PlayForm(all []pages.VariantView) offer {
	o := offer{visitor: v, Offered: all, Level: 1, Colour: "white"}
	if len(all) > 0 {
		o.Chosen = all[0].Name
	}
	if v.MayBeGuest() {
		o.Name = v.SuggestedName()
	}
	return o
}

// again fills the form with the values that the visitor has sent. wrong says why they were refused.
func (o *offer) again(r *http.Request, wrong string) {
	o.Wrong = wrong
	for _, field := range []struct {
		name string
		into *string
	}{{"guest", &o.Name}, {"variant", &o.Chosen}, {"colour", &o.Colour}} {
		if sent := r.PostFormValue(field.name); sent != "" {
			*field.into = sent
		}
	}
	for _, level := range o.Levels() {
		if r.PostFormValue("level") == pathPart(level) {
			o.Level = level
		}
	}
}

// Levels returns the levels of the computer, the weakest first.
func (o offer) Levels() (all []int) {
	for _, p := range o.site.service.Commands().Find("challenge").Params {
		for level := 1; p.Name == "level" && level <= p.Most; level++ {
			all = append(all, level)
		}
	}
	return all
}

// Most returns the number of levels, which is the highest level.
func (o offer) Most() int { return len(o.Levels()) }

// LevelWord returns a word that describes a level.
func (v *visitor) LevelWord(level int) string {
	switch level {
	case 1:
		return v.Say("for beginners")
	case 2:
		return v.Say("very easy")
	case 3:
		return v.Say("easy")
	case 4:
		return v.Say("moderate")
	case 5:
		return v.Say("demanding")
	case 6:
		return v.Say("strong")
	case 7:
		return v.Say("very strong")
	}
	return v.Say("the strongest")
}

// SeeksPeople reports whether the visitor may look for people to play with.
func (v *visitor) SeeksPeople() bool {
	return v.Local() || v.SignedIn() || v.site.service.Guests.Allow(bot.GuestsTogether)
}

// Length describes how long a game of a variant takes, judged by the number of men.
func (v *visitor) Length(of pages.VariantView) string {
	switch {
	case of.Men <= 48:
		return v.Say("short")
	case of.Men <= 128:
		return v.Say("medium length")
	}
	return v.Say("long")
}

// Difficulty describes how much there is to learn for a variant, judged by the number of kinds of
// men.
func (v *visitor) Difficulty(of pages.VariantView) string {
	switch {
	case of.Sorts <= 8:
		return v.Say("easy to learn")
	case of.Sorts <= 14:
		return v.Say("takes some learning")
	}
	return v.Say("for experts")
}

// maxThumbnails is the size of the cache of thumbnails, since an operator can add any number of
// games.
const maxThumbnails = 64

// thumbnails caches the pictures of start positions by the ID of the game.
var thumbnails = func() *lru.Cache[string, *file] {
	all, err := lru.New[string, *file](maxThumbnails)
	if err != nil {
		panic(err) // only a size of zero or less fails
	}
	return all
}()

// thumbnailOf returns the picture of the start position of the game with an ID.
func thumbnailOf(id string) (*file, error) {
	if known, ok := thumbnails.Get(id); ok {
		return known, nil
	}
	picture, err := board.FindThumbnail(id)
	if err != nil {
		return nil, err
	}
	f := newFile(picture, kindOf(".svg"))
	thumbnails.Add(id, f)
	return f, nil
}

// Thumbnail returns the URL of the picture of a game's start position, or "" if there is none.
func (v *visitor) Thumbnail(id string) template.URL {
	f, err := thumbnailOf(id)
	if err != nil {
		return ""
	}
	return template.URL("/start/" + url.PathEscape(id) + ".svg?v=" + f.hash)
}

// gameThumbnail serves a small picture of a position of a game.
func (s *Site) gameThumbnail(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, done, ok := s.requestedUncached(w, r, v)
	defer done()
	if !ok {
		return
	}
	layout, err := layouts.of(a.view.Scene.Position.Variant().ID())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.share(w, r, v, a.view.Log, kindOf(".svg"), board.Thumbnail(layout.Layout, a.moment.Position()))
}

// thumbnail serves the picture of a game's start position.
func (s *Site) thumbnail(w http.ResponseWriter, r *http.Request) {
	id, ok := strings.CutSuffix(r.PathValue("variant"), ".svg")
	f, err := thumbnailOf(id)
	if !ok || err != nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	f.serve(w, r)
}
