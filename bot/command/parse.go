package command

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"raumbot/bot"
)

// maxText is the length, in bytes, beyond which a text is refused unread.
const maxText = 4000

// maxLongText is the same for commands that are Long.
const maxLongText = 60000

// Read finds the command that a request means and reads its arguments. The error is a *[bot.Problem].
func (t Table) Read(r bot.Request) (*Command, Args, error) { return t.read(r, 0) }

// read is Read in a situation. In a known situation, a sentence leads to a question at most, never to a command.
func (t Table) read(r bot.Request, now Situation) (*Command, Args, error) {
	if r.Params != nil {
		return t.readForm(r)
	}
	if word, _ := cutWord(r.Text); len(r.Text) > t.maxText(strings.ToLower(word)) {
		return nil, Args{}, bot.Problemf(bot.Misunderstood, "That is too long: a command has at most %d characters.", t.maxText(strings.ToLower(word)))
	}
	if !utf8.ValidString(r.Text) {
		return nil, Args{}, bot.Problemf(bot.Misunderstood, "I can't read that text. `help` lists what you can say.")
	}
	text := clean(r.Text)
	if text == "" {
		return t.Find("start"), Args{Words: map[string]string{}}, nil
	}
	if r.Overheard { // read only what is clearly meant for the bot
		return t.readOverheard(text)
	}
	if move, ok := moveWithOffer(text); ok {
		text = move
	}
	var misused *Command
	var wrong error
	var wrongArgs Args
	for _, reading := range t.readings(text) {
		c, args, err := t.readWords(reading)
		if c != nil && err == nil && c != misused && !c.doubtful(args, reading) {
			return c, args, nil
		}
		if c != nil && c == misused && wrong == nil {
			break // a shorter reading of the same command
		}
		if c != nil && misused == nil {
			misused, wrongArgs, wrong = c, args, completed(reading, err)
			if several := (*severalVariants)(nil); errors.As(err, &several) {
				return misused, wrongArgs, wrong // only the variant is ambiguous
			}
			if wrong := (*outside)(nil); errors.As(err, &wrong) {
				return misused, wrongArgs, wrong.problem
			}
		}
	}
	if misused != nil && misused.numbered(text) {
		return misused, wrongArgs, wrong
	}
	s := readSentence(text)
	s.now = now
	if move, ok := s.bareMove(text); ok && looksLikeMove(text) {
		return t.Find("move"), Args{Words: map[string]string{"move": move}}, nil
	}
	if problem := t.misspelt(text, &s); problem != nil {
		return nil, Args{}, problem
	}
	said, about, question := t.understood(text, &s)
	if said == "" || about.Name == "chat" {
		switch clause, meant := t.clauseMeant(text); {
		case clause == "":
		case meant.Changes || now != 0:
			nearby, closest := mustReadExamples().nearest(&s)
			if p := t.whichOf([]guess{{command: clause, score: 1, share: 1}}, t.named(&s, nearby, closest), closest); p != nil {
				said, question = "", p
			}
		default:
			c, args, err := t.readWords(clause)
			return c, args, completed(clause, err)
		}
	}
	switch {
	case misused == nil || misused.Hidden:
	case wrong != nil && t.written(text, misused, misused == about, said == "", &s):
		return misused, wrongArgs, wrong
	case wrong == nil && (misused == about || about == nil) && !misused.Costly && (misused.takes(Person) || misused.timed()): // the doubtful word is an argument after all
		return misused, wrongArgs, nil
	}
	if said != "" {
		c, args, err := t.readWords(said)
		return c, args, completed(said, err)
	}
	switch {
	case misused != nil && question == nil:
		return misused, wrongArgs, wrong
	case question != nil && (about != nil || strings.Contains(text, " ") || t.NoCommand(text).Yes == ""):
		return nil, Args{}, question
	case looksLikeMove(text) || castling.MatchString(text):
		return t.Find("move"), Args{Words: map[string]string{"move": text}}, nil
	}
	word, rest := cutWord(politely(text))
	problem := t.NoCommand(word)
	switch {
	case rest == "" || problem.Yes != "" && utf8.RuneCountInString(word) >= shortestMisspelt:
	default:
		problem = notUnderstood(text)
	}
	return nil, Args{}, problem
}

