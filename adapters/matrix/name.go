package matrix

import (
	"regexp"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"raumbot/bot"
)

var (
	// linkLike matches what apps show as a link: addresses, and users and rooms of Matrix.
	linkLike = regexp.MustCompile(`://|(?i:\b(?:www\.|mailto:))|[@#!]\w\S*:\w`)
	// domainLike matches what is a domain if it has the ending of one.
	domainLike = regexp.MustCompile(`[\pL\pN-]+(?:\.[\pL\pN-]+)+`)
)

// unlinkedName returns a user's name so that apps show no link in the bot's messages, where it
// would seem to be the bot's. Most names stay as they are.
func unlinkedName(name string) string {
	if linkLike.MatchString(name) {
		return bot.Unlinked(name)
	}
	for _, domain := range domainLike.FindAllString(name, -1) {
		if ascii, err := idna.ToASCII(strings.ToLower(domain)); err == nil {
			if ending, official := publicsuffix.PublicSuffix(ascii); official && ending != ascii {
				return bot.Unlinked(name)
			}
		}
	}
	return name
}
