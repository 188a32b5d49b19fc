package web

import (
	"mime"
	"net/http"

	"raumbot/bot/pages"
	"raumbot/bot/play"
)

// homePage is the data of the first page: the public games, and in the room its chat.
type homePage struct {
	frame
	Lines []line
	Games []play.Summary
	Mine  []play.Summary
	Open  []pages.Invitation
	Start string
	Play  offer
	// To is whom the form of a challenge names.
	To    string
	Lobby lobby
}

// Whom returns the name of the person whom the form of a challenge names, if the form cannot show
// the name because others share it.
func (p homePage) Whom() string {
	for _, there := range p.Lobby.People {
		if there.Shared && there.Word == p.To {
			return there.Name
		}
	}
	return ""
}

// home serves the first page.
func (s *Site) home(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.showHome(w, r, v, http.StatusOK, "")
}

// showHome shows the first page. wrong says why the visitor cannot become a guest, or is empty.
func (s *Site) showHome(w http.ResponseWriter, r *http.Request, v *visitor, status int, wrong string) {
	p := homePage{frame: frame{visitor: v, Title: v.Say("Three-dimensional chess"), Class: "home", Scripts: []string{"live.js", "front.js"}}}
	if v.Local() {
		p.Lines, p.Start = s.chat.visibleTo(v.User.UserID), s.startURL(r.Host)
	}
	lists, err := s.firstLists(r.Context(), v)
	var all []pages.VariantView
	if err == nil {
		p.Mine, p.Games, p.Open, p.Lobby = lists.mine.Games, lists.others.Games, lists.open, lists.lobby
		all, err = s.service.ViewVariants(r.Context(), v.request(""))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.MyMoves = waiting(p.Mine)
	if p.To = r.URL.Query().Get("to"); p.To == "" {
		p.To = r.PostFormValue("name")
	}
	p.Play = v.PlayForm(all)
	p.Play.again(r, wrong)
	s.show(w, r, status, "home", p)
}

// lineOf returns the line of the chat whose number is in a request's path. If the visitor may not
// read it or has returns false, ok is false and the request has been answered.
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