// misspelt returns a question about the command that the first word of a text misspells, nil if there is none.
func (t Table) misspelt(text string, s *sentence) *bot.Problem {
	word, _ := cutWord(strings.ToLower(politely(text)))
	senses, wrong := readVocabulary().senses(word)
	switch {
	case senses != nil && !wrong, utf8.RuneCountInString(word) < shortestMisspelt, s.joining() > 0, len(s.words) > 0 && !s.words[0].misspelt && !s.words[0].unknown:
		return nil
	}
	if problem := t.NoCommand(word); problem.Yes != "" && t.Find(word) == nil {
		return problem
	}
	return nil
}

// written reports whether a text that begins with a command but does not follow its syntax was meant as that command, rather than
// as a sentence: it has few or no joining words, and the examples do not contradict it. about means that the sentence would be
// understood as the same command, unclear that it would only lead to a question.
func (t Table) written(text string, c *Command, about, unclear bool, s *sentence) bool {
	word, rest := cutWord(strings.ToLower(text))
	named := word == c.Name
	switch {
	case named && (rest == "" || len(s.words) == 2 && s.joining() == 0):
		return true
	}
	nearby, closest := mustReadExamples().nearest(s)
	switch {
	case named && closest >= nearEnoughToTrust && len(s.words) > 2 && t.farFrom(c, nearby, closest):
		return false
	case named && about:
		return s.joining() < 2
	}
	return (about || named && unclear) && s.joining() == 0
}

// numbered reports whether a text begins with the name of a command and the number that it requires, so that it is surely meant
// as that command.
func (c *Command) numbered(text string) bool {
	word, rest := cutWord(text)
	number, _ := cutWord(rest)
	_, err := strconv.Atoi(number)
	return err == nil && strings.ToLower(word) == c.Name && len(c.Params) > 0 && !c.Params[0].Optional && (c.Params[0].Kind == Number || c.Params[0].Kind == TournamentNumber)
}

// timed reports whether a command takes a number of hours or days.
func (c *Command) timed() bool {
	return c.Name == "remind" || c.Name == "quiet" || c.Name == "vacation"
}

// takes reports whether a command has a parameter of a kind.
func (c *Command) takes(kind ParamKind) bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Kind == kind })
}

// readOverheard reads a text that was not addressed to the bot. Only a command in its exact form or a move is accepted.
func (t Table) readOverheard(text string) (*Command, Args, error) {
	if move, ok := moveWithOffer(text); ok {
		text = move
	} else if strings.HasSuffix(text, "?") && strings.Contains(text, " ") { // a question to somebody else
		return nil, Args{}, notUnderstood(text)
	}
	if found := numbered.FindStringSubmatch(text); found != nil && looksLikeMove(found[2]) {
		text = "move " + found[1] + " " + found[2]
	}
	c, args, err := t.readWords(text)
	switch {
	case c != nil:
		return c, args, completed(text, err)
	case looksLikeMove(text):
		return t.Find("move"), Args{Words: map[string]string{"move": text}}, nil
	}
	return nil, Args{}, notUnderstood(text)
}

// noTime matches the words that a timed command takes in place of a time.
var noTime = regexp.MustCompile(`^(off|default|never|none|status|until)\b`)

// doubtful reports whether a command's arguments look like words of a sentence: a name that is a known word, or a line
// of moves without a cell.
func (c *Command) doubtful(args Args, text string) bool {
	if args.Word("sure") != "" { // buttons send it
		return false
	}
	for _, p := range c.Params {
		said := strings.ToLower(strings.Trim(args.Words[p.Name], edges))
		switch {
		case said == "":
		case p.Kind == Person:
			senses, misspelt := readVocabulary().senses(said)
			isName := func(x sense) bool { return x.concept == isPiece } // somebody may be called Thief
			if senses != nil && !misspelt && !slices.ContainsFunc(senses, isName) && said != "computer" && said != "me" {
				return true
			}
		case c.Name == "try" || c.Name == "if" || c.Name == "move":
			return !moveLike.MatchString(text)
		case p.Kind == MoveText && !looksLikeMove(said):
			return true
		case c.timed() && !noTime.MatchString(said) && !strings.ContainsAny(said, "0123456789"):
			return true
		case (c.Name == "where" || c.Name == "moves" || c.Name == "piece") && p.Kind != Number && joinsWords(said):
			return true
		}
	}
	return false
}

// readWords reads a text that begins with the name or an alias of a command. If it does not, the command and the error are nil.
func (t Table) readWords(text string) (*Command, Args, error) {
	word, rest := cutWord(text)
	c := t.Find(strings.ToLower(word))
	if c == nil {
		return nil, Args{}, nil
	}
	if word = strings.ToLower(word); word != c.Name && slices.ContainsFunc(c.Params, func(p Param) bool { return slices.Contains(p.Choices, word) }) {
		rest = word + " " + rest // "level c" says which slice is meant
	}
	args, err := c.readArgs(rest)
	return c, args, err
}

