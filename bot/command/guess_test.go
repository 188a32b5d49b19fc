package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestRules makes sure that every meaning of a sentence is a command that can be read.
func TestRules(t *testing.T) {
	rules, err := readRules(sentenceLines)
	if err != nil {
		t.Fatal(err)
	}
	table := All()
	example := map[string]string{"NAME": "bob", "VARIANT": "raumschach", "CELL": "ab1", "PIECE": "knight", "REST": "hello", "LEVEL": "b", "NUMBER": "2", "FROMTO": "ab1-cc1",
		"FROMTOS": "ab1-cc1 then ab1-cc1", "COLOUR": "white", "PACE": "3d", "STAKES": "rated", "VIEW": "ranks", "THEME": "dark", "PIECESET": "badges", "TONGUE": "english",
		"HOURS": "12", "DAYS": "3", "ROUNDNO": "round 2", "STRENGTHNO": "level 3", "RESULT": "won", "REPORTFORM": "csv", "ZONE": "Europe/Vienna", "DAY": "december 10", "FORMAT": "swiss"}
	for _, r := range rules {
		for _, full := range []bool{false, true} {
			var words []string
			for _, part := range r.command {
				slot, optional := bracketed(part)
				value, isSlot := example[slot]
				switch {
				case isSlot && (full || !optional):
					words = append(words, value)
				case !isSlot && strings.ToUpper(slot) == slot:
					t.Errorf("%v: no slot is called %s", r.command, slot)
				case !isSlot:
					words = append(words, slot)
				}
			}
			said := strings.Join(words, " ")
			if c, _, err := table.readWords(said); c == nil || err != nil {
				t.Errorf("%s: %v", said, err)
			}
		}
	}
}

// TestVocabulary makes sure that every meaning of a word counts for something.
func TestVocabulary(t *testing.T) {
	var used set
	for _, r := range mustReadRules() {
		for _, c := range slices.Concat(r.needs, r.optional()) {
			used.add(c)
		}
		for id := range readVocabulary().weights {
			if r.explains.has(concept(id)) {
				used.add(concept(id))
			}
		}
	}
	for _, name := range []string{"IDLE", "WHY", "DOES", "SHOULD", "HOW", "IS"} { // which the code asks for
		used.add(known(name))
	}
	for name, id := range readVocabulary().concepts {
		if !used.has(id) && id >= firstListed {
			t.Errorf("nothing is about %s", name)
		}
	}
}

// TestFinalSentences makes sure that what is said about a command that costs something, other than that it is wished,
// is not taken for it.
func TestFinalSentences(t *testing.T) {
	table := All()
	for _, said := range []string{
		"don't resign", "I don't want to resign", "i'd never resign this", "how do I resign?", "what happens if I resign?", "should I resign here", "why would I resign",
		"nobody resigns here", "bob resigned", "he should resign", "did bob resign?", "when bob resigns i'll be happy", "what does resign do", "wie gebe ich auf?", "ich will nicht aufgeben",
		"don't forget me", "how do I delete my account?", "how can i accept a challenge", "don't accept that", "i would not abort this", "how does a draw work",
		"don't take it back", "how do I claim a draw", "what is a takeback", "why did bob offer a draw", "wie nehme ich einen zug zurück", "should i play ab1-cc1", "what if i play ab1-cc1",
		"can i play ab1-cc1?", "simulate ab1-cc1", "let me test ab1-cc1", "am i losing?", "i'd answer db4-cb4 with ba2-ca2", "i don't want to play ab1-cc1", "bob plays ab1-cc1 and resigns", "resgin", "acept", "forgot", "leave me alone bob", "i lost my keys and give up hope",
		"definitely not", "certainly not", "absolutely not", "of course not", "I'm not sure", "sicher nicht", "natürlich nicht", "tournament 3 start?", "direct 3 open?", "tournament 3 open?",
		"take the draw?", "can I take the draw?", "let him take it back?", "accept the draw?", "Is Bob above me on the ladder?",
	} {
		c, args, err := table.Read(bot.Request{Text: said})
		if err == nil && c != nil && (c.Final && args.Word("what") != "decline" && c.Name != "decline" && c.Name != "no" || c.Name == "move") {
			t.Errorf("%q is taken for %s %v", said, c.Name, args.Words)
		}
		var p *bot.Problem
		if errors.As(err, &p) {
			if asked := table.Find(strings.Split(p.Yes+" ", " ")[0]); asked != nil && asked.Final {
				t.Errorf("%q is a yes away from %s", said, p.Yes)
			}
			for _, b := range p.Buttons {
				if word, _ := cutWord(b.Command); table.Find(word) != nil && table.Find(word).Final {
					t.Errorf("%q is a tap away from %s", said, b.Command)
				}
			}
		}
	}
}

