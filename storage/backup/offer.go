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

// A running bot has the database to itself. Everybody who may read the file can get a copy over a
// socket beside it: one line "copy LENGTH" and as many bytes, or one line "error SENTENCE".

// copyTime limits how long a copy may take: until it ends the database cannot reuse space.
const copyTime = 30 * time.Minute

// socketOf returns the path of the socket that serves copies of a database.
func socketOf(database string) string { return database + ".sock" }

// Offer serves copies of the store, one at a time, until stop is called.
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

// listenPrivately listens on a socket that is never accessible to other users, replacing one
// left by a crash. The socket is created in a private folder, because its initial
// permissions depend on the process's umask.
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

// longestSocket is a length of socket paths, in bytes, that every system supports.
const longestSocket = 100

// socketName returns a path by which a socket can be created or reached until release is called. If
// the real path is too long, the returned one goes through a file descriptor of the folder.
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

// Ask has the bot that uses a database write a copy to a new file.
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
