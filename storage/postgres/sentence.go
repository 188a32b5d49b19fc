package postgres

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// unsuitable means that a server is not what target_session_attrs in the URL asks for.
type unsuitable struct{ error }

func (u *unsuitable) Unwrap() error { return u.error }

// noRights is the error code of the server for what a user may not do.
const noRights = "42501"

// Sentence turns an error of opening into a sentence for the operator.
func Sentence(err error) error {
	var refused *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.Is(err, ErrHeld):
		return err
	case errors.As(err, &refused):
		switch refused.Code {
		case "28P01", "28000":
			return fmt.Errorf("the server of the database does not let this user in: check user and password in its URL, and the server's pg_hba.conf (%s)", refused.Message)
		case "3D000":
			return fmt.Errorf("the server has no such database: make it with createdb, or mend the URL (%s)", refused.Message)
		case noRights:
			return fmt.Errorf("the user may not do that in the database: grant it CREATE on the database, or make the schema beforehand and give it to the user (%s)", refused.Message)
		case "42P01":
			return errors.New("there is no raumbot in this schema of the database, or the user may not use it: check the schema in its URL")
		case readOnlyServer:
			return errors.New("the server of the database cannot be written to: name the primary, or several hosts with target_session_attrs=read-write")
		case "08P01":
			return fmt.Errorf("something between raumbot and the server of the database does not let everything pass: PgBouncer must pool sessions, not transactions; best name the server itself (%s)", refused.Message)
		case "53300":
			return fmt.Errorf("the server of the database has no connection left: raise its max_connections, or lower pool_max_conns in the URL (%s)", refused.Message)
		}
	case errors.As(err, &connect):
		return &unreachable{err, connect}
	}
	return err
}

// readingSentence is [Sentence] for who only reads.
func readingSentence(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == noRights {
		return fmt.Errorf("the user may not read the database: grant it USAGE on the schema, and SELECT on all tables in it (%s)", refused.Message)
	}
	return Sentence(err)
}

// unreachable says why no server can be reached: each reason once, though several addresses of a
// host may have been tried, with TLS and without.
type unreachable struct {
	error
	connect *pgconn.ConnectError
}

func (u *unreachable) Unwrap() error { return u.error }

// Error returns a sentence for the operator.
func (u *unreachable) Error() string {
	var reasons []string
	cause := u.connect.Unwrap()
	if several, ok := errors.Unwrap(cause).(interface{ Unwrap() []error }); ok { // no address of any host is known
		cause = errors.Join(several.Unwrap()...)
	}
	for _, reason := range leaves(cause) {
		if text := reason.Error(); !slices.Contains(reasons, text) {
			reasons = append(reasons, text)
		}
	}
	why := strings.Join(reasons, "; ")
	if unfit := new(unsuitable); errors.As(u.error, &unfit) {
		return fmt.Sprintf("no server of the database that can be reached is what target_session_attrs in its URL asks for: name the primary, with target_session_attrs=read-write, or promote a standby (%s)", why)
	}
	if words := tlsWords(u.error); words != "" {
		return fmt.Sprintf("%s (%s)", words, why)
	}
	return fmt.Sprintf("the server of the database cannot be reached: see whether it runs, and check host and port in its URL (%s)", why)
}

// refusedTLS is the text of the driver's error for a server without TLS, which has no type.
const refusedTLS = "server refused TLS connection"

// tlsWords says what is wrong with the TLS of a server, or "" if its connection failed for another
// reason.
func tlsWords(err error) string {
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &verification), errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid):
		return "the certificate of the server of the database is not accepted: name the file with the certificate of its authority, as sslrootcert=FILE in the URL, and the host as the certificate does"
	case strings.Contains(err.Error(), refusedTLS):
		return "the server of the database refuses TLS, which sslmode in its URL asks for: set ssl = on there"
	}
	return ""
}

// leaves returns the errors that an error joins.
func leaves(err error) (all []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	for _, e := range joined.Unwrap() {
		all = append(all, leaves(e)...)
	}
	return all
}