// TestRefusals reads a no that begins like a yes, and what sounds like a no and is none, where an offer waits for an answer and where none
// does.
func TestRefusals(t *testing.T) {
	for want, all := range map[string][]string{
		"no": {"definitely not", "Definitely not!", "absolutely not", "certainly not", "of course not", "no way", "No way!!", "no chance", "not a chance", "hell no", "heck no", "never ever",
			"no, absolutely not", "nope, definitely not", "under no circumstances", "over my dead body", "absolutely not, sorry", "hell no lol", "not yet",
			"auf keinen Fall", "Auf gar keinen Fall!", "sicher nicht", "ganz sicher nicht", "natürlich nicht", "niemals", "keinesfalls", "kommt nicht in Frage", "unter keinen Umständen", "noch nicht"},
		"yes":  {"why not", "why not?", "warum nicht?", "sure, why not", "absolutely", "definitely", "of course", "hell yes", "hell yeah", "auf jeden Fall", "natürlich", "no objection", "no doubt about it", "keine Einwände"},
		"chat": {"no problem", "no problem!", "no worries", "kein Problem", "no rush", "not bad", "nicht schlecht"},
	} {
		for _, said := range all {
			for _, now := range []Situation{0, Known | Invited, Known | Playing | Offered, Known | Playing} {
				c, args, err := All().read(bot.Request{Text: said}, now)
				if err != nil || c.Name != want || args.Word("name") != "" {
					t.Errorf("%q in %b is %s %v, %v, want %s", said, now, named(c), args.Words, err, want)
				}
			}
		}
	}
}

// TestQuestionsOfOtherCommands makes sure that a question which begins with one command's name does not run another.
func TestQuestionsOfOtherCommands(t *testing.T) {
	for _, said := range []string{"tournament 3 quit?", "direct 3 quit?", "board resign?", "games leave 3?"} {
		if c, args, err := All().Read(bot.Request{Text: said}); err == nil && c.Changes {
			t.Errorf("%q is %s %v", said, c.Name, args.Words)
		}
	}
}

