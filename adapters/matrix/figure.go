package matrix

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// A figure is a small picture of a man before the words of a text that name it. Figures are shown
// if the operator wants them, and only in rooms without encryption: the picture itself cannot be
// encrypted, and whoever serves it would learn from the requests which game is played. The text
// reads the same without them, so no message waits for a figure: those that a message lacks are
// uploaded afterwards.

const (
	figureSize   = 96 // pixels of a picture, enough for dense screens
	figureHeight = 32 // pixels of the text that it takes
	// maxFigures is how many figures a message shows. An event may have 64 KB.
	maxFigures = 50
	// maxFigureName is the greatest length of the name of a look.
	maxFigureName = 32
	// figureSpacing is the pause between two requests for figures, so that they leave enough of the
	// homeserver's limits to the pictures of boards.
	figureSpacing = time.Second
	// figurePause is the pause after a failure.
	figurePause = time.Minute
	// figureLife is how long it is taken for granted that the homeserver still has a picture.
	figureLife = 24 * time.Hour
)

// figures knows the pictures of men that the homeserver has, and uploads others.
type figures struct {
	s    *session
	wake chan struct{} // holds a value if there are looks to upload or to check

	mu     sync.Mutex
	looks  map[render.ManOf]*render.DrawnMan // nil until the memos have been read
	urls   map[string]id.ContentURIString    // by the name of the look
	known  map[string]time.Time              // when the homeserver was last known to have the picture
	wanted []*render.DrawnMan
}

func newFigures(s *session) *figures {
	return &figures{s: s, wake: make(chan struct{}, 1), urls: map[string]id.ContentURIString{}, known: map[string]time.Time{}}
}

// key returns the prefix of the memos with the figures that the account has uploaded. Another
// account uploads its own, because its homeserver may be another one.
func (f *figures) key() string { return figureMemo + string(f.s.api.UserID) + "/" }

// keep uploads and checks figures that texts want, until ctx ends or the homeserver refuses them.
func (f *figures) keep(ctx context.Context) {
	for err := f.read(ctx); err != nil && ctx.Err() == nil; err = f.read(ctx) {
		f.s.log.Debug("cannot read which figures are uploaded", "err", err)
		sleep(ctx, figurePause)
	}
	for {
		look := f.next(ctx)
		if look == nil {
			return
		}
		err := f.provide(ctx, look)
		pause := figureSpacing
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return
		case errors.Is(err, mautrix.MLimitExceeded):
			pause = max(pause, retryAfter(err))
			f.want(look)
		case refused(err):
			f.s.log.Warn("the homeserver refuses pictures of men; texts only name them until the next start", "err", err)
			f.mu.Lock()
			f.looks = nil
			f.mu.Unlock()
			return
		default:
			f.s.log.Debug("a picture of a man could not be uploaded; this is tried again", "man", look.Name, "err", err)
			pause = figurePause
			f.want(look)
		}
		sleep(ctx, pause)
	}
}

// refused reports whether an error is the homeserver's refusal to accept a file, and not that the
// bot has to log in again or to wait.
func refused(err error) bool {
	var answer mautrix.HTTPError
	return errors.Is(err, errUploadRefused) || errors.As(err, &answer) && !answer.IsStatus(http.StatusUnauthorized) && !transient(err)
}

// read finds out which figures the account has uploaded.
func (f *figures) read(ctx context.Context) error {
	keys, err := f.s.service.Kept(ctx, Platform, f.key(), 0)
	if err != nil {
		return err
	}
	urls := map[string]id.ContentURIString{}
	for _, key := range keys {
		value, err := f.s.service.Recall(ctx, Platform, key)
		if err != nil {
			return err
		}
		url, _, _ := strings.Cut(string(value), " ")
		urls[strings.TrimPrefix(key, f.key())] = id.ContentURIString(url)
	}
	looks := render.LooksOf(render.DrawnMen(maxFigureName))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looks, f.urls = looks, urls
	return nil
}

// next waits until a look is wanted and returns it, or nil when ctx ends.
func (f *figures) next(ctx context.Context) *render.DrawnMan {
	for {
		f.mu.Lock()
		if len(f.wanted) > 0 {
			look := f.wanted[0]
			f.wanted = f.wanted[1:]
			f.mu.Unlock()
			return look
		}
		f.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil
		case <-f.wake:
		}
	}
}

