# The project's jobs. Each is one script, so that CI and a person run the same thing.
#
# There are two builds. `debug` is quick to compile, and what `run`, `check` and `test` use; `release`
# is optimised as a whole, and what is installed, packed and measured. `dnp --version` says which.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local

.PHONY: help run check test check-all build build-net install uninstall dist lint format generate bench traces oracle oracle-histories fuzz kills clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do \
	  printf 'make %-16s %s\n' "$$name" "$$text"; done

run: ## build the console quickly (.build/debug/dnp) and open it; ARGS go to dnp
	@.ci/bootstrap
	@.ci/build debug dnp
	@.build/debug/dnp $(ARGS)

check: ## after a change: build it and run the tests of what it touches
	@.ci/bootstrap test
	@.ci/check

test: ## everything CI checks
	@.ci/test

check-all: ## the tests, then what takes long: release build, packages, histories, kills, fuzzing
	@.ci/check-all

build: ## build what is installed, .build/release/dnp
	@.ci/bootstrap
	@.ci/build release dnp

build-net: ## build .build/release/dnp-net, which live runs and dnp serve need
	@.ci/bootstrap
	@.ci/build release dnp-net

install: ## install what is built under PREFIX (/usr/local); builds dnp if it is missing
	@[[ -x .build/release/dnp ]] || $(MAKE) build
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/install

uninstall: ## remove what `make install` put under PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/install remove

dist: build ## pack what is built: a tarball, on Debian also .deb files, in .build/dist
	@.ci/dist tarball $(if $(shell command -v dpkg-deb),deb)

lint: ## check the formatting
	@.ci/bootstrap swift
	@.ci/lint

format: ## rewrite every Swift file in the house format
	@.ci/bootstrap swift
	swift format -i -p -r Package.swift Sources Tests

generate: ## write the schemas and the tables of the pages from what the code declares
	@.ci/bootstrap
	@.ci/build debug dnp-generate
	@.build/debug/dnp-generate

bench: ## measure the simulation; ARGS go to dnp-bench
	@.ci/bootstrap test
	@.ci/bench $(ARGS)

traces: ## write the trace hashes of known runs to Tests/Traces/traces.txt
	@.ci/bootstrap
	@.ci/traces

oracle-histories: ## hold N random histories from SEED on against the outcome model
	@.ci/bootstrap swift
	@N=$(or $(N),2000) SEED=$(or $(SEED),1) .ci/histories --details

fuzz: ## feed N cases of hostile input to all that reads from outside, with sanitizers
	@.ci/bootstrap swift
	@.ci/fuzz $(or $(N),1000000)

kills: ## kill the console N times at random moments, and look what is kept
	@.ci/bootstrap test
	@.ci/build debug tests
	@.ci/build release dnp
	@DNP_KILLS=$(or $(N),10000) DNP_PROGRAM=$(CURDIR)/.build/release/dnp \
	  swift test --skip-build --disable-xctest --filter SessionKillTests

oracle: ## generate the oracle fixtures afresh; fails if one changes
	@.ci/oracle

clean: ## remove everything that was built
	rm -rf .build
