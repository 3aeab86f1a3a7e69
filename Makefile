# Secateur: build, test, measure. `make help` lists the targets.

EXE ?= secateur
# Set, the program tells every client of the switches and numbers of the search, as `uci expert` does (docs/openbench.md, Tuning).
TUNABLE ?=
# Where cargo builds, which its users may have moved.
BUILDS := $(or $(CARGO_TARGET_DIR),target)
ifeq ($(OS),Windows_NT)
    EXE_FILE := $(basename $(EXE)).exe
    BUILT    := $(BUILDS)/release/secateur.exe
else
    EXE_FILE := $(EXE)
    BUILT    := $(BUILDS)/release/secateur
endif

.PHONY: build install uninstall dist test perft bench promised signature bench-perft bench-latency bench-train strength soak models sanitize \
	valgrind fuzz fuzz-all lint help clean

build: ## Build the engine to ./$(EXE); testing frameworks call make EXE=name
	cargo build --release $(if $(TUNABLE),--features tunable)
	cp $(BUILT) $(EXE_FILE)

PREFIX ?= /usr/local
INTO   := $(DESTDIR)$(PREFIX)
SHARE  := $(INTO)/share
DOC    := $(SHARE)/doc/secateur
EPD    := $(SHARE)/secateur/epd
BASH   := $(SHARE)/bash-completion/completions
ZSH    := $(SHARE)/zsh/site-functions
FISH   := $(SHARE)/fish/vendor_completions.d

install: ## Program, manual pages, completions, suites and licence to PREFIX (/usr/local); builds first if there is no ./$(EXE)
	[ -x $(EXE_FILE) ] || $(MAKE) build
	mkdir -p $(INTO)/bin $(SHARE)/man/man1 $(DOC) $(EPD) $(BASH) $(ZSH) $(FISH)
	cp $(EXE_FILE) $(INTO)/bin/
	cp LICENSE README.md CHANGELOG.md $(DOC)/
	cp epd/*.epd epd/README.md $(EPD)/
	./$(EXE_FILE) man --out $(SHARE)/man/man1
	./$(EXE_FILE) completions bash > $(BASH)/secateur
	./$(EXE_FILE) completions zsh > $(ZSH)/_secateur
	./$(EXE_FILE) completions fish > $(FISH)/secateur.fish

uninstall: ## Remove from PREFIX what `make install` has put there
	rm -f $(INTO)/bin/$(notdir $(EXE_FILE)) $(SHARE)/man/man1/secateur.1 $(SHARE)/man/man1/secateur-*.1
	rm -f $(BASH)/secateur $(ZSH)/_secateur $(FISH)/secateur.fish
	rm -rf $(DOC) $(SHARE)/secateur

dist: ## Archives to hand on, in target/dist: x86-64-v2, -v3 and -v4, or this machine's own kind; each benched before it is packed
	.ci/dist

test: .venv/ready ## Every test: with assertions on, then the full perft suites in release
	cargo test
	cargo test --release --test perft --test rules --test table

perft: ## The perft suites to 10^8 leaves an entry, by the command line
	cargo build --release
	$(BUILT) perft --suite epd/perft-standard.epd --max-nodes 100000000
	$(BUILT) perft --suite epd/perft-tricky.epd --max-nodes 100000000
	$(BUILT) perft --suite epd/perft-chess960.epd --max-nodes 100000000

bench: ## The signature of the search and its speed
	cargo build --release
	$(BUILT) bench

promised: # The nodes that the last `Bench: N` of the history promises
	@git log -1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: \([0-9]*\).*/\1/p' | tail -1

signature: ## Does the search still visit the nodes that the last `Bench: N` of the history promises?
	cargo build --release
	@promised=$$($(MAKE) --no-print-directory promised); \
	found=$$($(BUILT) bench | tail -1 | cut -d' ' -f1); \
	echo "promised $$promised, found $$found"; [ "$$promised" = "$$found" ]

bench-perft: ## Perft beside cozy-chess and shakmaty, in one run
	cargo bench --bench perft

bench-latency: ## How fast stop and isready are answered
	cargo bench --bench latency

bench-train: ## How many positions a second the trainer of networks learns from
	cargo bench --bench train

models: ## What threads share, in every order of events that there can be
	cargo test --test models-memory --test models-pool -- --nocapture

# Build scripts and macros run here, not under the sanitizer: they get the flags of any build.
HOST_AS_EVER := -Zhost-config -Ztarget-applies-to-host --config target-applies-to-host=false --config 'host.rustflags=["-Ctarget-cpu=native"]'
HOST = $(shell rustc -vV | sed -n 's/^host: //p')

sanitize: ## Searches with eight threads under the address sanitizer (a flag of unstable Rust, with the stable compiler)
	RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address -Ctarget-cpu=x86-64-v3" \
	cargo $(HOST_AS_EVER) test --target $(HOST) --target-dir target/sanitize --test smp

valgrind: ## The same under valgrind, which knows no AVX-512
	RUSTFLAGS="-Ctarget-cpu=x86-64-v3" CARGO_TARGET_$(shell echo $(HOST) | tr a-z- A-Z_)_RUNNER="valgrind -q --error-exitcode=9" \
	cargo test --target-dir target/valgrind --test smp

strength: ## Tables and plot of docs/strength.md anew, from docs/strength.tsv
	WRITE_STRENGTH=1 cargo test --test strength

HOURS ?= 1
soak: ## HOURS of games of the engine with itself, the release build against one with assertions, everything watched
	cargo build --release
	SOAK_HOURS=$(HOURS) SOAK_ENGINE=$(BUILT) cargo test --test soak

TARGET  ?= fen
SECONDS ?= 60

fuzz: ## Fuzz one target for a while: make fuzz TARGET=fen SECONDS=60
	fuzz/run $(TARGET) $(SECONDS)

fuzz-all: ## Fuzz every target in turn, each for SECONDS, whatever the others find
	@failed=; for target in $$(ls tests/corpus); do \
		fuzz/run $$target $(SECONDS) || failed="$$failed $$target"; \
	done; [ -z "$$failed" ] || { echo "findings in:$$failed"; exit 1; }

lint: ## Formatting and lints, warnings are errors
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cd fuzz && cargo fmt --check && cargo fetch --locked --quiet
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --quiet

.venv/ready: ## The Python that tests/client.rs drives the engine with
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet "chess>=1.11,<2"
	touch .venv/ready

clean: ## Remove what was built
	cargo clean
	rm -rf .venv $(EXE_FILE)

help: ## This list
	@grep -E '^[a-z./-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18