// TestGuesses asks about what a sentence may mean.
func TestGuesses(t *testing.T) {
	table := All()
	for said, want := range map[string]string{
		"have i lost any pieces":                   "captured",
		"let's play raumschach, bob":               "challenge bob raumschach",
		"fight @bob in blocschach as black":        "challenge bob blocschach black",
		"bob's rating?":                            "profile bob",
		"show me the board of game 2":              "board 2",
		"remind me a day before my deadline":       "remind 24",
		"is the moon made of cheese":               "",
		"wo steht meine Dame":                      "where queen",
		"turn on confirmation of moves":            "confirm on",
		"I want at most five games at once":        "limit 5",
		"when bob plays aa2-aa3, i answer ab1-cc1": "if aa2-aa3 then ab1-cc1",
		"zeig mir die Partie 3":                    "board 3",
		"sag bob: viel Glück!":                     "say viel Glück!",
	} {
		got, _, question := understoodBy(table, said)
		if got == "" && question != nil {
			got = question.Yes
		}
		if got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// understoodBy returns what a table makes of a text.
func understoodBy(t Table, text string) (string, *Command, *bot.Problem) {
	s := readSentence(text)
	return t.understood(text, &s)
}

func BenchmarkRead(b *testing.B) {
	table := All()
	for _, said := range []string{"move ab1-cc1", "would you please show me the board from black's side", "lets play raumschahc bob, three days per move",
		"I really don't know what on earth the knigth on ab1 could possibly do in this postion"} {
		b.Run(strings.ReplaceAll(said[:12], " ", "_"), func(b *testing.B) {
			for b.Loop() {
				_, _, _ = table.Read(bot.Request{Text: said})
			}
		})
	}
}

// TestQualifiedYes makes sure that what begins like a yes, but says more than that, answers nothing.
func TestQualifiedYes(t *testing.T) {
	for _, said := range []string{
		"I'm in Berlin", "I'm in bed", "I'm in a meeting", "I'm down with the flu", "let's go to the pub", "let's go Bayern!", "why not tomorrow", "ok one sec", "sure, when I'm home",
		"yes but first my move", "why would I agree", "I agree it's complicated", "let's go on", "one moment please", "yes, tomorrow then", "ja, aber erst morgen", "ok, wenn du willst",
		"is that ok", "you sure", "ok, whose move is it", "yes in a bit", "ja bald", "did you offer a draw", "is the draw fair", "don't decline", "i can't decline", "draw xyzzy",
	} {
		for _, now := range []Situation{Known | Invited, Known | Playing | Offered, Known | Playing} {
			c, args, err := All().ReadIn(bot.Request{Text: said}, now)
			if err == nil && (c.Name == "yes" || c.Final && c.Name != "no") {
				t.Errorf("%q in %b is %s %v", said, now, c.Name, args.Words)
			}
		}
	}
	for said, want := range map[string]string{"ja aber gerne": "yes", "na klar": "yes", "gerne, los": "yes", "okey dokey": "yes", "yes :)": "yes", "nicht heute": "no", "thanks but no": "no", "I'll play on": "no", "no 👎": "no"} {
		if c, args, err := All().ReadIn(bot.Request{Text: said}, Known|Playing|Offered); err != nil || c.Name != want || args.Word("name") != "" {
			t.Errorf("%q is %s %v, %v, want %s", said, named(c), args.Words, err, want)
		}
	}
	for _, said := range []string{"ok bob", "yes bob", "sure bob, why not"} {
		if c, args, err := All().ReadIn(bot.Request{Text: said}, Known|Invited, "bob"); err != nil || c.Name != "yes" {
			t.Errorf("%q is %s %v, %v", said, named(c), args.Words, err)
		}
	}
}

// TestYesToAQuestion makes sure that a yes to the question what was meant does what the question named, and never answers an offer.
func TestYesToAQuestion(t *testing.T) {
	for _, x := range []struct {
		said, yes string
		now       Situation
	}{
		{"maybe later, i'm at work", "decline", Known | Invited},
		{"don't decline", "decline", Known | Invited},
		{"I'm in Berlin", "accept", Known | Invited},
		{"I'm in a meeting", AskWhich, Known | Invited},
		{"i give up", "resign", Known | Playing | Offered},
		{"i give up", AskWhich, Known},
		{"im gonna lose arent i", AskWhich, Known | Playing | Offered},
		{"no draw, I'm winning!", "draw decline", Known | Playing | Offered},
		{"is the draw fair", "draw", Known | Playing | Offered},
	} {
		_, _, err := All().read(bot.Request{Text: x.said}, x.now)
		p := (*bot.Problem)(nil)
		if !errors.As(err, &p) || p.Yes != x.yes {
			t.Errorf("%q in %b asks %v; yes is not %q", x.said, x.now, err, x.yes)
		}
	}
}

// TestPlainYes reads what agrees to something that cannot be undone, and what only sounds like it.
func TestPlainYes(t *testing.T) {
	for said, want := range map[string]bool{
		"yes": true, "Yes!": true, "yes please": true, "Ja, sicher!": true, "ok, do it": true, "of course, yes": true, "I'm sure": true, "yes 👍": true, "confirm": true,
		"": false, "please": false, "yes?": false, "ok let's play": false, "do it yourself": false, "yes bob": false, "sure, later": false, "is that ok": false, "no": false,
	} {
		if got := PlainYes(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
