# Secateur: build, test, measure. `make help` lists the targets.

EXE ?= secateur
# If set, the program declares the switches and parameters of the search to every client, like
# `uci expert` (docs/dev/openbench.md).
TUNABLE ?=
# The build folder of cargo; CARGO_TARGET_DIR overrides it.
BUILDS := $(or $(CARGO_TARGET_DIR),target)
ifeq ($(OS),Windows_NT)
    SUFFIX   := .exe
    EXE_FILE := $(patsubst %.exe,%,$(EXE)).exe
else
    SUFFIX   :=
    EXE_FILE := $(EXE)
endif
BUILT := $(BUILDS)/release/secateur$(SUFFIX)
LAB   := secateur-lab$(SUFFIX)

.PHONY: build pgo lab install uninstall dist test perft bench expected-bench signature \
	bench-perft bench-latency bench-train strength techniques soak models sanitize \
	valgrind fuzz fuzz-all lint help clean

build: ## Build the engine to ./secateur; OpenBench calls make EXE=name
	cargo build --release $(if $(TUNABLE),--features tunable)
	cp $(BUILT) $(EXE_FILE)

PACKAGE ?= secateur
pgo: ## Build by profile-guided optimization, 4 to 8 % faster; make pgo PACKAGE=secateur-lab
	profile=$$(.ci/pgo native $(PACKAGE)) && \
	RUSTFLAGS="-C target-cpu=native -C profile-use=$$profile" cargo build --release -p $(PACKAGE) --target-dir $(BUILDS)/pgo/build
	cp $(BUILDS)/pgo/build/release/$(PACKAGE)$(SUFFIX) $(if $(filter secateur,$(PACKAGE)),$(EXE_FILE),.)

lab: ## Build the laboratory (experiments, matches, training) to ./secateur-lab
	cargo build --release -p secateur-lab
	cp $(BUILDS)/release/$(LAB) .

PREFIX ?= /usr/local
INTO   := $(DESTDIR)$(PREFIX)
SHARE  := $(INTO)/share
DOC    := $(SHARE)/doc/secateur
EPD    := $(SHARE)/secateur/epd
BASH   := $(SHARE)/bash-completion/completions
ZSH    := $(SHARE)/zsh/site-functions
FISH   := $(SHARE)/fish/vendor_completions.d
PROGRAM = $(abspath $(EXE_FILE))

install: ## Install program, manual pages, completions, suites and licence to PREFIX (/usr/local)
	[ -x "$(PROGRAM)" ] || $(MAKE) build
	mkdir -p $(INTO)/bin $(SHARE)/man/man1 $(DOC) $(EPD) $(BASH) $(ZSH) $(FISH)
	cp "$(PROGRAM)" $(INTO)/bin/
	"$(PROGRAM)" --version
	cp LICENSE README.md CHANGELOG.md $(DOC)/
	cp epd/*.epd epd/README.md $(EPD)/
	"$(PROGRAM)" man --out $(SHARE)/man/man1
	"$(PROGRAM)" completions bash > $(BASH)/secateur
	"$(PROGRAM)" completions zsh > $(ZSH)/_secateur
	"$(PROGRAM)" completions fish > $(FISH)/secateur.fish

uninstall: ## Remove the files of `make install` from PREFIX
	rm -f $(INTO)/bin/$(notdir $(EXE_FILE)) $(SHARE)/man/man1/secateur.1 $(SHARE)/man/man1/secateur-*.1
	rm -f $(BASH)/secateur $(ZSH)/_secateur $(FISH)/secateur.fish
	rm -rf $(DOC) $(SHARE)/secateur

dist: ## Build the archive of this system in target/dist
	.ci/dist

# Slow tests are in modules called `slow`. The tests that need data beside the repository run where
# the data are, or where SHARED_DATA=required; elsewhere they are reported as ignored.
SHARED    := $(or $(SECATEUR_SHARED),../shared)
WITH_DATA := $(or $(wildcard $(SHARED)/data),$(filter required,$(SHARED_DATA)))

test: .venv/ready ## Run all tests with assertions, then perft and table tests optimized
	cargo test --workspace $(if $(WITH_DATA),-- --include-ignored)
	$(if $(WITH_DATA),,cargo test --test search slow:: -- --ignored)
	cargo test --profile optimized-tests --test rules $(if $(WITH_DATA),-- --include-ignored)
	cargo test --profile optimized-tests --test search table::

perft: ## Check the perft suites up to 10^8 leaves per entry
	cargo build --release
	$(BUILT) perft --suite epd/perft-standard.epd --max-nodes 100000000
	$(BUILT) perft --suite epd/perft-tricky.epd --max-nodes 100000000
	$(BUILT) perft --suite epd/perft-chess960.epd --max-nodes 100000000

bench: ## Print the bench node count and the speed
	cargo build --release
	$(BUILT) bench

expected-bench: # Print the bench node count of the last `Bench: N` in the history
	@git log -1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: \([0-9]*\).*/\1/p' | tail -1

