package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// clientOrigins are the origins of Discord's clients, which show Activities in frames.
var clientOrigins = []string{
	"https://discord.com", "https://ptb.discord.com", "https://canary.discord.com",
	"https://discordapp.com", "https://ptb.discordapp.com", "https://canary.discordapp.com",
}

// Application returns the ID of the application. It is empty until the bot has been connected.
func (d *Discord) Application() string { return d.appID() }

// ActivityOrigins returns the origins of the pages that may show the Activity in a frame: those of
// Discord's clients and, if [Options.API] is an address of this machine, the origin of that.
func (d *Discord) ActivityOrigins() []string {
	u, err := url.Parse(d.options.API)
	if err != nil || !net.ParseIP(u.Hostname()).IsLoopback() {
		return clientOrigins
	}
	return append([]string{u.Scheme + "://" + u.Host}, clientOrigins...)
}

// ActivityUser returns the user to whom a code belongs that Discord has given to the Activity, and
// an access token with which the Activity can identify the user to Discord. It fails if the code
// is not valid for this application, or has been used. Its errors contain no code and no token.
func (d *Discord) ActivityUser(ctx context.Context, code string) (u bot.User, token string, err error) {
	if d.appID() == "" {
		return u, "", errors.New("the bot has not been connected to Discord yet")
	}
	l, err := d.grant(ctx, url.Values{"grant_type": {"authorization_code"}, "code": {code}})
	if err != nil {
		return u, "", hideAnswer(err)
	}
	var who discordgo.User
	if err := d.asUser(ctx, http.MethodGet, "users/@me", l.Access, nil, &who); err != nil {
		return u, "", hideAnswer(err)
	}
	if id, err := strconv.ParseUint(who.ID, 10, 64); err != nil || id == 0 || l.Access == "" {
		return u, "", errors.New("no user is named by Discord")
	}
	return userOf(&who), l.Access, nil
}

// hideAnswer replaces an error that may quote what Discord has answered.
func hideAnswer(err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	if errors.As(err, &wrong) || errors.As(err, &syntax) {
		return errors.New("the answer of Discord is not what was asked for")
	}
	return err
}
