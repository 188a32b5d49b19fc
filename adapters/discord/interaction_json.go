package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// interactionJSON has the fields of an interaction that the bot needs. The library rejects an
// interaction that it cannot parse in full, which would then remain unanswered.
type interactionJSON struct {
	inherited   bool                             // see connection.inherited
	ID          string                           `json:"id"`
	AppID       string                           `json:"application_id"`
	Type        discordgo.InteractionType        `json:"type"`
	Token       string                           `json:"token"`
	GuildID     string                           `json:"guild_id"`
	ChannelID   string                           `json:"channel_id"`
	Context     discordgo.InteractionContextType `json:"context"`
	Locale      discordgo.Locale                 `json:"locale"`
	GuildLocale *discordgo.Locale                `json:"guild_locale"`
	User        *discordgo.User                  `json:"user"`
	Member      struct {
		User        *discordgo.User `json:"user"`
		Nick        string          `json:"nick"`
		Permissions json.Number     `json:"permissions"`
		Roles       json.RawMessage `json:"roles"`
	} `json:"member"`
	Message *struct {
		Flags discordgo.MessageFlags `json:"flags"`
	} `json:"message"`
	Owners map[string]json.RawMessage `json:"authorizing_integration_owners"`
	Data   struct {
		Type     discordgo.ApplicationCommandType                     `json:"type"`
		TargetID string                                               `json:"target_id"`
		Name     string                                               `json:"name"`
		Options  []*discordgo.ApplicationCommandInteractionDataOption `json:"options"`
		CustomID string                                               `json:"custom_id"`
		Values   []string                                             `json:"values"`
		Resolved struct {
			Users       map[string]*discordgo.User              `json:"users"`
			Messages    map[string]targetJSON                   `json:"messages"`
			Attachments map[string]*discordgo.MessageAttachment `json:"attachments"`
		} `json:"resolved"`
		Components []json.RawMessage `json:"components"` // of a submitted form
	} `json:"data"`
}

// targetJSON has the fields that the bot needs of a message whose context menu was used.
type targetJSON struct {
	Author      struct{ ID string }         `json:"author"`
	Attachments []struct{ Filename string } `json:"attachments"`
	Components  json.RawMessage             `json:"components"`
}

// interaction converts d to the library's type. Its User or its Member.User is set, unless Discord
// sent neither.
func (d *interactionJSON) interaction() *discordgo.Interaction {
	i := &discordgo.Interaction{
		ID: d.ID, AppID: d.AppID, Type: d.Type, Token: d.Token, GuildID: d.GuildID, ChannelID: d.ChannelID,
		Context: d.Context, Locale: d.Locale, GuildLocale: d.GuildLocale, User: d.User,
		AuthorizingIntegrationOwners: map[discordgo.ApplicationIntegrationType]string{},
	}
	if d.Member.User != nil {
		permissions, _ := d.Member.Permissions.Int64() // zero if it is malformed
		i.Member = &discordgo.Member{User: d.Member.User, Nick: d.Member.Nick, Permissions: permissions}
		_ = json.Unmarshal(d.Member.Roles, &i.Member.Roles) // none if they are malformed
	}
	if d.Message != nil {
		i.Message = &discordgo.Message{Flags: d.Message.Flags}
	}
	for kind, install := range map[string]discordgo.ApplicationIntegrationType{
		"0": discordgo.ApplicationIntegrationGuildInstall, "1": discordgo.ApplicationIntegrationUserInstall,
	} {
		if _, by := d.Owners[kind]; by {
			i.AuthorizingIntegrationOwners[install] = ""
		}
	}
	switch d.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		i.Data = discordgo.ApplicationCommandInteractionData{
			Name: d.Data.Name, Options: d.Data.Options,
			Resolved: &discordgo.ApplicationCommandInteractionDataResolved{Users: d.Data.Resolved.Users, Attachments: d.Data.Resolved.Attachments},
		}
	case discordgo.InteractionMessageComponent:
		i.Data = discordgo.MessageComponentInteractionData{CustomID: d.Data.CustomID, Values: d.Data.Values}
	}
	return i
}