// want has looks uploaded or checked that are not known to be at the homeserver.
func (f *figures) want(looks ...*render.DrawnMan) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, look := range looks {
		if time.Since(f.known[look.Name]) > figureLife && !slices.Contains(f.wanted, look) {
			f.wanted = append(f.wanted, look)
		}
	}
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// provide makes sure that the homeserver has the picture of a look as it is drawn now.
func (f *figures) provide(ctx context.Context, look *render.DrawnMan) error {
	data, err := look.PNG(figureSize)
	if err != nil {
		return err
	}
	value, err := f.s.service.Recall(ctx, Platform, f.key()+look.Name)
	if err != nil {
		return err
	}
	url, drawn, _ := strings.Cut(string(value), " ")
	digest := fmt.Sprintf("%x", sha256.Sum256(data))
	there := false
	if drawn == digest {
		if there, err = f.s.serves(ctx, id.ContentURIString(url)); err != nil {
			return err
		}
	}
	if !there {
		f.set(look, "")
		up, err := f.s.uploadNow(ctx, data, "image/png", false)
		if err != nil {
			return err
		}
		url = string(up.url)
		if err := f.s.service.Keep(ctx, Platform, f.key()+look.Name, []byte(url+" "+digest)); err != nil {
			return err
		}
	}
	f.set(look, id.ContentURIString(url))
	return nil
}

// set notes where the picture of a look is; nowhere if url is empty.
func (f *figures) set(look *render.DrawnMan, url id.ContentURIString) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.urls[look.Name] = url; url != "" {
		f.known[look.Name] = time.Now()
	}
}

// serves reports whether the homeserver still has a file of its own.
func (s *session) serves(ctx context.Context, url id.ContentURIString) (bool, error) {
	uri, err := url.Parse()
	if err != nil || uri.IsEmpty() {
		return false, nil
	}
	response, err := s.api.Download(ctx, uri)
	if response != nil && response.Body != nil {
		defer response.Body.Close()
	}
	var answer mautrix.HTTPError
	switch {
	case errors.Is(err, mautrix.MNotFound), errors.As(err, &answer) && answer.IsStatus(http.StatusNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	return response.StatusCode == http.StatusOK, nil
}

// in returns the figures for the men that a message and its menu name, in the order of the text. It
// returns none if some of them are not uploaded yet, so that a list does not have gaps.
func (f *figures) in(m bot.RenderedMessage) []figure {
	if f == nil {
		return nil
	}
	men := slices.Clone(m.Men)
	if m.Menu != nil {
		for _, o := range m.Menu.Options {
			if o.Man != (render.ManOf{}) && o.Detail == "" {
				men = append(men, bot.NamedManOf[string]{Words: o.Label, Man: o.Man})
			}
		}
	}
	var all []figure
	var looks []*render.DrawnMan // of the men, then of all others of their games, for the next texts
	games := map[string]bool{}
	f.mu.Lock()
	lacking := false
	for _, named := range men[:min(len(men), maxFigures)] {
		look := f.looks[named.Man]
		if look == nil {
			continue // the game is that of one place
		}
		looks = append(looks, look)
		games[named.Man.Variant] = true
		url := f.urls[look.Name]
		lacking = lacking || url == ""
		all = append(all, figure{html.EscapeString(named.Words), fmt.Sprintf(`<img data-mx-emoticon src="%s" alt="" title="%s" height="%d">`,
			html.EscapeString(string(url)), html.EscapeString(locale.Render(m.Language, phrase.Term(look.Title()))), figureHeight)})
	}
	for man, look := range f.looks {
		if games[man.Variant] {
			looks = append(looks, look)
		}
	}
	f.mu.Unlock()
	f.want(looks...)
	if lacking {
		return nil
	}
	return all
}

// figure is a picture to show in a text.
type figure struct {
	words string // the words before which it stands, in HTML
	image string // in HTML
}

// put shows the figures in a part of a text in HTML, and removes them from those left to show.
func put(left *[]figure, text string) string {
	if left == nil {
		return text
	}
	var out strings.Builder
	*left = slices.DeleteFunc(*left, func(f figure) bool {
		at := indexWords(text, f.words)
		if at < 0 {
			return false
		}
		end := at + len(f.words)
		out.WriteString(text[:at] + f.image + " " + text[at:end])
		text = text[end:]
		return true
	})
	return out.String() + text
}

// indexWords returns where whole words begin in a text, or -1.
func indexWords(text, words string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 || words == "" {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		if !wordRune(before) && !wordRune(after) {
			return at
		}
		from = at + len(words)
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
