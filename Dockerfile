# Tests, then a static binary, then an image with nothing else in it.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go vet -tags goolm ./... && CGO_ENABLED=0 go test -tags goolm ./...
RUN CGO_ENABLED=0 go build -tags goolm -trimpath -ldflags="-s -w" -o /out/raumbot . && mkdir /out/data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/raumbot /raumbot
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
WORKDIR /data
ENTRYPOINT ["/raumbot"]