// maxText returns the largest length, in bytes, of a text that begins with a word.
func (t Table) maxText(word string) int {
	if command := t.Find(word); command != nil && command.Long {
		return maxLongText
	}
	return maxText
}

// Find returns the command with a name or an alias, nil if there is none.
func (t Table) Find(name string) *Command {
	for _, c := range t {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// NoCommand says that a word is no command, and suggests one that it may misspell: never one that is Costly or Hidden.
func (t Table) NoCommand(word string) *bot.Problem {
	var names []string
	for _, c := range t {
		if !c.Costly && !c.Hidden {
			names = append(append(names, c.Name), c.Aliases...)
		}
	}
	if near := Nearest(strings.ToLower(word), names); near != "" {
		p := bot.Problemf(bot.Misunderstood, "I don't know %s. Did you mean `%s`?", bot.QuoteWord(word), near)
		p.Yes = near
		return p
	}
	return notUnderstood(word)
}

// shortestMisspelt is the length of the shortest word that may be a misspelt command if other words follow: "is" and
// "how" begin a sentence, and do not misspell "if" and "show".
const shortestMisspelt = 4

// notUnderstood returns the problem of a text that is no command.
func notUnderstood(text string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "I didn't understand %s. `start` shows what you can do here, and `help` lists what you can say.", bot.QuoteText(text))
}

// Nearest returns the name that a word misspells, "" for none: one at an edit distance of 1, or of 2 if the word has at
// least 6 letters. Two swapped neighbouring letters count as 1.
func Nearest(word string, names []string) string {
	length := utf8.RuneCountInString(word)
	if length > bot.MaxName {
		return ""
	}
	limit := 1
	if length >= 6 {
		limit = 2
	}
	best, distance := "", limit+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(word, name)
		if d == 2 && swapped(word, name) {
			d = 1
		}
		if d < min(distance, len(name)) {
			best, distance = name, d
		}
	}
	return best
}

// swapped reports whether two words of ASCII letters differ only in the order of two neighbouring letters.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

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

// cutWord returns the first word of a text and the rest.
func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// errNotThis is returned by Param.read for a word that belongs to another
// parameter.
var errNotThis = errors.New("the word is for another parameter")

// readArgs reads the words after a command's name. Required parameters come
// in their order; an optional one may come anywhere before the next required one.
func (c *Command) readArgs(text string) (Args, error) {
	args := Args{Words: map[string]string{}}
	open := slices.Clone(c.Params)
	for text != "" {
		i, rest, err := c.readArg(&args, open, text)
		if err != nil {
			return args, err
		}
		open = afterwards(open, i)
		text = rest
	}
	for _, p := range open {
		if !p.Optional {
			return args, c.Misused("")
		}
	}
	return args, nil
}

// afterwards returns the parameters that remain open once open[read] has been
// read. A required one closes the optional ones before it, except those
// Anywhere; one of two alternatives (see Param.Instead) closes the other.
func afterwards(open []Param, read int) []Param {
	if !open[read].Optional {
		before := slices.DeleteFunc(slices.Clone(open[:read]), func(p Param) bool { return !p.Anywhere })
		return append(before, open[read+1:]...)
	}
	from, to := read, read+1
	if open[read].Instead {
		from--
	}
	if to < len(open) && open[to].Instead {
		to++
	}
	return slices.Delete(open, max(from, 0), to)
}

