# Tests, then a static binary, then an image with nothing else in it but the
# certificates by which it knows chat servers: no shell, no packages, no root.
# To build the same image again, pin this one by its digest: `docker buildx imagetools inspect golang:1.26-bookworm` shows it,
# and the line becomes FROM golang:1.26-bookworm@sha256:... AS build.
FROM golang:1.26-bookworm AS build
WORKDIR /src
ENV CGO_ENABLED=0 GOFLAGS=-trimpath
COPY go.mod go.sum ./
RUN go mod download && go mod verify
COPY . .
RUN go vet -tags goolm ./... && go test -timeout 30m -tags goolm ./...
RUN go build -tags goolm -ldflags="-s -w" -o /out/raumbot . && mkdir /out/data /out/backups && chmod 700 /out/data /out/backups

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/raumbot /raumbot
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/backups /backups
USER 65532:65532
ENV RAUMBOT_MONITOR=127.0.0.1:9464
VOLUME /data
# The database is raumbot.db in this folder, unless the configuration or the environment names another.
WORKDIR /data
HEALTHCHECK --interval=1m --timeout=15s --start-period=1m CMD ["/raumbot", "health"]
ENTRYPOINT ["/raumbot"]
