package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/adapters/web/board"
	"raumbot/render"
)

// The men are drawn by package render, as in the pictures in chats. Pages place them by CSS
// classes, since the Content-Security-Policy forbids inline styles.

// themes are the themes of the web by name.
var themes = map[string]render.Theme{"light": render.Light, "dark": render.Dark, "contrast": render.HighContrast}

// otherThemes are the themes besides the light one, each with its media query. For pictures, the
// first that matches is used.
var otherThemes = []otherTheme{{"contrast", "(prefers-contrast: more)"}, {"dark", "(prefers-color-scheme: dark)"}}

type otherTheme struct{ Name, Media string }

// Themes returns the themes of a page's pictures besides the light one.
func (v *visitor) Themes() []otherTheme { return otherThemes }

// menFiles caches the files of games' men, by path.
var menFiles = func() *lru.Cache[string, *file] {
	all, err := lru.New[string, *file](maxMenFiles)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return all
}()

// maxMenFiles is the size of the cache in files, of some tens of kilobytes each.
const maxMenFiles = 200

// menStyles returns the style sheets that place a game's men.
func menStyles(variant string) (all []style) {
	for _, t := range []struct{ theme, media string }{
		// The last that matches is used.
		{"light", "(prefers-color-scheme: light)"},
		{"dark", "(prefers-color-scheme: dark)"},
		{"contrast", "(prefers-contrast: more)"},
	} {
		if f, err := menFile(variant, t.theme+".css"); err == nil {
			all = append(all, style{template.URL(menPath(variant, t.theme+".css", f.hash)), t.theme, t.media})
		}
	}
	return all
}

// menPath returns the address of a file of a game's men.
func menPath(variant, name, hash string) string {
	return "/men/" + url.PathEscape(variant) + "/" + name + "?v=" + hash
}

// men serves the pictures of a game's men, the style sheets that place them, and the index for
// scripts.
func (s *Site) men(w http.ResponseWriter, r *http.Request) {
	f, err := menFile(r.PathValue("variant"), r.PathValue("file"))
	if err != nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	f.serve(w, r)
}

// menFile returns a file of a game's men: THEME.css, THEME.json or THEME-SHEET.png.
func menFile(variant, name string) (*file, error) {
	key := variant + "/" + name
	if f, ok := menFiles.Get(key); ok {
		return f, nil
	}
	base, kind, _ := strings.Cut(name, ".")
	themeName, sheetName, isSheet := strings.Cut(base, "-")
	theme, ok := themes[themeName]
	if !ok {
		return nil, fmt.Errorf("there is no theme %.20q", themeName)
	}
	atlas, err := board.FindAtlas(variant, theme)
	if err != nil {
		return nil, err
	}
	var f *file
	switch {
	case isSheet && kind == "png" && atlas.Sheet(sheetName) != nil:
		f = newFile(atlas.Sheet(sheetName).PNG, kindOf(".png"))
		f.hash = atlas.Sheet(sheetName).Hash
	case !isSheet && kind == "css":
		layout, err := layouts.of(variant)
		if err != nil {
			return nil, err
		}
		f = newFile([]byte(menCSS(atlas, variant, themeName, len(layout.Kinds))), kindOf(".css"))
	case !isSheet && kind == "json":
		f, err = jsonFile(atlas.Index(func(sheet, hash string) string { return menPath(variant, themeName+"-"+sheet+".png", hash) }))
		if err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("there is no %.20q", name)
	}
	menFiles.Add(key, f)
	return f, nil
}

// menCSS returns the style sheet that places the men. It uses the small forms on the small levels
// and the full forms on the large level.
func menCSS(a *board.Atlas, variant, theme string, kinds int) string {
	var b strings.Builder
	for _, at := range []struct{ scope, sheet string }{{"", "page-small"}, {".large ", "page"}} {
		s := a.Sheet(at.sheet)
		fmt.Fprintf(&b, "%s.man{background:url(\"%s\") no-repeat;background-size:%s %s}\n", at.scope,
			menPath(variant, theme+"-"+at.sheet+".png", s.Hash), percent(s.Width, s.Tile), percent(s.Height, s.Tile))
		for kind := 1; kind <= kinds; kind++ {
			for side, name := range []string{"w", "b"} {
				x, y := s.At(kind, side, false)
				fmt.Fprintf(&b, "%s.k%d.%s{background-position:%s %s}\n", at.scope, kind, name, percent(x, s.Width-s.Tile), percent(y, s.Height-s.Tile))
			}
		}
	}
	return b.String()
}

func percent(part, whole int) string {
	if whole == 0 {
		return "0%"
	}
	return fmt.Sprintf("%.3f%%", 100*float64(part)/float64(whole))
}
