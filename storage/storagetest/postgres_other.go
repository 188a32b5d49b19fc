//go:build !unix

package storagetest

import "os/exec"

func (s *Server) own() error { return nil }

func (s *Server) lowerRights(*exec.Cmd) {}
