package command

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
)

// errNotThis is returned by Param.read for a word that belongs to another
// parameter.
var errNotThis = errors.New("the word is for another parameter")

// accepts reports whether a word is a value of the parameter.
func (p Param) accepts(word string) bool {
	return p.read(&Args{Words: map[string]string{}}, word) == nil
}

// read stores a word in args as the parameter's value. It returns errNotThis if the
// word is of another kind, or another error if it is an invalid value.
func (p Param) read(args *Args, word string) error {
	if p.Alone && strings.EqualFold(word, p.Name) {
		args.Words[p.Name] = p.Name
		return nil
	}
	if value, said := p.Said[strings.ToLower(word)]; said {
		word = value
	}
	switch p.Kind {
	case Number, TournamentNumber:
		id, ok := bot.ParseGameID(strings.TrimRight(word, ".,:;!?)"))
		switch {
		case !ok:
			return errNotThis
		case p.Kind == Number:
			args.Game = id
		default:
			args.Tournament = bot.TournamentID(id)
		}
		return nil
	case VariantName:
		v, err := FindVariant(word, p.Games...)
		args.Variant = v
		return err
	case PaceWord:
		return readPace(args, word)
	case FileValue:
		return errNotThis
	case Count:
		if p.Named && p.isNamed(word) { // which one is to be asked
			word = ""
			break
		}
		least, most := p.Bounds()
		if n, err := strconv.Atoi(word); err != nil || n < least || n > most {
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

// readPace stores a word in args as the pace, and returns errors as Param.read does.
func readPace(args *Args, word string) error {
	if clockTime.MatchString(word) {
		return bot.Problemf(bot.Misunderstood, "Games here take days: a move may take from `1h` to `30d`, not %s. Write `3d`, `12h`, `5d+12h/10d` for a bank and an increment, or `none`.", bot.QuoteWord(word))
	}
	if !bot.PaceForm.MatchString(strings.ToLower(word)) && !strings.EqualFold(word, "none") {
		return errNotThis
	}
	pace, err := bot.ParsePace(strings.ToLower(word))
	args.Pace = &pace
	return err
}

// clockTime matches time controls that correspondence games do not have: "1m", "15+10", "90s", or too long ones.
var clockTime = regexp.MustCompile(`(?i)^([0-9]+ ?(m|min|mins|minutes?|minuten?|s|sec|secs|seconds?|sekunden?)|[0-9]+[+|/][0-9]+|[0-9]{4,}[dh])$`)

// spelledPace matches a time of minutes, hours, days or weeks at the beginning of a text: "3 days", "12hours", "1 week", "3d per move".
var spelledPace = regexp.MustCompile(`(?i)^([0-9]{1,3}) ?(d|days?|tage?n?|h|hours?|hrs?|stunden?|w|weeks?|wochen?|min|mins|minutes?|minuten?)(?:\s+(?:per|pro|je|a|each|every)\s+(?:move|turn|zug))?(?:\s+(.*))?$`)

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

// cutVariant cuts the name or the title of a game off a text, all of its words: "alice chess". ok is false if none of more than one word begins it.
func cutVariant(text string, local []*rules.Variant) (name, behind string, ok bool) {
	words := strings.Fields(text)
	for n := min(longestTitle, len(words)); n > 1; n-- {
		bare := letters(strings.Join(words[:n], ""))
		bare = cmp.Or(usualNames()[bare], bare)
		for _, v := range slices.Concat(rules.Variants(), local) {
			if bare == letters(v.Name) || bare == letters(v.Title) {
				return v.Name, strings.Join(words[n:], " "), true
			}
		}
	}
	return "", "", false
}

// linking matches words that join a command to a game: "to a game of".
var linking = regexp.MustCompile(`(?i)^(?:(?:in|of|for|to|about|on|at|im|von|vom|für|zu|zum|zur|auf|aus|über)\s+)?(?:(?:a|an|one|the|eine|einer|ein|einem|das|dem|der)\s+)?(?:(?:game|match|round|partie|runde|spiel)\s+)?(?:(?:of|in|im|von)\s+)?`)

// unlinked removes words from the beginning of a text that join a command to a game.
func unlinked(text string) string { return text[len(linking.FindString(text)):] }

// cutLinked cuts the name of a game off a text that begins with one, or joins one to the command: "of Raumschach". A command that needs a game gets
// whatever is joined to it.
func (p Param) cutLinked(text string) (name, behind string, ok bool) {
	begins := unlinked(text)
	if name, behind, ok := cutVariant(begins, p.Games); ok || begins == text {
		return name, behind, ok
	}
	word, behind := cutWord(begins)
	if p.Optional && len(variantsMeant(word, p.Games...)) == 0 {
		return "", "", false
	}
	return word, behind, true
}

// longestTitle is how many words of a text are tried as the title of a game.
const longestTitle = 5

// namedComputer matches the computer as it is called in its games, at the beginning of a text: "Computer, level 4".
var namedComputer = regexp.MustCompile(`(?i)^@?computer,? (?:level|stufe) ?([1-8])(?:[.,:;!?]*\s+(.*)|[.,:;!?]*)$`)

// cutComputer cuts the name of the computer off a text, and returns it as the bot writes it in English.
func cutComputer(text string) (name, behind string, ok bool) {
	parts := namedComputer.FindStringSubmatch(text)
	if parts == nil {
		return "", "", false
	}
	level, _ := strconv.Atoi(parts[1])
	return bot.ComputerUser(level).Name, parts[2], true
}

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

// aNumber matches any number, also a signed, decimal or too large one.
var aNumber = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?$`)

// Bounds returns the minimum and the maximum of a Count.
func (p Param) Bounds() (least, most int) {
	if !p.FromZero {
		least = 1
	}
	return least, cmp.Or(p.Most, 9999)
}

// outOfRange returns the problem of a number that a Count does not accept.
func (c *Command) outOfRange(p Param, word string) *bot.Problem {
	if p.Refuse != nil {
		return p.Refuse(word)
	}
	least, most := p.Bounds()
	return bot.Problemf(bot.Misunderstood, "`%s` of `%s` is a whole number from %d to %d, not %s. Write `%s`, for example `%s`.", strings.ToUpper(p.Name), c.Name, least, most, bot.QuoteWord(word), c.Usage(), c.Example)
}

// IsLevel reports whether a word looks like the name of a level.
func IsLevel(word string) bool { return levelForm.MatchString(word) }

var levelForm = regexp.MustCompile(`(?i)^[a-z](-[a-z])?$`)
