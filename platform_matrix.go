package main

import (
	"log/slog"

	"raumbot/adapters/matrix"
	"raumbot/config"
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
		Prefix:           s.Matrix.Prefix,
		Invites:          s.Matrix.Invites,
		Operators:        s.Matrix.Operators,
		AllowUnencrypted: s.Matrix.AllowUnencrypted,
		GameRooms:        s.Matrix.Games == config.InRoom,
		Log:              log,
	})
}
