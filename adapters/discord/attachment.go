package discord

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// attached is the value of a parameter for which a file is attached.
const attached = "attached"

// fileHosts are the hosts from which Discord serves attached files.
var fileHosts = []string{"https://cdn.discordapp.com", "https://media.discordapp.net"}

// attachment returns a file that a user has attached. It is downloaded only when the service
// reads it.
func (d *Discord) attachment(a *discordgo.MessageAttachment) *bot.Attachment {
	return &bot.Attachment{Name: a.Filename, Read: func(ctx context.Context, most int) ([]byte, error) {
		if a.Size > most {
			return nil, bot.ErrTooLarge
		}
		return d.download(ctx, a.URL, most)
	}}
}

// download fetches a file of at most the given size. It fails if the address is not one of
// Discord's hosts, so that an event cannot make the bot send requests anywhere else.
func (d *Discord) download(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("an attached file has no address: %w", err)
	}
	if !d.servesFiles(u) {
		return nil, fmt.Errorf("an attached file is on %.100q, which is not Discord", u.Host)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := d.files.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("an attached file: %s", response.Status)
	}
	return bot.ReadAttachment(response.Body, most)
}

// servesFiles reports whether an address is that of an attached file on Discord's hosts, or on the
// host of Options.API.
func (d *Discord) servesFiles(u *url.URL) bool {
	hosts := fileHosts
	if instead, err := url.Parse(d.options.API); err == nil && instead.Host != "" {
		hosts = append(slices.Clone(hosts), instead.Scheme+"://"+instead.Host)
	}
	return u.User == nil && slices.Contains(hosts, u.Scheme+"://"+u.Host) &&
		(strings.HasPrefix(u.Path, "/attachments/") || strings.HasPrefix(u.Path, "/ephemeral-attachments/"))
}

// newFileClient returns a client that follows no redirects.
func newFileClient() *http.Client {
	return &http.Client{Transport: transport(), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