// readArg gives the next word of a text to the first of the open parameters
// that accepts it, and returns the index of that parameter and the rest of the text.
func (c *Command) readArg(args *Args, open []Param, text string) (taken int, rest string, err error) {
	word, rest := cutWord(text)
	var misused error
	if i, behind, ok := announced(open, word, rest); ok {
		value, _ := cutWord(rest)
		if open[i].Kind == ZoneName {
			value, behind = cutZone(rest)
		}
		err := open[i].read(args, value)
		switch {
		case err == nil:
			return i, behind, nil
		case errors.Is(err, errNotThis) && open[i].Kind == ZoneName:
			return 0, "", &outside{bot.Problemf(bot.Misunderstood, "I know no time zone %s. Name one as `Europe/Berlin`, a large town of it, or how far it is ahead of universal time, `UTC+2` (up to 14 hours).", bot.QuoteWord(value))}
		case errors.Is(err, errNotThis) && open[i].Kind == Count && aNumber.MatchString(value):
			return 0, "", &outside{c.outOfRange(open[i], value)}
		case errors.Is(err, errNotThis):
			misused = c.Misused(value)
		default:
			misused = err
		}
	}
	for i, p := range open {
		if p.Announced {
			if value := strings.TrimSpace(rest); strings.EqualFold(word, p.Name) && value != "" {
				args.Words[p.Name] = value
				return i, "", nil
			}
			continue
		}
		if p.Kind == Rest || p.Kind == MoveText {
			word, rest = cutAnywhere(open, text)
		}
		if pace, behind, ok := cutPace(text); p.Kind == PaceWord && ok {
			word, rest = pace, behind
		}
		err := p.read(args, word)
		switch {
		case err == nil:
			return i, rest, nil
		case errors.Is(err, errNotThis):
		case !p.Optional || p.Kind != VariantName:
			return 0, "", err
		case misused == nil && !c.uses(word): // no variant, but perhaps the value of a later parameter
			misused = err
		}
		if !p.Optional {
			break
		}
	}
	if misused == nil {
		misused = c.misfit(open, word)
	}
	return 0, "", misused
}

// clockTime matches time controls that correspondence games do not have: "1m", "15+10", "90s", or too long ones.
var clockTime = regexp.MustCompile(`(?i)^([0-9]+ ?(m|min|mins|minutes?|minuten?|s|sec|secs|seconds?|sekunden?)|[0-9]+[+|/][0-9]+|[0-9]{4,}[dh])$`)

// spelledPace matches a time of minutes, hours, days or weeks at the beginning of a text: "3 days", "12hours", "1 week".
var spelledPace = regexp.MustCompile(`(?i)^([0-9]{1,3}) ?(d|days?|tage?n?|h|hours?|hrs?|stunden?|w|weeks?|wochen?|min|mins|minutes?|minuten?)(?:\s+(.*))?$`)

// cutPace cuts a pace in words off a text and returns it in short form: "3 days" is "3d", "2 weeks" is "14d".
func cutPace(text string) (pace, behind string, ok bool) {
	parts := spelledPace.FindStringSubmatch(text)
	if parts == nil {
		return "", "", false
	}
	switch n, _ := strconv.Atoi(parts[1]); strings.ToLower(parts[2])[0] {
	case 'm':
		return parts[1] + "m", parts[3], true
	case 'w':
		return strconv.Itoa(7*n) + "d", parts[3], true
	case 'd', 't':
		return parts[1] + "d", parts[3], true
	}
	return parts[1] + "h", parts[3], true
}

// outside is the error of an invalid value after its parameter's name. The command is certain, so no other reading is tried.
type outside struct{ problem *bot.Problem }

func (e *outside) Error() string { return e.problem.Error() }

func (e *outside) Unwrap() error { return e.problem }

// cutZone cuts a time zone off a text: as many of the first three words as name one together, else one word.
func cutZone(text string) (zone, behind string) {
	words := strings.Fields(text)
	for n := min(3, len(words)); n > 1; n-- {
		zone = strings.Join(words[:n], " ")
		if _, ok := bot.ParseZone(zone); ok {
			return zone, strings.Join(words[n:], " ")
		}
	}
	return cutWord(text)
}

// cutAnywhere cuts the values of parameters that are Anywhere off the end of a text: "page 2", "here".
func cutAnywhere(open []Param, text string) (before, behind string) {
	for {
		words := strings.Fields(text)
		n, taken := len(words), 0
		for _, p := range open {
			var probe = Args{Words: map[string]string{}}
			switch {
			case !p.Anywhere:
			case n > 1 && p.Kind == Choice && p.read(&probe, words[n-1]) == nil:
				taken = 1
			case n > 2 && p.Kind == Count && strings.EqualFold(words[n-2], p.Name) && p.read(&probe, words[n-1]) == nil:
				taken = 2
			}
		}
		if taken == 0 {
			return text, behind
		}
		behind = strings.TrimSpace(strings.Join(words[n-taken:], " ") + " " + behind)
		text = strings.Join(words[:n-taken], " ")
	}
}

// uses reports whether a word begins with a digit, or is the name or a choice of one of the command's parameters.
func (c *Command) uses(word string) bool {
	word = strings.ToLower(word)
	return word[0] >= '0' && word[0] <= '9' || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Name == word || slices.Contains(p.Choices, word) })
}

