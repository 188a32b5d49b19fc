package discordtest

import (
	"cmp"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Attached is a file that a user attaches. Address is the address that the event gives for it; if
// empty, the file is really there.
type Attached struct{ Name, Text, Address string }

// fileID is the value of an option for a file.
type fileID string

// attachmentData stores an attached file, so that it is served, and returns its description.
func (s *Server) attachmentData(f *Attached) map[string]any {
	id := s.id()
	s.attached[id] = f.Text
	address := cmp.Or(f.Address, strings.TrimSuffix(s.API, "/api/v10")+"/attachments/1/"+id+"/"+url.PathEscape(f.Name))
	return map[string]any{"id": id, "filename": f.Name, "size": len(f.Text), "url": address, "proxy_url": address, "content_type": "text/plain"}
}

// getAttachment serves an attached file.
func (s *Server) getAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Downloads++
	if strings.HasPrefix(r.PathValue("name"), "elsewhere") {
		http.Redirect(w, r, "/attachments/1/"+r.PathValue("id")+"/there.toml", http.StatusFound)
		return
	}
	_, _ = io.WriteString(w, s.attached[r.PathValue("id")])
}

// Attach writes a message with a file.
func (s *Server) Attach(u *User, c *Channel, text string, f *Attached) *Message {
	s.mu.Lock()
	data := s.attachmentData(f)
	s.mu.Unlock()
	return s.say(u, c, text, func(message map[string]any) { message["attachments"] = []any{data} })
}
