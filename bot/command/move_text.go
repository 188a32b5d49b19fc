package command

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"raumbot/bot/locale"
	"raumbot/rules"
)

// moveText is a move as it was written, in words that [rules.Position.ReadMove] understands.
type moveText struct {
	text   string
	offers bool // a draw is offered with it
	// cells means that the move names its cells of origin and arrival.
	cells bool
}

const (
	cellForm  = `[a-z]{1,2}[0-9]{1,2}`
	separator = `(?:\s*(?:-+>?|=>|→|⇒|[:/>x×])\s*|\s+(?:to|nach|auf|takes|captures|x|schlägt)\s+|\s*)`
	nameWords = `\pL+?(?:\s(?:of|sets?|and|\pL+|[0-9]))*?`
)

var (
	// onCells matches a move written by its cells, betweenNames one that names the piece, and
	// ofNames one that names the captured piece.
	onCells      = regexp.MustCompile(`^(x\s?)?` + cellForm + `(` + separator + cellForm + `){0,2}$`)
	betweenNames = worded(`^(`+nameWords+`)[\s:-]*(?:(?:x|takes|captures|to|nach|auf|schlägt)\s*)?(`+cellForm+`(?:`+separator+cellForm+`){0,2})$`, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	ofNames      = worded(`^(`+nameWords+`)\s*(?:x|takes|captures|schlägt)\s*(`+nameWords+`)$`, "x", "takes", "captures", "schlägt")
	castlingForm = worded(`^(?:(`+nameWords+`)\s+)??(?:[o0](?:-?[o0]){1,2}|castl(?:e|es|ing)|cathedral(?:s|ling)?|rochade|rochiere)((?:\s+(?:to|toward|towards|with|on|the|mit|nach|side|king|queen|kingside|queenside|short|long|kurz|lang|rook|`+cellForm+`|[a-z]{3}|[a-z]{1,2}))*)$`, "castl", "cathedral", "rochade", "rochiere", "oo", "o-o", "00", "0-0", "o0", "o-0", "0o", "0-o")

	promotionForm = worded(`\s*(?:[=/]\s*|\s\(?(?:promot(?:es|ed|e|ing|ion)|becomes|becoming|wird)(?:\s+(?:to|into|zu|zur|zum|ein|eine|an?))*\s+)(`+nameWords+`)\)?$`, "=", "/", "promot", "becom", "wird")
	noteForm      = worded(`\s*\(([^()]+)\)$`, ")")
	viaForm       = worded(`\s+(?:via|over|through|über)\s+`+cellForm+`$`, "via", "over", "through", "über")
	judgements    = regexp.MustCompile(`(?:\s*[+#!]+|\s+(?:check|checkmate|mate|schach|matt|schachmatt|ep|e\.p\.))+$`)
	germanCheck   = regexp.MustCompile(`(?i)\s+(?:schach|matt|schachmatt)([!+#\s]*)$`)

	// offerForm matches an offer of a draw after a move.
	offerForm = regexp.MustCompile(`(?i)(?:[\s,;.]+(?:(?:and|with|und|mit)\s+)?(?:(?:i|ich)\s+)?(?:(?:offer|offering|biete)\s+)?(?:(?:a|ein|einem)\s+)?(?:draw|remis)(?:\s?offer|\s?angebot|\s+an)?|\s*\(=\))[.!]?$`)
)

// readMoveText reads a move, with or without an offer of a draw. ok is false if the text is not a
// move. The position is not known, so a piece may be of any game.
func readMoveText(text string, games []*rules.Variant) (m moveText, ok bool) {
	if len(text) > 100 || !moveWord.MatchString(text) {
		return m, false
	}
	if at := offerForm.FindStringIndex(text); at != nil && at[0] > 0 {
		m.offers, text = true, strings.TrimRight(text[:at[0]], " ,;")
	}
	m.text = text
	bare := withoutJudgements(strings.ToLower(strings.TrimRight(text, ".")))
	if note := noteForm.find(bare); note != nil {
		if !moveNote.MatchString(note[1]) && !isPiece(note[1], games) {
			return m, false
		}
		bare = strings.TrimSuffix(bare, note[0])
	}
	if castles := castlingForm.find(bare); castles != nil && (castles[1] == "" || isPiece(castles[1], games)) {
		m.text = rochade.ReplaceAllString(m.text, "castle")
		return m, true
	}
	if becomes := promotionForm.find(bare); becomes != nil && isPiece(becomes[1], games) {
		bare = strings.TrimSuffix(bare, becomes[0])
	}
	bare = withoutJudgements(bare)
	if via := viaForm.find(bare); via != nil {
		bare = strings.TrimSuffix(bare, via[0])
	}
	if onCells.MatchString(bare) {
		m.cells = len(cellNames.FindAllString(bare, -1)) > 1
		m.text = inEnglish(m.text, games)
		return m, true
	}
	if parts := betweenNames.find(bare); parts != nil && isPiece(parts[1], games) {
		m.cells = len(cellNames.FindAllString(parts[2], -1)) > 1
		m.text = inEnglish(m.text, games)
		return m, true
	}
	if parts := ofNames.find(bare); parts != nil && isPiece(parts[1], games) && isPiece(parts[2], games) {
		m.text = inEnglish(m.text, games)
		return m, true
	}
	return m, false
}

// withoutJudgements cuts "+", "mate" and the like off the end of a move in small letters.
func withoutJudgements(move string) string {
	if move == "" || !strings.Contains("+#!kehtp.", move[len(move)-1:]) { // the last letters of all
		return move
	}
	return judgements.ReplaceAllString(move, "")
}

// wordedForm is a pattern, and words of which each text has one that the pattern matches. To look
// for the words first is much quicker, because most texts have none.
type wordedForm struct {
	pattern *regexp.Regexp
	words   []string
}

func worded(pattern string, words ...string) wordedForm {
	return wordedForm{regexp.MustCompile(pattern), words}
}

// find returns the match in a text and its groups, or nil if there is none.
func (f wordedForm) find(text string) []string {
	if !slices.ContainsFunc(f.words, func(w string) bool { return strings.Contains(text, w) }) {
		return nil
	}
	return f.pattern.FindStringSubmatch(text)
}

var (
	ofSet = regexp.MustCompile(`^of sets?\b`)
	// moveWord matches an element that every move has: the number of a cell, castling or a capture.
	moveWord  = regexp.MustCompile(`(?i)[0-9]|castl|cathedral|o-o|oo|roch|takes|captures|schlägt|x`)
	cellNames = regexp.MustCompile(cellForm)
	rochade   = regexp.MustCompile(`(?i)roch(?:ade|iere)`)
)

// pieceNames maps the names and codes of all pieces in lower case, including German ones, to their
// English names.
var pieceNames = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, v := range rules.Variants() {
		for _, k := range v.Kinds {
			english := strings.ToLower(k.Name)
			for _, name := range []string{english, english + "s", strings.ToLower(k.Code)} {
				all[name] = ""
			}
			for _, language := range locale.Languages() {
				for _, word := range []string{k.Name, k.Plural()} {
					name := strings.ToLower(locale.Translate(language, word))
					if _, known := all[name]; !known {
						all[name] = english
					}
				}
			}
		}
	}
	for letter := range strings.SplitSeq("kqrbnpu", "") { // as in orthodox notation
		all[letter] = ""
	}
	for name, english := range map[string]string{"pferd": "knight", "laeufer": "bishop", "koenig": "king", "turme": "rook", "horse": "knight"} {
		all[name] = english
	}
	return all
})

