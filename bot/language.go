package bot

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"raumbot/bot/phrase"
)

// localeFiles hold a folder for each language other than English.
//
//go:embed locale
var localeFiles embed.FS

// english is the language in which everything is written first.
const english = "en"

// languageNames are the languages as their speakers call them, by their codes.
var languageNames = map[string]string{english: "English", "de": "Deutsch"}

// languageWords are the choices of a language in a command.
var languageWords = []string{"english", "deutsch"}

// languageCode returns the code of one of languageWords.
func languageCode(word string) string {
	for code, name := range languageNames {
		if strings.EqualFold(name, word) {
			return code
		}
	}
	return ""
}

// mustReadLanguages reads what the program carries with it.
func mustReadLanguages() map[string]phrase.Language {
	all := map[string]phrase.Language{english: {Code: english}}
	folders, err := localeFiles.ReadDir("locale")
	for _, folder := range folders {
		var files fs.FS
		if files, err = fs.Sub(localeFiles, "locale/"+folder.Name()); err != nil {
			break
		}
		if all[folder.Name()], err = phrase.Read(files, folder.Name()); err != nil {
			break
		}
	}
	if err != nil {
		panic(err) // a fault of the build, which the tests meet first
	}
	return all
}

// languages are the languages of the program, by their codes.
var languages = sync.OnceValue(mustReadLanguages)

// Languages returns the codes of the languages that the bot speaks besides English: "de".
func Languages() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(languages())), func(code string) bool { return code == english })
}

// Render writes out the phrases of a text in a language as a platform names it ("de-AT"), in English
// if the bot does not speak it: for what adapters say themselves. Their translations are in bot/locale, too.
func Render(locale, text string) string { return languages()[spoken(locale)].Render(text) }

// Translate returns a text of the command table in a language as a platform
// names it ("de-AT"), in English if there is no translation.
func Translate(locale, text string) string { return languages()[spoken(locale)].Term(text) }

// spoken returns the code of the language that a locale of a platform means,
// empty if the bot does not speak it.
func spoken(locale string) string {
	base, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	base = strings.ToLower(base)
	if _, known := languages()[base]; known {
		return base
	}
	return ""
}

// askersLanguage returns the language of answers to the asker alone: what
// they prefer, else what their platform says of them, else that of the room.
func (c *call) askersLanguage() (string, error) {
	if code := c.askersOwn(); code != "" {
		return code, nil
	}
	return c.roomsLanguage()
}

// askersOwn returns the language of the asker wherever they are, empty if nothing is known of it.
func (c *call) askersOwn() string {
	return cmp.Or(c.me.Language, spoken(c.request.Locale), spoken(c.me.Locale))
}

// languageAround returns the language in which to write to somebody of whom nothing is known, such as one who
// has never spoken: that of the place where it is said, in private that of the asker.
func (c *call) languageAround() (string, error) {
	if c.request.Room == (RoomID{}) {
		return c.askersLanguage()
	}
	return c.roomsLanguage()
}

// roomsLanguage returns the language of the room where the asker speaks.
func (c *call) roomsLanguage() (string, error) {
	here, err := c.decidedHere()
	return here.language(), err
}

// decidedHere returns what holds where the asker speaks.
func (c *call) decidedHere() (Room, error) {
	here, err := decided(c.tx, c.request.places())
	here.Locale = cmp.Or(c.request.RoomLocale, here.Locale) // what is remembered may be out of date
	return here, err
}

// language returns the language of a room: what its organisers have decided, else what
// the platform says of it.
func (r Room) language() string { return cmp.Or(r.Language, spoken(r.Locale)) }

// rememberLocale keeps what the platform says of the language of a room and of the place around it, so that
// what is said there without anybody's asking is in that language, too.
func (c *call) rememberLocale() error {
	locale := c.request.RoomLocale
	if locale == "" {
		return nil
	}
	for _, place := range c.request.places() {
		r, err := c.tx.Room(place)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if r.Locale == locale {
			continue
		}
		r.ID, r.Locale = place, locale
		if err := c.tx.PutRoom(r); err != nil {
			return err
		}
	}
	return nil
}

// render writes a message out in its language.
func (s *Service) render(m *Message) {
	l := s.languages[m.Language]
	m.Text, m.Title = l.Render(m.Text), l.Render(m.Title)
	m.Buttons = renderButtons(l, m.Buttons)
	if m.Menu != nil {
		m.Menu = &Menu{Prompt: l.Render(m.Menu.Prompt), Options: renderButtons(l, m.Menu.Options)}
	}
	if m.File != nil {
		m.File = &File{Name: m.File.Name, Text: l.Render(m.File.Text)}
	}
}

// renderButtons returns buttons with their labels in a language.
func renderButtons(l phrase.Language, buttons []Button) []Button {
	var all []Button
	for _, b := range buttons {
		all = append(all, Button{Label: l.Render(b.Label), Command: b.Command})
	}
	return all
}

// Language returns the code of the language in which whoever makes a request is answered, empty if
// nothing is known of it: for what an adapter says itself.
func (s *Service) Language(ctx context.Context, r Request) (code string, err error) {
	return s.answered(ctx, &call{request: r})
}

// answered returns the language of answers to a call that has no transaction any more.
func (s *Service) answered(ctx context.Context, c *call) (code string, err error) {
	err = s.store.View(ctx, func(tx Tx) (err error) {
		c.tx = tx
		if c.me, err = tx.PlayerOf(c.request.From.UserID); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		code, err = c.askersLanguage()
		return err
	})
	return code, err
}

// renderProblem writes a problem out in the language of whoever has it.
func (s *Service) renderProblem(ctx context.Context, c *call, p *Problem) *Problem {
	code := spoken(c.request.Locale)
	if p.Kind != Internal { // else the store may be what is broken
		if known, err := s.answered(ctx, c); err == nil {
			code = known
		} else {
			s.log.Debug("no language", "err", err) // English does
		}
	}
	l := s.languages[code]
	return &Problem{Kind: p.Kind, Text: l.Render(p.Text), Buttons: renderButtons(l, p.Buttons), Language: code}
}

// plainSpeech takes from a request what would be taken for the marks of a phrase.
func (r Request) plainSpeech() Request {
	r.Text = phrase.Plain(r.Text)
	if r.Params != nil { // the caller's map stays as it is
		params := make(map[string]string, len(r.Params))
		for name, value := range r.Params {
			params[name] = phrase.Plain(value)
		}
		r.Params = params
	}
	return r
}