// announced returns the index of the parameter whose name precedes its value, as in "page 2" or "view ranks",
// and the text after both.
func announced(open []Param, name, text string) (which int, behind string, ok bool) {
	value, behind := cutWord(text)
	for i, p := range open {
		switch {
		case value == "" || !strings.EqualFold(p.Name, name):
			if !p.Optional {
				return 0, "", false
			}
		case p.Kind == Choice || p.Kind == Count || p.Kind == VariantName || p.Kind == PaceWord || p.Kind == LevelName || p.Kind == TournamentNumber || p.Kind == ZoneName:
			return i, behind, true
		}
	}
	return 0, "", false
}

// Misused returns the problem of wrong arguments, with the usage of the command.
// word is the one that fits nowhere, "" if something is missing.
func (c *Command) Misused(word string) *bot.Problem {
	if word == "" {
		return bot.Problemf(bot.Misunderstood, "`%s` needs more words. Write `%s`, for example `%s`.", c.Name, c.Usage(), c.Example)
	}
	var choices []string
	for _, p := range c.Params {
		choices = append(choices, p.Choices...)
	}
	if near := Nearest(strings.ToLower(word), choices); near != "" && near != strings.ToLower(word) {
		return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s (did you mean `%s`?). Write `%s`, for example `%s`.",
			c.Name, bot.QuoteWord(word), near, c.Usage(), c.Example)
	}
	return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s. Write `%s`, for example `%s`.", c.Name, bot.QuoteWord(word), c.Usage(), c.Example)
}

// aNumber matches any number, also a signed, decimal or too large one.
var aNumber = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?$`)

// most returns the maximum of a Count.
func (p Param) most() int {
	if p.Most == 0 {
		return 9999
	}
	return p.Most
}

// outOfRange returns the problem of a number that a Count does not accept.
func (c *Command) outOfRange(p Param, word string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "`%s` of `%s` is a whole number from 1 to %d, not %s. Write `%s`, for example `%s`.", strings.ToUpper(p.Name), c.Name, p.most(), bot.QuoteWord(word), c.Usage(), c.Example)
}

// misfit returns the problem of a word that none of the open parameters accepts.
func (c *Command) misfit(open []Param, word string) *bot.Problem {
	if aNumber.MatchString(word) {
		for _, p := range open {
			if p.Kind == Count {
				return c.outOfRange(p, word)
			}
		}
	}
	return c.Misused(word)
}

// read stores a word in args as the parameter's value. It returns errNotThis if the
// word is of another kind, or another error if it is an invalid value.
func (p Param) read(args *Args, word string) error {
	switch p.Kind {
	case Number:
		id, ok := bot.ParseGameID(strings.TrimRight(word, ".,:;!?)"))
		if !ok {
			return errNotThis
		}
		args.Game = id
		return nil
	case TournamentNumber:
		id, ok := bot.ParseGameID(strings.TrimRight(word, ".,:;!?)"))
		if !ok {
			return errNotThis
		}
		args.Tournament = bot.TournamentID(id)
		return nil
	case VariantName:
		v, err := FindVariant(word)
		args.Variant = v
		return err
	case PaceWord:
		if clockTime.MatchString(word) {
			return bot.Problemf(bot.Misunderstood, "Games here take days: a move may take from `1h` to `30d`, not %s. Write `3d`, `12h`, `5d+12h/10d` for a bank and an increment, or `none`.", bot.QuoteWord(word))
		}
		if !bot.PaceForm.MatchString(strings.ToLower(word)) && !strings.EqualFold(word, "none") {
			return errNotThis
		}
		pace, err := bot.ParsePace(strings.ToLower(word))
		args.Pace = &pace
		return err
	case Count:
		if n, err := strconv.Atoi(word); err != nil || n < 1 || n > p.most() {
			return errNotThis
		}
	case ZoneName:
		zone, ok := bot.ParseZone(word)
		if !ok {
			return errNotThis
		}
		word = zone
	case LevelName:
		if !IsLevel(word) {
			return errNotThis
		}
		word = strings.ToLower(word)
	case Choice:
		word = strings.ToLower(word)
		if !slices.Contains(p.Choices, word) {
			return errNotThis
		}
	}
	args.Words[p.Name] = word
	return nil
}

// IsLevel reports whether a word looks like the name of a level.
func IsLevel(word string) bool { return levelForm.MatchString(word) }

var levelForm = regexp.MustCompile(`(?i)^[a-z](-[a-z])?$`)
