package rules

import (
	"regexp"
	"strings"
	"time"
	"unicode"
)

// maxRecord is the greatest size of a record, in bytes.
const maxRecord = 4 << 20

var (
	tagLine    = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9]*)\s+"((?:[^"\\\n]|\\[\\"n])*)"\s*\]`)
	moveNumber = regexp.MustCompile(`^[0-9]+(?:\.+|…|$)`)
	glyph      = regexp.MustCompile(`^\$[0-9]+$`) // a numeric annotation glyph, such as $1 for a good move
	// curlyTag matches a tag whose value stands in typographic quotes.
	curlyTag = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9]*)\s+["“”„«»]([^"“”„«»\]\n]*)["“”„«»]\s*\]`)
	timeMark = regexp.MustCompile(`^\[%at ([^\]]*)\]$`)
)

// ReadRecord parses a record and replays it. Moves may be written as players type them,
// without spaces. The error says where parsing failed.
func ReadRecord(text string) (*Record, error) {
	return ReadRecordWith(text, func(name, _ string) (*Variant, error) { return Find(name) })
}

// ReadRecordWith is ReadRecord with another function that looks up the game, by its ID and by the
// text of its file if the record has one in the tag Rules.
func ReadRecordWith(text string, find func(id, file string) (*Variant, error)) (*Record, error) {
	if len(text) > maxRecord {
		return nil, recordError("a record of %d bytes is too long; the most is %d", len(text), maxRecord)
	}
	r := &Record{Result: Unknown}
	rest, variant, position, err := r.readTags(text)
	if err != nil {
		return nil, err
	}
	if variant == "" {
		return nil, recordError(`a record begins with the tag of its game, such as [Variant "stockschach216"]`)
	}
	if r.Variant, err = find(variant, r.Tag(RulesTag)); err != nil {
		return nil, recordError("tag Variant: there is no variant %s; choose one of: %s", quoted(variant), variantNames())
	}
	r.Start = r.Variant.Start()
	if position != "" {
		if r.Start, err = ReadPosition(r.Variant, position); err != nil {
			return nil, recordError("tag Position: %s", err.Error())
		}
	}
	return r, r.readMoves(rest)
}

// RulesTag is the tag that holds the text of the game's file. Records have it if not every program
// knows the game.
const RulesTag = "Rules"

// readTags parses the tags, and returns the remaining text and the tags Variant and Position.
func (r *Record) readTags(text string) (rest, variant, position string, err error) {
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		found := tagLine.FindStringSubmatch(text)
		if found == nil {
			found = curlyTag.FindStringSubmatch(text)
		}
		if found == nil {
			return text, variant, position, nil
		}
		text = text[len(found[0]):]
		name, value := found[1], unescape(found[2])
		switch strings.ToLower(name) {
		case "variant":
			variant = value
		case "position":
			position = value
		case "fen":
			return "", "", "", recordError("the tag FEN holds a position on a flat board, and there is none here; a position of this game stands in the tag Position")
		case "result":
			if r.Result, err = readResult(value); err != nil {
				return "", "", "", err
			}
		default:
			r.Tags = append(r.Tags, Tag{name, value})
		}
	}
}

func readResult(text string) (Result, error) {
	switch result := Result(typeset.Replace(text)); result {
	case WhiteWins, BlackWins, Drawn, Unknown:
		return result, nil
	case "1/2":
		return Drawn, nil
	}
	return "", recordError("%s is no result; it is 1-0, 0-1, 1/2-1/2 or *", quoted(text))
}

// typeset replaces the signs that word processors put in place of those of records.
var typeset = strings.NewReplacer("½", "1/2", "–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-")

// unescape reverses the escaping of tags and comments.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			i++
			if c = text[i]; c == 'n' {
				c = '\n'
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// readMoves parses the numbered moves with comments, up to the result. It skips variations.
func (r *Record) readMoves(text string) error {
	g := NewGameFrom(r.Start)
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return nil
		}
		switch text[0] {
		case '{':
			end := commentEnd(text)
			if end < 0 {
				return recordError("a comment of the record has no closing brace")
			}
			if err := r.addComment(text[1:end]); err != nil {
				return err
			}
			text = text[end+1:]
			continue
		case '(':
			end := variationEnd(text)
			if end < 0 {
				return recordError("a variation of the record has no closing bracket")
			}
			text = text[end+1:]
			continue
		}
		word := text
		if end := strings.IndexFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == '{' }); end >= 0 {
			word = text[:end]
		}
		text = text[len(word):]
		if result, err := readResult(word); err == nil {
			return r.finish(result, text)
		}
		word = word[len(moveNumber.FindString(word)):]
		if word == "" || glyph.MatchString(word) {
			continue
		}
		if err := r.addMove(g, word); err != nil {
			return err
		}
	}
}

// variationEnd returns the index where the variation at the beginning of text ends. It may contain
// comments and other variations.
func variationEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			end := commentEnd(text[i:])
			if end < 0 {
				return -1
			}
			i += end
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// commentEnd returns the index where the comment at the beginning of text ends.
func commentEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '}':
			return i
		}
	}
	return -1
}

// addMove plays a move and adds it to the record.
func (r *Record) addMove(g *Game, word string) error {
	m, err := g.Position().ReadMove(word)
	if err == nil {
		err = g.Play(m)
	}
	if err != nil {
		return moveOf(err, len(r.Moves)+1, quoted(word))
	}
	r.Moves = append(r.Moves, RecordMove{Move: m})
	return nil
}

// addComment adds a comment, or the time, to the last move. A comment before the first move is one
// on the game.
func (r *Record) addComment(text string) error {
	found := timeMark.FindStringSubmatch(text)
	if found == nil || len(r.Moves) == 0 {
		to := &r.Comment
		if len(r.Moves) > 0 {
			to = &r.Moves[len(r.Moves)-1].Comment
		}
		*to = unescape(text)
		return nil
	}
	last := &r.Moves[len(r.Moves)-1]
	at, err := time.Parse(time.RFC3339, found[1])
	if err != nil {
		return recordError("%s is no time: write it as 2026-11-21T10:00:00Z", quoted(found[1]))
	}
	last.At = at.UTC()
	return nil
}

// finish compares the result after the moves with that of the tag.
func (r *Record) finish(result Result, rest string) error {
	if strings.TrimSpace(rest) != "" {
		return recordError("something follows the result of the record: %s", quoted(strings.TrimSpace(rest)))
	}
	if r.Result != Unknown && result != r.Result {
		return recordError("the record ends in %s, but its tag says %s", result, r.Result)
	}
	r.Result = result
	return nil
}
