package bot

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// Lookalike returns what a name looks like at a glance: the same for names that a reader takes for each other, because
// they have letters of another script or width, other marks, or in parentheses behind them what could be a handle. It is not to be
// shown. Letters are confused as Unicode's UTS #39, section 4, tells, whatever their case, and I, i and l are one.
func Lookalike(name string) string {
	name = withoutMarks(norm.NFKD.String(withoutShapers(CleanName(name))))
	for strings.HasSuffix(name, ")") {
		before := strings.TrimSpace(name[:max(0, strings.LastIndexByte(name, '('))])
		if before == "" {
			break
		}
		name = before
	}
	name = strings.ToLower(confusable.Skeleton(name))
	return strings.ReplaceAll(strings.ToLower(withoutMarks(confusable.Skeleton(name))), "i", "l")
}

// withoutMarks removes the marks of decomposed letters.
func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
}

// PosesAs reports whether a name looks like what the bot itself calls somebody: the computer, or one who is forgotten.
func PosesAs(name string) bool {
	look := Lookalike(name)
	return strings.HasPrefix(look, computerLook) || look == nobodyLook
}

var computerLook, nobodyLook = Lookalike("Computer"), Lookalike(NobodyName)
