package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"raumbot/storage"
)

// A running bot has the database for itself. Whoever may read the file asks it for a copy by a
// socket beside the file: one line "copy LENGTH" and so many bytes, or one line "error SENTENCE".

// copyTime bounds how long a copy may take: while it lasts the database cannot use its space again.
const copyTime = 30 * time.Minute

// socketOf returns where copies of a database are to be had.
func socketOf(database string) string { return database + ".sock" }

// Offer gives copies of the store to those who ask, one after the other, until stop is called.
func Offer(database string, store *storage.Store, log *slog.Logger) (stop func(), err error) {
	listener, err := listenPrivately(socketOf(database))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			asking, err := listener.Accept()
			if err != nil {
				return // closed
			}
			if err := giveCopy(ctx, asking, store); err != nil {
				log.Warn("no copy was given", "err", err)
			}
		}
	})
	return func() {
		cancel()
		listener.Close()
		os.Remove(socketOf(database))
		serving.Wait()
	}, nil
}

// listenPrivately makes a socket that is never open to other users, and takes the place of
// one that a crash has left. It is made in a folder of its own, because a socket is born
// with the permissions that the process happens to give.
func listenPrivately(path string) (net.Listener, error) {
	folder, err := os.MkdirTemp(filepath.Dir(path), ".raumbot-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	birth := filepath.Join(folder, "s")
	name, release, err := socketName(birth)
	if err != nil {
		return nil, err
	}
	defer release()
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(birth, 0o600), os.Rename(birth, path)); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// longestSocket is how long the name of a socket may be, in bytes: what every system takes.
const longestSocket = 100

// socketName returns a name by which a socket can be made or reached until release is called. Where the path is
// too long it leads by the folder, which is held open.
func socketName(path string) (name string, release func(), err error) {
	if len(path) <= longestSocket {
		return path, func() {}, nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	name = fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), filepath.Base(path))
	if _, err := os.Stat(filepath.Dir(name)); err != nil || len(name) > longestSocket {
		folder.Close()
		return "", nil, fmt.Errorf("%s is too long for the name of a socket, of at most %d bytes: give the database a shorter one", path, longestSocket)
	}
	return name, func() { folder.Close() }, nil
}

func giveCopy(ctx context.Context, to net.Conn, store *storage.Store) error {
	defer to.Close()
	defer context.AfterFunc(ctx, func() { to.Close() })()
	if err := to.SetDeadline(time.Now().Add(copyTime)); err != nil {
		return err
	}
	begun := false
	err := store.Copy(ctx, func(length int64) (io.Writer, error) {
		begun = true
		_, err := fmt.Fprintf(to, "copy %d\n", length)
		return to, err
	})
	if err != nil && !begun {
		fmt.Fprintf(to, "error %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	return err
}

// Ask has the bot that uses a database write a copy of it into a new file.
func Ask(ctx context.Context, database, file string) error {
	name, release, err := socketName(socketOf(database))
	if err != nil {
		return err
	}
	defer release()
	var dialer net.Dialer
	bot, err := dialer.DialContext(ctx, "unix", name)
	if err != nil {
		return fmt.Errorf("%s %w by a program that gives no copies (%v): stop it first", database, storage.ErrInUse, err)
	}
	defer bot.Close()
	defer context.AfterFunc(ctx, func() { bot.Close() })()
	from := bufio.NewReader(bot)
	head, err := from.ReadString('\n')
	if err != nil {
		return fmt.Errorf("the bot that uses %s does not answer: %w", database, err)
	}
	if sentence, ok := strings.CutPrefix(strings.TrimSpace(head), "error "); ok {
		return errors.New(sentence)
	}
	var length int64
	if _, err := fmt.Sscanf(head, "copy %d\n", &length); err != nil {
		return fmt.Errorf("the program that uses %s answers %.40q, which is no copy: is it another raumbot?", database, head)
	}
	return Create(file, func(w io.Writer) error {
		if _, err := io.CopyN(w, from, length); errors.Is(err, io.EOF) {
			return errors.New("the bot stopped before the copy was complete: ask again")
		} else if err != nil {
			return err
		}
		return nil
	})
}
