package main

import (
	"context"
	"log/slog"

	"raumbot/adapters/matrix"
	"raumbot/config"
	"raumbot/storage/postgres"
)

// matrixPlatform returns the Matrix adapter.
func (s *settings) matrixPlatform(log *slog.Logger) (chatPlatform, error) {
	return matrix.New(matrix.Options{
		Homeserver:       s.Matrix.Homeserver,
		User:             s.Matrix.User,
		Password:         s.Matrix.Password.Reveal(),
		Token:            s.Matrix.Token.Reveal(),
		Device:           s.Matrix.Device,
		RecoveryKey:      s.Matrix.RecoveryKey.Reveal(),
		RecoveryKeyFile:  s.MatrixRecoveryKey(),
		Store:            s.MatrixStore(),
		Server:           matrixServer(s.Config),
		Prefix:           s.Matrix.Prefix,
		Invites:          s.Matrix.Invites,
		Operators:        s.Matrix.Operators,
		AllowUnencrypted: s.Matrix.AllowUnencrypted,
		GameRooms:        s.Matrix.Games == config.InRoom,
		Log:              log,
	})
}

// matrixSchema is what is added to the name of the bot's schema for the one with the keys of Matrix.
const matrixSchema = "_matrix"

// matrixServer returns where the keys of Matrix are if the database is on a server: in a schema beside the bot's.
func matrixServer(c config.Config) matrix.Location {
	if !c.OnServer() {
		return matrix.Location{}
	}
	return matrix.Location{
		Name:   c.DatabaseName(),
		Away:   postgres.Away,
		Exists: func(ctx context.Context) (bool, error) { return postgres.HasSchema(ctx, c.Database, matrixSchema) },
		Connect: func(ctx context.Context, waiting func(error)) (matrix.Server, error) {
			return postgres.Pin(ctx, c.Database, matrixSchema, waiting)
		},
	}
}

// matrixStore returns where the keys of Matrix are that belong to a database.
func matrixStore(c config.Config) matrix.Location {
	if c.OnServer() {
		return matrixServer(c)
	}
	return matrix.Location{Name: c.MatrixStore()}
}
