package service_test

//lint:file-ignore ST1018 what is seen of such characters is what is tested

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestCleanName checks that names are safe to show: never empty, and without invisible characters
// that make one look like another.
func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"alice": "alice", "  Bob \n the\t\u2003Builder ": "Bob the Builder", "\u202eevil\u202c": "evil", "`<@1>`": "'<@1>'",
		"": "someone", "   ": "someone", "\u200b\u2060": "someone",
		"\u3164": "someone", "\u2800\u2800": "someone", "\u115f\u1160": "someone", "\uffa0": "someone", "\U0001d159": "someone",
		"\U000e0041\U000e007f": "someone", "\u034f": "someone", "\ufe0f": "someone", "\u17b4\u17b5": "someone", "\u0301": "someone",
		"al\u3164ice": "alice", "al\ufe0fi\U000e0062ce": "alice", "\u3164 bob \u2800": "bob",
		"❤\ufe0f": "❤\ufe0f", "é": "é", "e\u0301": "e\u0301", "한글": "한글", "ヴィ": "ヴィ", "علي": "علي",
		"<b>Zoë</b> & <t>": "<b>Zoë</b> & <t>", "<t:7> <t:-7:R> <t:x>": "< t:7> < t:-7:R> <t:x>",
		// Joiners combine emojis and shape letters; elsewhere they are invisible.
		"👨‍👩‍👧‍👦": "👨‍👩‍👧‍👦", "🏳️‍🌈": "🏳️‍🌈", "👩🏽‍⚕️": "👩🏽‍⚕️", "❤️‍🔥": "❤️‍🔥",
		"🙂‍↔️": "🙂‍↔️", "🏴‍☠️": "🏴‍☠️", "🫩": "🫩",
		"🏴󠁧󠁢󠁥󠁮󠁧󠁿": "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
		"🏴󠁧󠁢":     "🏴", "🏴󠁿": "🏴",
		"نامه‌ها": "نامه‌ها", "ක්‍ෂ": "ක්‍ෂ",
		"bo‍b ‌👩‍‍👩‍":                     "bob 👩‍👩",
		strings.Repeat("😀", 40):           strings.Repeat("😀", 32),
		strings.Repeat("a", 30) + "👨‍👩‍👧": strings.Repeat("a", 30), strings.Repeat("a", 31) + "é": strings.Repeat("a", 31),
		strings.Repeat("a", 31) + " b": strings.Repeat("a", 31), "a" + strings.Repeat("́", 40): "a" + strings.Repeat("́", 31),
	} {
		if got := bot.CleanName(name); got != want {
			t.Errorf("CleanName(%+q) = %+q, want %+q", name, got, want)
		}
	}
	for a, b := range map[string]string{"Al\u3164ice": "alice", "☺\u200d☺": "☺☺", "❤\ufe0f": "❤", "نامه\u200cها": "نامهها"} {
		if bot.FoldName(a) != bot.FoldName(b) {
			t.Errorf("%+q and %+q, which look alike, are two names", a, b)
		}
	}
}
