package talk

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
)

// The probabilities that decide whether a command is shown or offered.
const (
	// ToShow is the minimum probability for carrying out a command that only shows something.
	ToShow = 0.5
	// ToOffer is the minimum probability for offering a command.
	ToOffer = 0.06
	// ToBeSure is the probability from which a command is offered alone.
	ToBeSure = 0.9
)

// mostOffered is the maximum number of commands offered.
const mostOffered = 3

// Understanding determines what sentences may mean, as commands of a table.
type Understanding struct {
	table command.Table
	words *dictionary
}

// New returns an Understanding for the commands of a table.
func New(table command.Table) *Understanding { return &Understanding{table, dictionaryOf(table)} }

// Suggestion is a command that can be run as it stands, with the probability that a sentence means
// it.
type Suggestion struct {
	Command string
	Chance  float64
}

// Meaning returns the commands that a sentence may mean, in a form that can be run as it stands,
// the likeliest first. It returns none for small talk and for texts addressed to other people.
func (u *Understanding) Meaning(text string, now Situation) []Suggestion {
	s := u.words.readSentence(text, now.Games)
	s.now = now
	if said := u.explained(s); said != "" {
		return []Suggestion{{said, 1}}
	}
	if s.strange() {
		return nil
	}
	likely := mustReadClassifier().classify(s, now.Facts)
	if likely[0].command == small && likely[0].chance >= ToShow {
		return nil
	}
	var all, lacking []Suggestion // lacking is in place of commands about a game, if they have none
	without := 0.0
	for _, l := range likely {
		if l.chance < ToOffer || enough(all) {
			break
		}
		name := l.command
		if now.Facts&(Invited|Offered) != 0 {
			name = cmp.Or(answers[name], name)
		}
		c := u.table.Find(name)
		if c == nil {
			continue
		}
		said := u.complete(c, s, now)
		if said != "help "+c.Name && c.Needs.Ongoing() && now.Facts&(Known|Playing) == Known {
			without += l.chance
			lacking = []Suggestion{{"games", without}}
			continue
		}
		if !slices.ContainsFunc(all, func(x Suggestion) bool { return x.Command == said }) {
			all = append(all, Suggestion{said, l.chance})
		}
	}
	if len(all) == 0 {
		return lacking
	}
	return withPage(all)
}

// withPage joins the suggestions of general help and of a page of help, because they mean the same
// question.
func withPage(all []Suggestion) []Suggestion {
	plain := slices.IndexFunc(all, func(x Suggestion) bool { return x.Command == "help" })
	page := slices.IndexFunc(all, func(x Suggestion) bool { return strings.HasPrefix(x.Command, "help ") })
	if plain < 0 || page < 0 {
		return all
	}
	all[min(plain, page)] = Suggestion{all[page].Command, all[plain].Chance + all[page].Chance}
	return slices.Delete(all, max(plain, page), max(plain, page)+1)
}

// enough reports whether nothing needs to be offered besides some suggestions.
func enough(all []Suggestion) bool {
	return len(all) == mostOffered || len(all) > 0 && all[0].Chance >= ToBeSure
}

// strange reports whether a sentence contains no known word, ignoring numbers.
func (s *sentence) strange() bool {
	return !slices.ContainsFunc(s.words, func(w word) bool { return len(w.senses) > 0 && !w.unknown && !w.is(isNumber) })
}

// answers are the commands that answer a waiting offer, by the meanings of their sentences.
var answers = map[string]string{"yes": "accept", "no": "decline"}

// complete returns a command with the arguments that a sentence has for it. If the sentence asks
// how the command works, or lacks a required argument, complete returns the command for its help
// page.
func (u *Understanding) complete(c *command.Command, s *sentence, now Situation) string {
	if slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Kind == command.CommandName }) {
		return u.help(s, now)
	}
	for _, optional := range []bool{true, false} {
		said, whole := u.filled(c, s, optional)
		if !whole {
			break
		}
		read, args, err := u.table.Read(bot.Request{Text: said, Games: now.Games})
		if err != nil && !ambiguous(err) {
			continue
		}
		switch {
		case err == nil && read.Alters(args) && s.asksHow():
			return "help " + c.Name
		case err == nil && read.Alters(args) && s.asksWhether() && !c.Alters(command.Args{}): // such as a setting
			return c.Name
		}
		return said
	}
	return s.instead(c)
}

// instead returns the suggestion in place of a command for which a sentence lacks a required
// argument: how to begin a game, or the command's help page.
func (s *sentence) instead(c *command.Command) string {
	switch game := s.value(isVariant); {
	case !leveled(c):
		return "help " + c.Name
	case game != "":
		return "start " + game
	case s.says("YOU"):
		return c.Name + " computer"
	}
	return "start"
}

