package when_test

import (
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/when"
)

// TestParsePace reads paces as people write them.
func TestParsePace(t *testing.T) {
	for text, want := range map[string]string{
		"3d": "3d", "3 days": "3d", "3days": "3d", "1w": "7d", "1 week": "7d", "a week": "7d", "half a day": "12h", "a day and a half": "36h", "anderthalb Tage": "36h", "1d12h": "36h", "1d 12h": "36h", "1 day and 12 hours": "36h", "1.5d": "36h", "1,5 Tage": "36h",
		"three days per move": "3d", "drei Tage pro Zug": "3d", "36h": "36h", "36 HOURS a move": "36h", "one day": "1d", "zwei Wochen": "14d", "0.5w": "84h", "einen Tag je Zug": "1d", "per day": "1d",
		"5d+12h/10d": "5d+12h/10d", "5 days + 12 hours per move": "5d+12h", "5d+1d12h": "5d+36h", "1w + 1d / 2w": "7d+1d/14d", "none": "none", "None": "none",
	} {
		pace, err := when.ParsePace(text)
		if err != nil || pace.String() != want {
			t.Errorf("%q is %v (%v), want %s", text, pace, err, want)
		}
		if again, err := when.ParsePace(pace.String()); err != nil || again != pace {
			t.Errorf("%q is written as %v, which is read as %v (%v)", text, pace, again, err)
		}
		if cut, rest, ok := when.CutPace(text + " rated"); !ok || rest != "rated" || cut != text {
			t.Errorf("%q is cut off as %q before %q (%v)", text, cut, rest, ok)
		}
	}
	for text, want := range map[string]string{
		"half an hour": "whole number of hours", "0d": "not “0d”", "31 days": "not “31 days”", "5d+40d": "not “40d”", "99999999d": "from `1h`", "15+10": "take days", "5 minutes": "take days", "90s": "take days", "1h 30 min": "take days",
		"1.3h": "whole number of hours", "5d+12h/4d": "cap", "5d+12h/200d": "cap", "": "is no pace", "3": "is no pace", "days": "is no pace", "3dx": "is no pace", "3 days a week": "is no pace", "d": "is no pace", "a d": "is no pace",
		"3d 2d": "two times", "12h 3d": "two times", "5d+1h 1h": "two times",
	} {
		if pace, err := when.ParsePace(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v (%v), want a refusal with %q", text, pace, err, want)
		}
	}
}

// TestParseDelay reads times from now as people write them.
func TestParseDelay(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"2 hours": 2 * time.Hour, "1.5 hours": 90 * time.Minute, "1,5 Stunden": 90 * time.Minute, "90 minutes": 90 * time.Minute, "90 seconds": time.Minute, "an hour": time.Hour,
		"half an hour": 30 * time.Minute, "an hour and a half": 90 * time.Minute, "one and a half hours": 90 * time.Minute, "1½ hours": 90 * time.Minute, "½ h": 30 * time.Minute, "a half day": 12 * time.Hour,
		"einer halben Stunde": 30 * time.Minute, "eine halbe Stunde": 30 * time.Minute, "anderthalb Stunden": 90 * time.Minute, "zweieinhalb Stunden": 150 * time.Minute, "einer Viertelstunde": 15 * time.Minute,
		"a day and half an hour": 24*time.Hour + 30*time.Minute, "a day and an hour": 25 * time.Hour, "two and a half days": 60 * time.Hour, "half a d": 0, "zwei halbe Stunden": 0, "half": 0, "half past": 0, "a day an hour": 0,
		"1h 30m": 90 * time.Minute, "two days and 6 hours": 54 * time.Hour, "0.001h": 0, "0 hours": 0, "-2 hours": 0, "30 seconds": 0, "1h 2h": 0, "2 hours ago": 0, "soon": 0, "": 0,
	} {
		if got, ok := when.ParseDelay(text); ok != (want > 0) || ok && got != want {
			t.Errorf("%q is %v (%v), want %v", text, got, ok, want)
		}
	}
}

// FuzzPace looks for texts whose pace is out of bounds or cannot be written and read again.
func FuzzPace(f *testing.F) {
	for _, text := range []string{"3d", "1d12h per move", "5d+12h/10d", "three weeks", "1.5d rated", "none", "999999999w999999999w", "İ days"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cut, rest, ok := when.CutPace(text)
		if len(cut)+len(rest) > len(text) {
			t.Fatalf("%q is cut into %q and %q", text, cut, rest)
		}
		pace, err := when.ParsePace(cut)
		if err != nil {
			if ok && strings.Contains(err.Error(), "is no pace") {
				t.Fatalf("%q was cut off but is not read", cut)
			}
			return
		}
		for _, d := range []time.Duration{pace.PerMove, pace.Bank, pace.Increment} {
			if d != 0 && (d < time.Hour || d > 30*bot.Day || d%time.Hour != 0) {
				t.Fatalf("%q is %v", cut, pace)
			}
		}
		if again, err := when.ParsePace(pace.String()); err != nil || again != pace {
			t.Fatalf("%q is written as %v, which is read as %v (%v)", cut, pace, again, err)
		}
	})
}
