package bot

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// Lookalike returns a key that is equal for names that look alike at a glance: they differ in
// letters of another script or width, in marks, or by a suffix in parentheses that could be a
// handle. The key is not meant to be shown. Letters are compared by Unicode's UTS #39, section 4,
// regardless of case, and I, i and l are equal.
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

// PosesAs reports whether a name looks like one that the bot itself uses: that of the computer, or
// of a forgotten player.
func PosesAs(name string) bool {
	look := Lookalike(name)
	return strings.HasPrefix(look, computerLook) || look == nobodyLook
}

var computerLook, nobodyLook = Lookalike("Computer"), Lookalike(NobodyName)
