package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"
)

// noteDevice notes the device by which the bot has logged in with the password.
func (s *session) noteDevice(ctx context.Context) error {
	if s.options.Token != "" {
		return nil // somebody else has made the device
	}
	devices, err := s.notedDevices(ctx)
	if err != nil || slices.Contains(devices, s.api.DeviceID) {
		return err
	}
	return s.noteDevices(ctx, append(devices, s.api.DeviceID))
}

// notedDevices returns the devices that noteDevice has noted for the bot's account. They are in
// the service's store, which survives a loss of the other.
func (s *session) notedDevices(ctx context.Context) (devices []id.DeviceID, err error) {
	text, err := s.service.Recall(ctx, Platform, devicesMemo+string(s.api.UserID))
	if err != nil || text == nil {
		return nil, err
	}
	return devices, json.Unmarshal(text, &devices)
}

func (s *session) noteDevices(ctx context.Context, devices []id.DeviceID) error {
	text, err := json.Marshal(devices)
	if err != nil {
		return err
	}
	return s.service.Keep(ctx, Platform, devicesMemo+string(s.api.UserID), text)
}

// logOutOldDevices logs out the devices that the bot has logged in before and does not use any more
// because its store was lost. They would stay in the account's list of devices as signed ones,
// and everybody would go on sending them keys.
//
// These are only devices that noteDevice has noted, so never a person's session. If the bot uses
// a token, nothing is logged out.
func (s *session) logOutOldDevices(ctx context.Context) error {
	if s.options.Token != "" {
		return nil
	}
	devices, err := s.notedDevices(ctx)
	if err != nil {
		return err
	}
	for _, old := range slices.Clone(devices) {
		if old == s.api.DeviceID {
			continue
		}
		if err := s.deleteDevice(ctx, old); err != nil && !errors.Is(err, mautrix.MNotFound) {
			s.log.Warn("cannot log out a device that the bot has used before, trying again at the next start", "device", old, "err", err)
			continue
		}
		s.log.Info("logged out a device that the bot has used before", "device", old)
		devices = slices.DeleteFunc(devices, func(d id.DeviceID) bool { return d == old })
		if err := s.noteDevices(ctx, devices); err != nil {
			return err
		}
	}
	return nil
}

// deleteDevice logs out a device, with the password if the homeserver asks for it.
func (s *session) deleteDevice(ctx context.Context, device id.DeviceID) error {
	request := mautrix.FullRequest{Method: http.MethodDelete, URL: s.api.BuildClientURL("v3", "devices", device), RequestJSON: struct{}{}}
	content, err := s.api.MakeFullRequest(ctx, request)
	var asked mautrix.RespUserInteractive
	if err == nil || json.Unmarshal(content, &asked) != nil || !takesPassword(&asked) {
		return err
	}
	request.RequestJSON, request.SensitiveContent = mautrix.ReqDeleteDevice[any]{Auth: s.passwordStage(&asked)}, true
	_, err = s.api.MakeFullRequest(ctx, request)
	return err
}

// passwordStage is what a request needs that the homeserver wants to be authenticated by
// the password.
func (s *session) passwordStage(asked *mautrix.RespUserInteractive) any {
	return &mautrix.ReqUIAuthLogin{
		BaseAuthData: mautrix.BaseAuthData{Type: mautrix.AuthTypePassword, Session: asked.Session},
		User:         string(s.api.UserID),
		Password:     s.options.Password,
	}
}

// takesPassword reports whether a homeserver accepts the password as authentication for a request.
func takesPassword(asked *mautrix.RespUserInteractive) bool {
	return slices.ContainsFunc(asked.Flows, func(f mautrix.UIAFlow) bool {
		return len(f.Stages) == 1 && f.Stages[0] == mautrix.AuthTypePassword
	})
}