# With another profile, the program is the one that `cargo test` builds; `make test` has built it.
PROFILE := release
signature: ## Compare the bench node count with the last `Bench: N` in the history
	$(if $(filter release,$(PROFILE)),cargo build --release,cargo test --profile $(PROFILE) --test rules --no-run)
	@expected=$$($(MAKE) --no-print-directory expected-bench); \
	found=$$($(subst /release/,/$(PROFILE)/,$(BUILT)) bench | tail -1 | cut -d' ' -f1); \
	echo "expected $$expected, found $$found"; [ "$$expected" = "$$found" ]

bench-perft: ## Measure perft beside cozy-chess and shakmaty
	cargo bench --bench perft

bench-latency: ## Measure the latency of stop and isready
	cargo bench --bench latency

bench-train: ## Measure the speed of the network trainer
	cargo bench -p secateur-lab --bench train

models: ## Check all interleavings of the shared state of threads
	cargo test --test models-memory --test models-scoped -- --nocapture

# Build scripts and macros run here, not under the sanitizer: they get the flags of any build.
HOST_FLAGS := -Zhost-config -Ztarget-applies-to-host --config target-applies-to-host=false --config 'host.rustflags=["-Ctarget-cpu=native"]'
HOST = $(shell rustc -vV | sed -n 's/^host: //p')

sanitize: ## Run the searches with eight threads under the address sanitizer
	RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address -Ctarget-cpu=x86-64-v3" \
	cargo $(HOST_FLAGS) test --target $(HOST) --target-dir target/sanitize --test search smp::

valgrind: ## Run the searches with eight threads under valgrind, without AVX-512
	RUSTFLAGS="-Ctarget-cpu=x86-64-v3" CARGO_TARGET_$(shell echo $(HOST) | tr a-z- A-Z_)_RUNNER="valgrind -q --error-exitcode=9" \
	cargo test --target-dir target/valgrind --test search smp::

strength: ## Write the tables and plots of the notebook again, from its data
	WRITE_STRENGTH=1 cargo test -p secateur-lab --test research -- strength:: experiments::

techniques: ## Regenerate docs/dev/techniques.md: techniques, defaults, choices
	WRITE_TECHNIQUES=1 cargo test --test search the_page

HOURS := 1
soak: ## Play self-play games for HOURS and check everything
	cargo build --release
	SOAK_HOURS=$(HOURS) SOAK_ENGINE=$(BUILT) cargo test --test soak

TARGET  := fen
SECONDS := 60

fuzz: ## Fuzz one target: make fuzz TARGET=fen SECONDS=60
	fuzz/run $(TARGET) $(SECONDS)

fuzz-all: ## Fuzz every target for SECONDS each
	@failed=; for target in $$(ls tests/corpus lab/tests/corpus | grep -v :); do \
		fuzz/run $$target $(SECONDS) || failed="$$failed $$target"; \
	done; [ -z "$$failed" ] || { echo "findings in:$$failed"; exit 1; }

lint: ## Check format, clippy and rustdoc; warnings are errors
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cd fuzz && cargo fmt --check && cargo fetch --locked --quiet
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items --quiet

.venv/ready: ## Install python-chess for tests/protocol/client.rs
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet "chess>=1.11,<2"
	touch .venv/ready

clean: ## Remove build output
	cargo clean
	rm -rf .venv fuzz/target $(EXE_FILE) $(LAB)

help: ## Print this list
	@grep -E '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18
