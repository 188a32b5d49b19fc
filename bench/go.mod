module raumbot/bench

go 1.26.0

require (
	github.com/notnil/chess v1.10.0
	raumbot v0.0.0
)

replace raumbot => ../
