package command

import (
	"regexp"
	"slices"
	"strings"
)

// moveLike matches a cell's name that is not part of another word, as in
// "ve2-ve4", "SBK we3" and "wd1xwd3", or castling such as "O-O".
var moveLike = regexp.MustCompile(`(?i)(^|[^a-z0-9]|[0-9]x?)[a-z]{1,2}[0-9]($|[^a-z0-9]|x?[a-z]{1,2}[0-9])|^[o0](-[o0]){1,2}\b`)

// castling matches a wish to castle that need not name a cell.
var castling = regexp.MustCompile(`(?i)^castl(e|es|ing)\b.{0,30}$`)

// looksLikeMove reports whether a text may be a move.
func looksLikeMove(text string) bool {
	return len(text) <= 100 && moveLike.MatchString(text)
}

// withOffer matches a move followed by a draw offer: "ab2-ab3 draw", "ab2-ab3, draw?", "1 ab2-ab3 and I offer a draw", "ab2-ab3 (=)".
var withOffer = regexp.MustCompile(`(?i)^((?:[a-z]+ )?(?:#?[1-9][0-9]{0,9}[.:,)]? )?[^ ,;]*[a-z]{1,2}[0-9](?:=[a-z]{3})?[+#]?[!?]?)(?:[ ,;.]+(?:(?:and|with|und|mit)? ?(?:(?:i|ich) )?(?:(?:offer|offering|biete)(?:s| you)? )?(?:(?:a|an|ein|einem) )?(?:draw|remis)(?: offer| angebot|angebot| an)?)|[ ]?\(=\))[?!.]*$`)

// moveWithOffer returns the command for a move with a draw offer, and false if a text is none.
func moveWithOffer(text string) (string, bool) {
	found := withOffer.FindStringSubmatch(text)
	if found == nil || !looksLikeMove(found[1]) {
		return "", false
	}
	move := found[1]
	switch word, _ := cutWord(strings.ToLower(move)); {
	case word == "move" || word == "play" || word == "m":
	case slices.Contains([]string{"draw", "claim", "try", "if", "plan", "moves", "pick"}, word):
		return "", false
	default:
		move = "move " + move
	}
	return move + " draw", true
}
