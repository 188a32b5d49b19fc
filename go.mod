module raumbot

go 1.26.0

require (
	github.com/agnivade/levenshtein v1.2.2 // edit distance, for "did you mean"
	github.com/buckket/go-blurhash v1.1.0 // blurred previews of pictures on Matrix
	github.com/bwmarrin/discordgo v0.29.0 // Discord's API: its types, rate limits and state
	github.com/creack/pty v1.1.24 // tests only: a terminal for the console
	github.com/fogleman/gg v1.3.0 // draws the pictures
	github.com/getkin/kin-openapi v0.152.0 // tests only: compares requests with Discord's own description of its API
	github.com/gorilla/websocket v1.5.3 // Discord's gateway, as discordgo uses it, and the gateway of the test server
	github.com/hashicorp/golang-lru/v2 v2.0.7 // bounded caches for concurrent use, also with an expiry
	github.com/jackc/pgx/v5 v5.12.0 // PostgreSQL: pipelines, several hosts, a pool; pure Go
	github.com/klauspost/compress v1.20.3 // zlib for PNG: half the time of the standard library, and smaller files
	github.com/pelletier/go-toml/v2 v2.4.3 // games, settings and words as TOML, with the line of every key
	github.com/prometheus/client_golang v1.25.0 // metrics and histograms in the format of operators' tools
	github.com/riverqueue/river v0.51.2 // the queue of searches on PostgreSQL: priorities, cancellation, unique jobs
	github.com/riverqueue/river/riverdriver/riverpgxv5 v0.51.2 // River's way to PostgreSQL
	github.com/riverqueue/river/rivertype v0.51.2 // River's types
	github.com/rs/zerolog v1.35.1 // mautrix logs with it; its warnings go to slog
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // tests only: compares the bodies of such requests, as it keeps the schemas that it has compiled
	github.com/tidwall/btree v1.8.2 // an ordered map that is copied at no cost: what is known of PostgreSQL's records
	go.etcd.io/bbolt v1.5.0 // the database in one file: transactions, no cgo
	go.mau.fi/util v0.10.0 // mautrix's database layer, a mutex per key, look-alike letters (UTS #39)
	golang.org/x/image v0.47.0 // the font Go Bold, and a parser for fonts
	golang.org/x/net v0.59.0 // reads mentions in HTML; the names of sites as browsers write them (IDNA); the endings of domains, to know names that apps show as links
	golang.org/x/sync v0.24.0 // requests side by side, and semaphores that wait with a context
	golang.org/x/term v0.47.0 // whether there is a terminal, its width, and editing of lines
	golang.org/x/text v0.43.0 // decomposes accented letters, for names that are typed or look alike
	golang.org/x/time v0.16.0 // token buckets, for rate limits
	maunium.net/go/mautrix v0.30.0 // the Matrix client; Olm and Megolm in pure Go with the tag goolm
	modernc.org/sqlite v1.53.0 // SQLite in pure Go, for mautrix's own store of keys
)

require (
	filippo.io/edwards25519 v1.2.0 // indirect
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/go-openapi/jsonpointer v0.22.5 // indirect
	github.com/go-openapi/swag/jsonname v0.25.5 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/gorilla/mux v1.8.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	github.com/kr/pretty v0.3.1 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/ncruces/go-strftime v1.0.0 // indirect
	github.com/oasdiff/yaml v0.1.1 // indirect
	github.com/oasdiff/yaml3 v0.0.14 // indirect
	github.com/petermattis/goid v0.0.0-20260816044145-ed329add6b1b // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/riverqueue/river/riverdriver v0.51.2 // indirect
	github.com/riverqueue/river/rivershared v0.51.2 // indirect
	github.com/tidwall/gjson v1.20.0 // indirect
	github.com/tidwall/match v1.2.0 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	golang.org/x/crypto v0.57.0 // indirect
	golang.org/x/exp v0.0.0-20260813180055-c1d0aacb2297 // indirect
	golang.org/x/sys v0.49.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
	modernc.org/libc v1.73.4 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.11.0 // indirect
)
