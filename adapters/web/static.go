package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed static
var staticFiles embed.FS

// file is a file to be served.
type file struct {
	body, gzipped []byte // gzipped is the compressed body; nil unless that is much smaller
	kind, hash    string
}

// newFile returns a file with the given contents. It also compresses them, if that saves at least a
// tenth.
func newFile(body []byte, kind string) *file {
	sum := sha256.Sum256(body)
	f := &file{body: body, kind: kind, hash: base64.RawURLEncoding.EncodeToString(sum[:9])}
	if gzipped := compressed(body); len(gzipped) < len(body)*9/10 {
		f.gzipped = gzipped
	}
	return f
}

// jsonFile returns data as a JSON file.
func jsonFile(data any) (*file, error) {
	body, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return newFile(body, kindOf(".json")), nil
}

// compressor compresses with gzip. It reuses its writers, each of which takes most of a megabyte.
type compressor struct {
	level int
	pool  sync.Pool
}

var smallestGzip, fastestGzip = compressor{level: gzip.BestCompression}, compressor{level: gzip.BestSpeed}

// compress writes the compressed body to w.
func (p *compressor) compress(w io.Writer, body []byte) {
	z, _ := p.pool.Get().(*gzip.Writer)
	if z == nil {
		var err error
		if z, err = gzip.NewWriterLevel(w, p.level); err != nil {
			panic(err) // only for an invalid level
		}
	}
	z.Reset(w)
	_, _ = z.Write(body) // the visitor may have gone
	_ = z.Close()
	z.Reset(io.Discard) // the pool must not keep w alive
	p.pool.Put(z)
}

func compressed(body []byte) []byte {
	var out bytes.Buffer
	smallestGzip.compress(&out, body)
	return out.Bytes()
}

// statics returns the embedded files by path.
var statics = sync.OnceValue(func() map[string]*file {
	all := map[string]*file{}
	err := fs.WalkDir(staticFiles, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := staticFiles.ReadFile(name)
		if err == nil {
			all[strings.TrimPrefix(name, "static/")] = newFile(body, kindOf(name))
		}
		return err
	})
	if err != nil {
		panic(err) // they are embedded, so the tests would fail first
	}
	return all
})

// kindOf returns the media type of a file by its extension. It consults the system's table only for
// extensions that it does not know, because that table differs between systems.
func kindOf(name string) string {
	kinds := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
		".json": "application/json", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json"}
	if kind := kinds[path.Ext(name)]; kind != "" {
		return kind
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// staticURL returns the address of an embedded file, which includes its hash; empty if there is no
// such file.
func staticURL(name string) template.URL {
	f := statics()[name]
	if f == nil {
		return ""
	}
	return template.URL("/static/" + name + "?v=" + f.hash)
}

func (s *Site) static(w http.ResponseWriter, r *http.Request) {
	f := statics()[r.PathValue("name")]
	if f == nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	f.serve(w, r)
}

// serve sends a file. If requested with its hash it can be cached for a year, else it must be
// revalidated.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("v") == f.hash {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	f.send(w, r)
}

// send sends the contents of a file, compressed if the browser accepts that. It answers 304 if the
// browser has them already.
func (f *file) send(w http.ResponseWriter, r *http.Request) {
	h, tag := w.Header(), `"`+f.hash+`"`
	h.Set("Content-Type", f.kind)
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.body
	if f.gzipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.gzipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the visitor may have gone
	}
}

// minCompressed is the size in bytes from which a response is compressed.
const minCompressed = 1400

// write sends a response, compressed if that is worth it and the browser accepts gzip.
func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if len(body) >= minCompressed && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			fastestGzip.compress(w, body)
		}
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, bytes.NewReader(body))
	}
}

// wantsJSON reports whether a request comes from a script that wants data instead of a page.
func wantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json")
}

// writeJSON sends data as JSON.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		http.Error(w, "Something went wrong.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	write(w, r, status, body)
}
