package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// helpText is what a command says of itself when it is asked with -h: it is no failure.
type helpText string

func (h helpText) Error() string { return string(h) }

// newFlags returns the flags of a command, of which none is defined yet.
func newFlags(command string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// readFlags parses flags, which may stand before, between and after the arguments, and returns the
// arguments. The error is a usageError, or a helpText for -h and --help.
func readFlags(flags *flag.FlagSet, args []string, usage string) (words []string, err error) {
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, explain(flags, usage)
		} else if err != nil {
			return nil, usageError(fmt.Sprintf("%v; %s", err, usage))
		}
		if flags.NArg() == 0 {
			return words, nil
		}
		words = append(words, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// explain returns the usage of a command, and below it what each of its flags means.
func explain(flags *flag.FlagSet, usage string) helpText {
	var b strings.Builder
	b.WriteString(usage + "\n")
	flags.VisitAll(func(f *flag.Flag) {
		dashes := "--"
		if len(f.Name) == 1 {
			dashes = "-"
		}
		fmt.Fprintf(&b, "  %-16s %s\n", dashes+f.Name, f.Usage)
	})
	return helpText(b.String())
}
