package config

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

// Discord configures the Discord adapter, which is enabled by a token.
type Discord struct {
	// TokenFile is the file that holds the bot's token: DISCORD_TOKEN_FILE. The
	// token itself may be in DISCORD_TOKEN.
	TokenFile string `toml:"token_file"`
	Token     Secret `toml:"-"`
	// ClientSecretFile is the file that holds the application's client secret, with which people
	// can show servers their ratings: DISCORD_CLIENT_SECRET_FILE. The secret itself may be in
	// DISCORD_CLIENT_SECRET.
	ClientSecretFile string `toml:"client_secret_file"`
	ClientSecret     Secret `toml:"-"`
	// Activity shows the public pages inside Discord, as the application's Activity. It needs the
	// client secret and public pages: RAUMBOT_DISCORD_ACTIVITY.
	Activity bool `toml:"activity"`
	// Guild is the ID of a test server, the only one that gets the slash commands:
	// RAUMBOT_DISCORD_GUILD.
	Guild string `toml:"guild"`
	// MessageContent lets the bot read bare moves in a game's thread. The intent must
	// be enabled in the developer portal: RAUMBOT_DISCORD_MESSAGE_CONTENT.
	MessageContent bool `toml:"message_content"`
	// Emoji uploads pictures of the men as emoji of the application, for menus:
	// RAUMBOT_DISCORD_EMOJI.
	Emoji bool `toml:"emoji"`
	// API is an alternative base URL of Discord's API, for tests and proxies: RAUMBOT_DISCORD_API.
	API string `toml:"api"`
	// InsecureAPI allows an API on another machine without TLS, which exposes the token:
	// RAUMBOT_DISCORD_INSECURE_API.
	InsecureAPI bool `toml:"insecure_api"`
}

// read lets the environment override the settings of the file, and validates the result.
func (d *Discord) read(getenv func(string) string) (err error) {
	if d.Token, err = readSecret(getenv, "DISCORD_TOKEN", d.TokenFile); err != nil {
		return err
	}
	if d.ClientSecret, err = readSecret(getenv, "DISCORD_CLIENT_SECRET", d.ClientSecretFile); err != nil {
		return err
	}
	if err := readVariables(getenv,
		textVariable("RAUMBOT_DISCORD_GUILD", &d.Guild),
		boolVariable("RAUMBOT_DISCORD_MESSAGE_CONTENT", &d.MessageContent),
		boolVariable("RAUMBOT_DISCORD_EMOJI", &d.Emoji),
		boolVariable("RAUMBOT_DISCORD_ACTIVITY", &d.Activity),
		textVariable("RAUMBOT_DISCORD_API", &d.API),
		boolVariable("RAUMBOT_DISCORD_INSECURE_API", &d.InsecureAPI),
	); err != nil {
		return err
	}
	return d.check()
}

func (d *Discord) check() error {
	switch {
	case d.Activity && d.Token.IsZero():
		return errors.New("discord: activity needs the bot's token: set token_file, or DISCORD_TOKEN")
	case d.Activity && d.ClientSecret.IsZero():
		return errors.New("discord: activity needs the application's client secret, with which people are signed in: set client_secret_file, or DISCORD_CLIENT_SECRET")
	case strings.Trim(d.Guild, "0123456789") != "":
		return errors.New("discord: guild is the number of a server; Copy Server ID in the server's menu shows it, in Discord's developer mode")
	case d.API != "" && !strings.HasPrefix(d.API, "https://") && !strings.HasPrefix(d.API, "http://"):
		return errors.New("discord: api is an address that begins with https://")
	case strings.HasPrefix(d.API, "http://") && !loopback(d.API) && !d.InsecureAPI:
		return errors.New("discord: api begins with http:// and is another machine, so the token would cross the network in clear; use https://, or set insecure_api if that network is yours alone")
	}
	return nil
}

// loopback reports whether an address is a loopback address.
func loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
