package web

import (
	"mime"
	"net/http"

	"raumbot/bot/service"
)

// homePage is the first page: in the room its chat and games, else the public games.
type homePage struct {
	frame
	Lines  []line
	Games  []service.Summary
	Mine   []service.Summary
	People []string
	Start  string
	// Choices are the variants suggested to newcomers.
	Choices []service.VariantView
	All     []service.VariantView
}

// beginnings are the variants suggested to newcomers: a small, a medium and a large one.
var beginnings = []string{"raumschach", "gutenschach", "blocschach"}

// home serves the first page.
func (s *Site) home(w http.ResponseWriter, r *http.Request, v *visitor) {
	p := homePage{frame: frame{visitor: v, Title: v.Say("Three-dimensional chess"), Class: "home", Scripts: []string{"live.js"}}}
	if v.Local() {
		p.Lines, p.People, p.Start = s.chat.said(v.User.UserID), s.chat.people(), s.startURL()
	}
	mine, others, err := s.firstLists(r.Context(), v)
	if err == nil {
		p.Mine, p.Games = mine.Games, others.Games
		p.All, err = s.service.ViewVariants(r.Context(), v.request(""))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	for _, name := range beginnings {
		for _, variant := range p.All {
			if variant.Name == name {
				p.Choices = append(p.Choices, variant)
			}
		}
	}
	s.show(w, r, http.StatusOK, "home", p)
}

// lineOf returns the line of the chat in a request's path, if the visitor may read it and it has what is asked for. If not ok, it has
// answered the request.
func (s *Site) lineOf(w http.ResponseWriter, r *http.Request, v *visitor, has func(line) bool) (l line, ok bool) {
	if l, ok = s.chat.find(v.User.UserID, int(numberOf(r, "number"))); !ok || !has(l) {
		s.refuse(w, r, http.StatusNotFound)
		return l, false
	}
	return l, true
}

// chatPicture serves the picture of a line of the chat.
func (s *Site) chatPicture(w http.ResponseWriter, r *http.Request, v *visitor) {
	l, ok := s.lineOf(w, r, v, func(l line) bool { return l.Picture != nil })
	switch {
	case !ok:
	case l.Picture.Film == nil:
		s.draw(w, r, l.Picture)
	default:
		gif, err := l.Picture.GIF(r.Context())
		if err != nil {
			s.fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "image/gif")
		write(w, r, http.StatusOK, gif)
	}
}

// chatFile serves the file of a line of the chat.
func (s *Site) chatFile(w http.ResponseWriter, r *http.Request, v *visitor) {
	l, ok := s.lineOf(w, r, v, func(l line) bool { return l.File != nil })
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": l.File.Name}))
	write(w, r, http.StatusOK, []byte(l.File.Text))
}
