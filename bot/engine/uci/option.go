package uci

import (
	"strconv"
	"strings"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// Bounds of the options.
const (
	minHash, maxHash = 1, 4096 // MB
	maxLines         = 500
)

func (s *session) introduce() {
	s.say("id name raumbot %s", s.version)
	s.say("id author the authors of raumbot")
	var names strings.Builder
	for _, v := range rules.Variants() {
		names.WriteString(" var " + v.Name)
	}
	s.say("option name UCI_Variant type combo default %s%s", s.variant.Name, names.String())
	s.say("option name MultiPV type spin default 1 min 1 max %d", maxLines)
	s.say("option name Hash type spin default %d min %d max %d", engine.DefaultHash>>20, minHash, maxHash)
	s.say("option name Threads type spin default 1 min 1 max 1")
	s.say("uciok")
}

// setOption parses "name NAME value VALUE".
func (s *session) setOption(words []string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(strings.Join(words, " "), "name "), " value ")
	switch strings.ToLower(name) {
	case "uci_variant":
		v, err := rules.Find(value)
		if err != nil {
			s.say("info string %v", err)
			return
		}
		s.variant, s.game = v, rules.NewGame(v)
	case "multipv":
		s.number(name, value, 1, maxLines, &s.lines)
	case "hash":
		s.number(name, value, minHash, maxHash, &s.hash)
	case "threads":
		one := 1
		s.number(name, value, 1, 1, &one)
	default:
		s.say("info string there is no option %.40q", name)
	}
}

func (s *session) number(name, value string, least, most int, to *int) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		s.say("info string %s is a number from %d to %d, not %.20q", name, least, most, value)
		return
	}
	*to = n
}
