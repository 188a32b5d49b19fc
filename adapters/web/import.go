package web

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"raumbot/bot"
)

// maxUpload limits the body of a request with a file, in bytes. It is more than the largest record
// that the bot reads.
const maxUpload = 600 << 10

// bodyLimit returns how many bytes the body of a request may have.
func bodyLimit(r *http.Request) int64 {
	if path := r.URL.Path; path == "/import" || strings.HasPrefix(path, "/as/") && strings.HasSuffix(path, "/import") && strings.Count(path, "/") == 3 {
		return maxUpload
	}
	return maxBody
}

// MayImport reports whether the visitor can import records.
func (v *visitor) MayImport() bool {
	return v.Known() && v.site.service.Commands().Find("import").MayBeUsed(v.User, v.site.service.Guests) == nil
}

// uploadRecord imports the record in a file. Nothing is read from visitors who may not do that.
func (s *Site) uploadRecord(w http.ResponseWriter, r *http.Request, v *visitor) {
	may := v.MayImport()
	if !may {
		r.Body = http.NoBody
	}
	s.inTurn(w, r, v, func(w http.ResponseWriter, r *http.Request, v *visitor) {
		if !may {
			s.explain(w, r, v, http.StatusForbidden, v.Say("Sign in first: say `web` to the bot in your chat, and open the link that it gives you."))
			return
		}
		if !s.acceptForm(w, r, v) {
			return
		}
		request := formRequest(r, v, "import")
		if _, sent, err := r.FormFile("attachment"); err == nil {
			request.File = &bot.Attachment{Name: sent.Filename, Read: reader(sent)}
		} else if !errors.Is(err, http.ErrMissingFile) {
			s.refuse(w, r, http.StatusBadRequest)
			return
		}
		s.carryOut(w, r, v, request, "")
	})
}

// reader returns the function that reads a file that was sent with a form.
func reader(sent *multipart.FileHeader) func(context.Context, int) ([]byte, error) {
	return func(_ context.Context, most int) ([]byte, error) {
		if sent.Size > int64(most) {
			return nil, bot.ErrTooLarge
		}
		f, err := sent.Open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return io.ReadAll(f)
	}
}
