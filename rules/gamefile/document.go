package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxSize is the greatest size of a file, in bytes.
const MaxSize = 256 << 10

// maxDepth limits the nesting of arrays and tables.
const maxDepth = 16

// document holds the values of a TOML file, with the line of each.
type document struct {
	file   string
	values map[string]any
	lines  map[string]int // by path: "piece[2].moves[0].angle"
}

// parse parses TOML. The error is of type [Mistakes] and has the line.
func parse(file string, text []byte) (*document, error) {
	mistake := func(line int, format string, arguments ...any) error {
		return Mistakes{{File: file, Line: line, Problem: fmt.Sprintf(format, arguments...)}}
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	switch {
	case len(text) > MaxSize:
		return nil, mistake(0, "the file has %d bytes; the most is %d", len(text), MaxSize)
	case !utf8.Valid(text):
		return nil, mistake(0, "the file is not UTF-8 text")
	case depth(text) > maxDepth:
		return nil, mistake(0, "brackets are nested too deep")
	}
	d := &document{file: file, lines: map[string]int{}}
	if err := toml.Unmarshal(text, &d.values); err != nil {
		var syntax *toml.DecodeError
		if errors.As(err, &syntax) {
			line, _ := syntax.Position()
			return nil, mistake(line, "not TOML: %s", strings.TrimPrefix(syntax.Error(), "toml: "))
		}
		return nil, mistake(0, "not TOML: %s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	d.locate(text)
	return d, nil
}

// depth returns the greatest number of open brackets, including those in strings.
func depth(text []byte) int {
	open, most := 0, 0
	for _, b := range text {
		switch b {
		case '[', '{':
			open++
			most = max(most, open)
		case ']', '}':
			open = max(0, open-1)
		}
	}
	return most
}

// locate records the line of each key. The text must be valid TOML.
func (d *document) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	counts := map[string]int{}
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			path, line := d.keyPath(&p, e.Key(), "", counts)
			if e.Kind == unstable.ArrayTable {
				counts[path]++
				path = fmt.Sprintf("%s[%d]", path, counts[path]-1)
			} else if n := counts[path]; n > 0 {
				path = fmt.Sprintf("%s[%d]", path, n-1)
			}
			table = path
			d.lines[path] = line
		case unstable.KeyValue:
			d.locateValue(&p, e, table)
		}
	}
}

// keyPath appends a dotted key to a path; arrays of tables are resolved to their
// last table.
func (d *document) keyPath(p *unstable.Parser, key unstable.Iterator, path string, counts map[string]int) (string, int) {
	line := 0
	for key.Next() {
		if n := counts[path]; n > 0 {
			path = fmt.Sprintf("%s[%d]", path, n-1)
		}
		path = join(path, string(key.Node().Data))
		if line == 0 {
			line = p.Shape(key.Node().Raw).Start.Line
		}
	}
	return path, line
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// locateValue records the lines of a key and of the keys in its value.
func (d *document) locateValue(p *unstable.Parser, e *unstable.Node, table string) {
	path, line := d.keyPath(p, e.Key(), table, nil)
	d.lines[path] = line
	d.locateInside(p, e.Value(), path)
}

func (d *document) locateInside(p *unstable.Parser, value *unstable.Node, path string) {
	if value.Kind != unstable.InlineTable && value.Kind != unstable.Array {
		return
	}
	children := value.Children()
	for i := 0; children.Next(); i++ {
		child := children.Node()
		if value.Kind == unstable.InlineTable {
			d.locateValue(p, child, path)
			continue
		}
		element := fmt.Sprintf("%s[%d]", path, i)
		d.locateInside(p, child, element)
		// The line of a table in an array is that of its first key.
		if child.Kind == unstable.InlineTable {
			if first := child.Children(); first.Next() {
				_, d.lines[element] = d.keyPath(p, first.Node().Key(), "", nil)
			}
		}
	}
}

// line returns the line of a path, or of its longest prefix that has one.
func (d *document) line(path string) int {
	for path != "" {
		if line := max(d.lines[path], d.lines[path+"[0]"]); line > 0 {
			return line
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}