// KindsNamed returns the kinds of a game's pieces that a name or a code may mean, in English or in
// another language. It returns nil if there are none.
func KindsNamed(v *rules.Variant, name string) []rules.KindID {
	if kinds := v.KindsNamed(name); kinds != nil {
		return kinds
	}
	if english := pieceNames()[strings.ToLower(strings.TrimSpace(name))]; english != "" {
		return v.KindsNamed(english)
	}
	return nil
}

// isPiece reports whether words name a piece of any game, including this place's games.
func isPiece(name string, games []*rules.Variant) bool {
	if isPieceName(name) {
		return true
	}
	for _, v := range games {
		if v.KindsNamed(name) != nil {
			return true
		}
	}
	first, rest, _ := strings.Cut(name, " ")
	return ofSet.MatchString(rest) && isPieceName(first)
}

// isPieceName reports whether words are a name or a code of a piece of the games that are known
// everywhere.
func isPieceName(name string) bool {
	_, known := pieceNames()[strings.ToLower(strings.TrimSpace(name))]
	return known
}

var germanWords = regexp.MustCompile(`(?i)(\s)(?:nach|auf)(\s)`)
var germanTakes = regexp.MustCompile(`(?i)\sschlägt\s`)

// inEnglish returns a move with the names of pieces, and the words between cells, in English. It
// leaves other words as they are.
func inEnglish(text string, games []*rules.Variant) string {
	text = germanWords.ReplaceAllString(text, "${1}to${2}")
	text = germanTakes.ReplaceAllString(text, " takes ")
	text = germanCheck.ReplaceAllString(text, "$1")
	words := strings.Fields(text)
	for i, w := range words {
		if english := pieceNames()[strings.ToLower(w)]; english != "" {
			words[i] = english
		}
	}
	if changed := strings.Join(words, " "); strings.Join(strings.Fields(text), " ") != changed {
		return changed
	}
	return text
}

// looksLikeMove reports whether a text contains the name of a cell or castling.
func looksLikeMove(text string) bool {
	return len(text) <= 100 && (cellWord.MatchString(text) || castlingWord.MatchString(text))
}

var castlingWord = regexp.MustCompile(`(?i)^(?:[o0](-[o0]){1,2}\b|castl(e|es|ing)\b)`)

// FromTo reports whether a move is written by its cells of origin and arrival. Talk hardly ever has
// that form.
func FromTo(move string) bool {
	m, ok := readMoveText(strings.TrimRight(move, "?! "), nil)
	return ok && m.cells
}
