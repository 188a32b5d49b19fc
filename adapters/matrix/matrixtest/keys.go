package matrixtest

import (
	"encoding/json"
	"net/http"
)

// Keys are the keys of an account, and its private data on the server. They may only be used within
// [Server.Look].
type Keys struct {
	// Devices has the keys of each device, by its ID.
	Devices map[string]map[string]any
	// Signing has the cross-signing keys: master_key, self_signing_key and user_signing_key.
	Signing map[string]map[string]any
	// Data is the account data, by type.
	Data map[string]json.RawMessage
	// Fallback has the fallback keys that were uploaded.
	Fallback []string
}

// DropSignatures removes the signatures by cross-signing keys from the devices, as a reset of these
// keys by their owner does in effect.
func (k *Keys) DropSignatures() {
	for name, device := range k.Devices {
		for _, all := range objects(device["signatures"]) {
			for key := range all {
				if key != "ed25519:"+name {
					delete(all, key)
				}
			}
		}
	}
}

// objects returns the objects within an object.
func objects(of any) map[string]map[string]any {
	found := map[string]map[string]any{}
	fields, _ := of.(map[string]any)
	for name, field := range fields {
		if object, ok := field.(map[string]any); ok {
			found[name] = object
		}
	}
	return found
}

// serveKeys serves the part of the API that concerns keys and account data. Nobody has any devices
// but those that have uploaded their keys.
func (s *Server) serveKeys(mux *http.ServeMux, client string) {
	mux.HandleFunc("POST "+client+"keys/query", s.as((*call).queryKeys))
	mux.HandleFunc("POST "+client+"keys/upload", s.as((*call).uploadKeys))
	mux.HandleFunc("POST "+client+"keys/claim", s.as(func(*call) any { return map[string]any{"one_time_keys": map[string]any{}} }))
	mux.HandleFunc("POST "+client+"keys/device_signing/upload", s.as((*call).uploadSigningKeys))
	mux.HandleFunc("POST "+client+"keys/signatures/upload", s.as((*call).uploadSignatures))
	mux.HandleFunc("GET "+client+"user/{user}/account_data/{type}", s.as((*call).accountData))
	mux.HandleFunc("PUT "+client+"user/{user}/account_data/{type}", s.as((*call).putAccountData))
	mux.HandleFunc("DELETE "+client+"devices/{device}", s.as((*call).deleteDevice))
}

func (c *call) queryKeys() any {
	var asked struct {
		Users map[string]any `json:"device_keys"`
	}
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	answer := map[string]map[string]any{"device_keys": {}, "master_keys": {}, "self_signing_keys": {}, "user_signing_keys": {}}
	for who := range asked.Users {
		u := c.users[who]
		if u == nil || len(u.Keys.Devices) == 0 {
			continue
		}
		answer["device_keys"][who] = u.Keys.Devices
		for kind, key := range u.Keys.Signing {
			answer[kind+"s"][who] = key
		}
	}
	return answer
}

func (c *call) uploadKeys() any {
	var keys struct {
		Device   map[string]any                  `json:"device_keys"`
		Fallback map[string]struct{ Key string } `json:"fallback_keys"`
	}
	if err := json.Unmarshal(c.body, &keys); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	if id, _ := keys.Device["device_id"].(string); id != "" {
		c.user.Keys.Devices[id] = keys.Device
	}
	for _, key := range keys.Fallback {
		c.user.Keys.Fallback = append(c.user.Keys.Fallback, key.Key)
	}
	c.changed.Broadcast()
	return map[string]any{"one_time_key_counts": map[string]int{"signed_curve25519": 50}}
}

// authenticated reports whether a request has the password.
func (c *call) authenticated() bool {
	var asked struct {
		Auth struct{ Type, Password string }
	}
	return json.Unmarshal(c.body, &asked) == nil && asked.Auth.Type == "m.login.password" && asked.Auth.Password == Password
}

// challenge is the answer to a request without the password.
var challenge = map[string]any{"session": "session", "flows": []any{map[string]any{"stages": []string{"m.login.password"}}}, "params": map[string]any{}}

// uploadSigningKeys takes the first keys from anybody who is logged in, and later ones with the
// password.
func (c *call) uploadSigningKeys() any {
	if len(c.user.Keys.Signing) > 0 && !c.authenticated() {
		return unauthenticated(challenge)
	}
	var keys map[string]map[string]any
	if err := json.Unmarshal(c.body, &keys); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	delete(keys, "auth")
	c.user.Keys.Signing = keys
	c.user.Keys.DropSignatures()
	return struct{}{}
}

// uploadSignatures adds signatures to the devices of the user and their master key.
func (c *call) uploadSignatures() any {
	var asked map[string]map[string]map[string]any
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	for name, signed := range asked[c.user.ID] {
		object := c.user.Keys.Devices[name]
		if object == nil {
			object = c.user.Keys.Signing["master_key"]
		}
		if object["signatures"] == nil {
			object["signatures"] = map[string]any{c.user.ID: map[string]any{}}
		}
		into := objects(object["signatures"])[c.user.ID]
		for key, signature := range objects(signed["signatures"])[c.user.ID] {
			into[key] = signature
		}
	}
	c.changed.Broadcast()
	return struct{}{}
}

func (c *call) accountData() any {
	data, ok := c.user.Keys.Data[c.r.PathValue("type")]
	if !ok {
		return refusal{status: http.StatusNotFound, code: "M_NOT_FOUND"}
	}
	return data
}

func (c *call) putAccountData() any {
	c.user.Keys.Data[c.r.PathValue("type")] = c.body
	return struct{}{}
}

// deleteDevice ends the login of a device, with the password.
func (c *call) deleteDevice() any {
	if !c.authenticated() {
		return unauthenticated(challenge)
	}
	delete(c.user.Keys.Devices, c.r.PathValue("device"))
	c.changed.Broadcast()
	return struct{}{}
}

// unauthenticated is the answer to a request that must be repeated with an authentication.
type unauthenticated map[string]any
