package console

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// pictureError is a phrase that tells users why there is no picture or file.
type pictureError phrase.Text

func (e pictureError) Error() string { return phrase.English(phrase.Text(e)) }

// pictureFile is a picture written to a file.
type pictureFile struct {
	path string
	png  []byte // nil for an animation
}

// picture draws the picture of a message and writes it to a file. The image is empty if there
// is no picture or it cannot be written.
func (c *Console) picture(ctx context.Context, m bot.RenderedMessage) (pictureFile, error) {
	if m.Drawing == nil {
		return pictureFile{}, nil
	}
	var png, data []byte
	var err error
	if m.Drawing.Film != nil {
		data, err = m.Drawing.GIF(ctx) // terminals show still pictures only
	} else {
		png, err = m.Drawing.PNG(ctx)
		data = png
	}
	if err != nil {
		return pictureFile{}, pictureError(phrase.Of("The picture cannot be drawn: %s.", err.Error()))
	}
	path := filepath.Join(c.options.Pictures, pictureName(*m.Picture))
	if err := os.MkdirAll(c.options.Pictures, 0o700); err != nil {
		return pictureFile{}, pictureError(phrase.Of("The folder for pictures cannot be created: %s. Name another with `--pictures`.", err.Error()))
	}
	// The file is replaced atomically, because a viewer may have it open.
	partial := path + ".part"
	if err := os.WriteFile(partial, data, 0o600); err != nil {
		return pictureFile{}, pictureError(phrase.Of("The picture cannot be written: %s. Name another folder with `--pictures`.", err.Error()))
	}
	if err := os.Rename(partial, path); err != nil {
		return pictureFile{}, pictureError(phrase.Of("The picture cannot be written: %s. Name another folder with `--pictures`.", err.Error()))
	}
	c.dropOldest(int64(len(data)))
	return pictureFile{path, png}, nil
}

// mostDrawn limits the size of the bot's pictures in the folder, in bytes: some hundred pictures.
const mostDrawn = 64 << 20

// ownPicture matches the names that pictureName gives to pictures of games and tournaments.
var ownPicture = regexp.MustCompile(`^(game-[0-9]+-[0-9]{3}|tournament-[0-9]+|analysis-[0-9]+)(-.*)?\.(png|gif)$`)

// dropOldest removes the oldest pictures of the bot, if there are too many after one of a given
// size has been written. Other files in the folder are left alone.
func (c *Console) dropOldest(size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drawn >= 0 && c.drawn+size <= mostDrawn {
		c.drawn += size
		return
	}
	entries, err := os.ReadDir(c.options.Pictures)
	if err != nil {
		return // the next picture tries again
	}
	var all []os.FileInfo
	c.drawn = 0
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && ownPicture.MatchString(e.Name()) {
			all = append(all, info)
			c.drawn += info.Size()
		}
	}
	if c.drawn <= mostDrawn {
		return
	}
	slices.SortFunc(all, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range all[:len(all)-1] { // the newest has just been announced
		if c.drawn <= mostDrawn/2 {
			return
		}
		if os.Remove(filepath.Join(c.options.Pictures, info.Name())) == nil {
			c.drawn -= info.Size()
		}
	}
}

// pictureName returns the file name for a picture: "game-7-012-ranks.png", "tournament-3.png", or
// "game-7-012-since-000.gif" for an animation.
func pictureName(p bot.Picture) string {
	parts := []string{"game", p.Game.String(), fmt.Sprintf("%03d", p.Ply)}
	switch {
	case p.Tournament != 0:
		parts = []string{"tournament", p.Tournament.String()}
	case p.Curve:
		parts = []string{"analysis", p.Game.String()}
	case p.Game == 0:
		parts = []string{p.Variant}
	}
	if p.Position != "" {
		parts = append(parts, fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(p.Position))))
	}
	parts = append(parts, lineName(p.Line), p.Instead, p.Piece, p.View, p.Level, p.Theme, p.Pieces, p.Chosen)
	if p.Side != 0 {
		parts = append(parts, "black")
	}
	var words []string
	for _, part := range parts {
		if part != "" {
			words = append(words, part)
		}
	}
	if p.Film {
		return fmt.Sprintf("%s-since-%03d.gif", strings.Join(words, "-"), p.Since)
	}
	return strings.Join(words, "-") + ".png"
}

