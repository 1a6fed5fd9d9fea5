# The project's jobs. Each is one script, so that CI and a person run the same thing.
SHELL := /bin/bash
.DEFAULT_GOAL := help

DNP := .build/release/dnp
PREFIX ?= /usr/local

.PHONY: help run build build-net install uninstall dist test lint format bench traces oracle oracle-histories fuzz kills clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do \
	  printf 'make %-16s %s\n' "$$name" "$$text"; done

run: build ## build dnp and open the console; ARGS go to dnp
	@$(DNP) $(ARGS)

build: ## install missing libraries, then build .build/release/dnp
	@.ci/bootstrap
	@.ci/build dnp

build-net: ## build .build/release/dnp-net, which live runs and dnp serve need
	@.ci/bootstrap
	@.ci/build dnp-net

install: ## install what is built under PREFIX (/usr/local); builds dnp if it is missing
	@[[ -x $(DNP) ]] || $(MAKE) build
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/install

uninstall: ## remove what `make install` put under PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/install remove

dist: build ## pack what is built: a tarball, on Debian also .deb files, in .build/dist
	@.ci/dist tarball $(if $(shell command -v dpkg-deb),deb)

test: ## everything CI checks
	@.ci/test

lint: ## check the formatting
	@.ci/bootstrap swift
	@.ci/lint

format: ## rewrite every Swift file in the house format
	@.ci/bootstrap swift
	swift format -i -p -r Package.swift Sources Tests

bench: ## measure the simulation; ARGS go to dnp-bench
	@.ci/bootstrap
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
	@.ci/build tests dnp
	@DNP_KILLS=$(or $(N),10000) \
	  swift test -c release --skip-build --disable-xctest --filter SessionKillTests

oracle: ## generate the oracle fixtures afresh; fails if one changes
	@.ci/oracle

clean: ## remove everything that was built
	rm -rf .build
