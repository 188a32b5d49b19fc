package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// variable is an environment variable with the function that stores its value. The error of set
// says what the value must be.
type variable struct {
	name string
	set  func(value string) error
}

// textVariable stores any text.
func textVariable(name string, target *string) variable {
	return variable{name, func(value string) error {
		*target = value
		return nil
	}}
}

// boolVariable stores true or false.
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

// numberVariable stores a whole number.
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

// readVariables stores the values of the variables that are set, in the order given. White space
// around a value is removed, because environment files may leave some, such as the carriage returns
// of Windows. A variable with white space alone counts as not set.
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