// lineName returns the part of a file name for moves tried out, shortened if there are many.
func lineName(line []string) string {
	name := strings.Join(line, "-")
	if len(name) > 60 {
		return fmt.Sprintf("%s-and-%d-more-%08x", line[0], len(line)-1, crc32.ChecksumIEEE([]byte(name)))
	}
	return name
}

// Inline is a protocol by which terminals show pictures.
type Inline string

// The protocols. Most terminals support none.
const (
	NoInline Inline = ""
	ITerm2   Inline = "iterm2" // also WezTerm
	Kitty    Inline = "kitty"  // also Ghostty
)

// InlineOf detects from the environment which protocol the terminal supports.
func InlineOf(getenv func(string) string) Inline {
	switch {
	case getenv("KITTY_WINDOW_ID") != "" || getenv("TERM") == "xterm-kitty" || getenv("TERM_PROGRAM") == "ghostty":
		return Kitty
	case getenv("TERM_PROGRAM") == "iTerm.app" || getenv("TERM_PROGRAM") == "WezTerm":
		return ITerm2
	}
	return NoInline
}

// show shows a picture after its path has been printed. If the terminal cannot show pictures, show
// draws a board with letters in a conversation, and explains once how to read it and how to open
// files. The caller holds mu.
func (c *Console) show(m bot.RenderedMessage, i pictureFile) {
	if c.options.Inline != NoInline && i.png != nil {
		c.options.Inline.show(&c.out, i.png)
		return
	}
	if c.options.Speaker == "" {
		return
	}
	if scene := m.Drawing.Scene; scene != nil {
		board := render.Letters(*scene, cmp.Or(c.width(), boardWidth)-len(furtherLine))
		for line := range strings.SplitSeq(strings.TrimRight(board, "\n"), "\n") {
			c.out.WriteString(strings.TrimRight(furtherLine+line, " ") + "\n")
		}
	}
	if !c.hinted {
		c.hinted = true
		hint := phrase.Of("This terminal can't show pictures. To see one, open its file, for example with `%s`.", openCommand(runtime.GOOS, i.path))
		if m.Drawing.Scene != nil {
			hint = phrase.Compose(render.LetterKey) + " " + hint
		}
		c.write(furtherLine + printable(bot.Format(locale.Render(m.Language, hint), bot.Style{})))
	}
}

// boardWidth is the width of a board of letters where that of the terminal is not known.
const boardWidth = 80

// openCommand returns the command that opens a file on an operating system.
func openCommand(system, path string) string {
	program := map[string]string{"darwin": "open", "windows": "explorer"}[system]
	if program == "" {
		program = "xdg-open"
	}
	if strings.ContainsAny(path, " '\"$&;()*?[]{}|<>\\!#~") && system != "windows" {
		path = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return program + " " + path
}

// kittyChunk is the greatest size of a chunk in one escape sequence of kitty.
const kittyChunk = 4096

// show prints a picture by the protocol.
func (i Inline) show(out io.Writer, png []byte) {
	data := base64.StdEncoding.EncodeToString(png)
	switch i {
	case ITerm2:
		fmt.Fprintf(out, "\x1b]1337;File=inline=1;width=80%%;size=%d:%s\a\n", len(png), data)
	case Kitty:
		first := "a=T,f=100,"
		for data != "" {
			chunk := data[:min(len(data), kittyChunk)]
			data = data[len(chunk):]
			more := 0
			if data != "" {
				more = 1
			}
			fmt.Fprintf(out, "\x1b_G%sm=%d;%s\x1b\\", first, more, chunk)
			first = ""
		}
		fmt.Fprintln(out)
	}
}