// leveled reports whether a command begins games against the computer, which plays at levels.
func leveled(c *command.Command) bool {
	return slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Named })
}

// ambiguous reports whether an error asks which of several things is meant. The command can then be
// run, because it asks.
func ambiguous(err error) bool {
	problem, ok := err.(*bot.Problem)
	return ok && problem.Kind == bot.Ambiguous
}

// asksHow reports whether a sentence asks how something works, rather than for the thing itself.
func (s *sentence) asksHow() bool {
	early := slices.ContainsFunc(s.words[:min(3, len(s.words))], func(w word) bool { return w.among("HOW", "WHY", "WHATIF") != "" && !w.is("WHAT") })
	person := slices.ContainsFunc(s.words, func(w word) bool { return w.is("OPPONENT") || w.is(isName) && s.knows(w.text) })
	return early || s.says("WHAT") && (s.says("DOES") || s.says("MEANS")) && !person
}

// asksWhether reports whether a sentence asks about the current state of something.
func (s *sentence) asksWhether() bool {
	if len(s.words) == 0 || len(s.words) > 1 && s.words[0].is("CAN") && s.words[1].is("YOU") { // a request
		return false
	}
	w := s.words[0]
	return s.asked || w.is("IS") || w.is("DID") || w.is("WHAT") || w.is("MANY") || w.is("HOW")
}

// help returns the command for the help page that a sentence asks for: the page that it names, or
// that of the command that its other words mean.
func (u *Understanding) help(s *sentence, now Situation) string {
	if page := s.value("HELPON"); page != "" {
		return "help " + page
	}
	rest := &sentence{dictionary: s.dictionary, fields: s.fields}
	rest.words = slices.DeleteFunc(slices.Clone(s.words), func(w word) bool { return w.is("HELP") || command.Joins(w.text) })
	if rest.says("COMPUTER") {
		return "help computer"
	}
	if rest.strange() {
		return "help"
	}
	for _, l := range mustReadClassifier().classify(rest, now.Facts)[:2] {
		if c := u.table.Find(l.command); c != nil && l.chance >= ToShow {
			return "help " + c.Name
		}
	}
	return "help"
}

// defining matches sentences that ask for the meaning of the words after an article.
var defining = regexp.MustCompile(`^(?:can |you )*(?:(?:what is|whats) (?:meant by|the meaning of)|the meaning of|meaning of|definition of|what is|whats|what are|what does|what do|define|explain|` +
	`was ist|was sind|was bedeuten?|was bedeutet|was heißt|was heisst|was meint|erklär(?:e|e mir| mir)?|hilfe zu|help with) ` +
	`(?:(an?|ein|einen?) |(the|der|die|das|den) )?(.+?)( means?| bedeute[nt]| heißt| gemeint)?$`)

// pleasantry matches what means nothing in a sentence that asks for the meaning of a word.
var pleasantry = regexp.MustCompile(`(?:^| )(?:please|bitte)\b|[?!.,;:…"“”„»«]`)

// explained returns the command that explains the term a sentence asks about: "what's a fork?",
// "what is a takeback". It is empty if the sentence says anything else.
func (u *Understanding) explained(s *sentence) string {
	text := pleasantry.ReplaceAllString(bare(strings.Join(s.fields, " ")), "")
	if page := s.value("PAGE"); page != "" && !s.says("DELETE") {
		return "help " + page
	}
	if term, ok := command.FindTerm(text); ok && u.table.Find(text) == nil {
		return "help " + term.Name
	}
	found := defining.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	one, said := found[1]+found[4] != "", found[3]
	c := u.table.Find(said)
	term, ok := command.FindTerm(said)
	switch {
	case found[2] != "" && !term.Definite(): // "what is the rating" means a particular one
		return ""
	case ok && (c == nil || c.Name != said || one):
		return "help " + term.Name
	case c != nil && one:
		return "help " + c.Name
	}
	return ""
}

// Command returns the command that a word or a phrase is likely to mean by itself, or nil if there
// is none: "aufgabe" means "resign".
func (u *Understanding) Command(text string) *command.Command {
	likely := mustReadClassifier().classify(u.words.readSentence(text, nil), 0)
	if likely[0].chance < ToShow {
		return nil
	}
	return u.table.Find(likely[0].command)
}

// SmallTalk returns the subject of small talk: "thanks", "bye", "game", or "" if it is unknown.
func (u *Understanding) SmallTalk(text string) string {
	for field := range strings.FieldsSeq(text) {
		for _, x := range u.words.words[bare(field)] { // no misspelt words
			if about := smallTalk[x.meaning]; about != "" {
				return about
			}
		}
	}
	return ""
}

// smallTalk maps the meanings of words to the subjects of small talk.
var smallTalk = map[string]string{"THANKS": "thanks", "BYE": "bye", "PRAISE": "game"}
