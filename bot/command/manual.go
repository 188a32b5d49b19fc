package command

import (
	"fmt"
	"strings"
)

// Manual returns a page of Markdown: a table of the commands, then a section
// with the full help of each.
func Manual(commands []*Command) string {
	var out strings.Builder
	out.WriteString("| Say | to |\n|---|---|\n")
	for _, c := range commands {
		fmt.Fprintf(&out, "| `%s` | %s |\n", strings.ReplaceAll(c.Usage(), "|", `\|`), lower(c.Brief))
	}
	for _, c := range commands {
		fmt.Fprintf(&out, "\n## %s\n\n`%s`: %s.", c.Name, c.Usage(), lower(c.Brief))
		if c.Detail != "" {
			out.WriteString("\n" + c.Detail)
		}
		out.WriteString("\n")
		if len(c.Params) > 0 {
			out.WriteString("\n")
		}
		for _, p := range c.Params {
			word := p.UsageWord()
			if p.Kind == Choice {
				word = strings.Join(p.Choices, "`, `")
			}
			fmt.Fprintf(&out, "- `%s`: %s.\n", word, lower(p.Help))
		}
		fmt.Fprintf(&out, "\nFor example: `%s`.", c.Example)
		if len(c.Aliases) > 0 {
			fmt.Fprintf(&out, " Also: `%s`.", strings.Join(c.Aliases, "`, `"))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// lower returns a text with its first letter in lower case.
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }
