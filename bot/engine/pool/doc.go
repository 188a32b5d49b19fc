// Package pool limits how many searches run at once, and shares the places fairly among the rooms
// and players that wait for one.
//
//	pool.go   Pool: its lines of jobs, and how many of them run
package pool
