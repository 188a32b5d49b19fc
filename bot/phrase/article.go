package phrase

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// articlesFile is the file of a language with the forms of its definite article. Each line has the
// forms in the order of the cases, "=", and the nouns that take them. The first line names the
// cases by its own forms, and applies to all nouns that are not listed. After "oblique" come the
// nouns that change in all cases but the first: "Bauer/Bauern". A line that begins with "adjective"
// has forms of the article and the endings of an adjective behind them.
const articlesFile = "articles.txt"

// articles are the forms of a language's definite article.
type articles struct {
	usual   []string
	nouns   map[string][]string // the forms that a noun takes instead
	oblique map[string]string   // nouns that change in all cases but the first
	endings map[string][]string // of an adjective behind the article, by its forms
}

// readArticles reads the lines of articlesFile.
func readArticles(lines string) articles {
	a := articles{nouns: map[string][]string{}, oblique: map[string]string{}, endings: map[string][]string{}}
	for _, line := range strings.Split(lines, "\n") {
		forms, nouns, ok := strings.Cut(line, " = ")
		switch {
		case strings.HasPrefix(line, "#"):
		case a.usual == nil && line != "":
			a.usual = strings.Fields(line)
		case forms == "oblique":
			for _, pair := range strings.Fields(nouns) {
				noun, changed, _ := strings.Cut(pair, "/")
				a.oblique[noun] = changed
			}
		case ok && strings.HasPrefix(forms, "adjective "):
			a.endings[strings.TrimPrefix(forms, "adjective ")] = strings.Fields(nouns)
		case ok:
			for _, noun := range strings.Fields(nouns) {
				a.nouns[noun] = strings.Fields(forms)
			}
		}
	}
	return a
}

// articled matches an article that has to agree with the argument behind it, which may have the
// stem of an adjective between them, and any other verb.
var articled = regexp.MustCompile(`(?:(\p{L}+)~(?:(\p{L}+)~)?)?%(?:%|(?:\[([0-9]+)\])?[sd])`)

// put inserts the articles into a format, in forms that agree with its arguments. Nouns that the
// case changes are added to the arguments, because the format may use the unchanged ones elsewhere.
func (a articles) put(format string, args []any) (string, []any) {
	if !strings.Contains(format, "~%") {
		return format, args
	}
	next, given := 0, len(args)
	format = articled.ReplaceAllStringFunc(format, func(found string) string {
		parts := articled.FindStringSubmatch(found)
		if strings.HasSuffix(found, "%%") {
			return found
		}
		at := next
		if n, err := strconv.Atoi(parts[3]); err == nil {
			at = n - 1
		}
		next = at + 1
		if at < 0 || at >= given {
			return found
		}
		verb := func(at int) string { return fmt.Sprintf("%%[%d]%s", at+1, found[len(found)-1:]) }
		form := slices.Index(a.usual, strings.ToLower(parts[1]))
		if form < 0 {
			return found[:strings.LastIndex(found, "%")] + verb(at)
		}
		articles := a.usual
		noun, _ := args[at].(string)
		if forms := a.nouns[leading(noun)]; len(forms) == len(a.usual) {
			articles = forms
		}
		article := articles[form]
		if changed := a.oblique[leading(noun)]; changed != "" && form > 0 {
			args = append(args, changed+strings.TrimPrefix(noun, leading(noun)))
			at = len(args) - 1
		}
		if parts[1] != strings.ToLower(parts[1]) {
			article = upper(article)
		}
		if endings := a.endings[strings.Join(articles, " ")]; parts[2] != "" && form < len(endings) {
			article += " " + parts[2] + endings[form]
		}
		return article + " " + verb(at)
	})
	return format, args
}

// leading returns the word of a name that determines its article: the first one, as in "Stockbroker
// von Satz 3".
func leading(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return word
}
