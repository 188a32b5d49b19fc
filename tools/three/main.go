// Command three makes the one file of three.js that the board in the browser uses: the published package of a pinned
// version, cut down to what is imported and made small by esbuild.
//
//	cd tools && go run ./three          writes ../adapters/web/static/board/three.js
//	cd tools && go run ./three -check   fails if that file is not what would be written
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

// The package, and the digest that its registry gives for it.
const (
	version   = "0.187.0"
	source    = "https://registry.npmjs.org/three/-/three-" + version + ".tgz"
	integrity = "Qiu7R+Cmh8CstZsY1uJOSWnVlfo7ZtNLV7mF8Jltk3LB3AtDu9cRZlcnRKkAk8Y4z6KKw35z7Y7Urd7jWY8etA=="
	largest   = 16 << 20 // bytes, packed
)

// used is all that the board's scripts import.
const used = `export {
	CustomBlending, DynamicDrawUsage, GLSL3, InstancedBufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer,
	InterleavedBufferAttribute, BufferAttribute, LinearFilter, LinearMipmapLinearFilter, Mesh, NoColorSpace, OneFactor,
	OneMinusSrcAlphaFactor, OrthographicCamera, RawShaderMaterial, Scene, Texture, WebGLRenderer,
} from "./package/build/three.module.js";
`

func main() {
	check := flag.Bool("check", false, "compare, and write nothing")
	out := flag.String("o", filepath.Join("..", "adapters", "web", "static", "board", "three.js"), "the file")
	flag.Parse()
	if err := run(*out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "three:", err)
		os.Exit(1)
	}
}

func run(out string, check bool) error {
	packed, err := fetch()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "three")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := unpack(packed, dir); err != nil {
		return err
	}
	made, err := bundle(dir)
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(out, made, 0o644)
	}
	kept, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	if !bytes.Equal(kept, made) {
		return fmt.Errorf("%s is not what three.js %s makes: run this command without -check", out, version)
	}
	return nil
}

// fetch downloads the package, and makes sure that it is the pinned one.
func fetch() ([]byte, error) {
	client := http.Client{Timeout: 2 * time.Minute}
	answer, err := client.Get(source)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", source, answer.Status)
	}
	packed, err := io.ReadAll(io.LimitReader(answer.Body, largest))
	if err != nil {
		return nil, err
	}
	sum := sha512.Sum512(packed)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != integrity {
		return nil, fmt.Errorf("%s has the digest %s, not %s", source, got, integrity)
	}
	return packed, nil
}

// unpack writes the built modules of the package and its licence into a directory.
func unpack(packed []byte, dir string) error {
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	for files := tar.NewReader(plain); ; {
		file, err := files.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if name := file.Name; name == "package/LICENSE" || strings.HasPrefix(name, "package/build/") && filepath.IsLocal(name) {
			content, err := io.ReadAll(files)
			if err != nil {
				return err
			}
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				return err
			}
		}
	}
}

// bundle makes one module of what is used, below the licence.
func bundle(dir string) ([]byte, error) {
	licence, err := os.ReadFile(filepath.Join(dir, "package", "LICENSE"))
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: used, ResolveDir: dir, Sourcefile: "used.js"},
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022, TreeShaking: api.TreeShakingTrue,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone,
		Banner: map[string]string{"js": "/* three.js " + version + "\n\n" + strings.TrimSpace(string(licence)) + "\n*/"},
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("esbuild: %s", result.Errors[0].Text)
	}
	return result.OutputFiles[0].Contents, nil
}
