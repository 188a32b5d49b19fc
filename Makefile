# Shorthand for the commands of README.md and DEVELOPING.md.

.PHONY: run test check docs bench docker release

run: ## start the console
	go run -tags goolm .

test: ## pass the tests
	go test -tags goolm ./...

check: ## everything that is checked before a change lands
	bash .ci/run

docs: ## write the generated pages and pictures
	go run ./docs/generate

bench: ## measure the rules core and the pictures
	go test -run '^$$' -bench . ./rules ./render
	cd bench && go test -run '^$$' -bench .

docker: ## build the image
	docker build -t raumbot .

release: ## build the program for all platforms into dist/
	bash tools/release.sh
