package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// variable is a variable of the environment, and where its value goes. The error of set says what the value must be.
type variable struct {
	name string
	set  func(value string) error
}

// textVariable is a variable with any text.
func textVariable(name string, target *string) variable {
	return variable{name, func(value string) error {
		*target = value
		return nil
	}}
}

// boolVariable is a variable that is true or false.
func boolVariable(name string, target *bool) variable {
	return variable{name, func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("it must be true or false")
		}
		*target = on
		return nil
	}}
}

// numberVariable is a variable with a whole number.
func numberVariable(name string, target *int) variable {
	return variable{name, func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil {
			return errors.New("it must be a number")
		}
		*target = n
		return nil
	}}
}

// readVariables sets what the environment names, in the order given. Environment files may leave white space around values, as
// the carriage returns of Windows; a variable without anything else counts as missing.
func readVariables(getenv func(string) string, variables ...variable) error {
	for _, v := range variables {
		value := strings.TrimSpace(getenv(v.name))
		if value == "" {
			continue
		}
		if err := v.set(value); err != nil {
			return fmt.Errorf("%s is %q: %w", v.name, value, err)
		}
	}
	return nil
}
