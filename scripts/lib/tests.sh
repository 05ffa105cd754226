# shellcheck shell=bash
# Sourced by scripts/check and scripts/test, after shared.sh: the test program and its phases.

# The phases of Tests/ErosTestSupport/TestPhase.swift, in order. They run after all other tests.
# shellcheck disable=SC2034  # used by the scripts that source this one
later_phases=(servers own-server time-limits)

# prepare_tests [ARGUMENT …]: sets the command that runs the tests. The arguments are those of scripts/check.
prepare_tests() {
  # Without a limit, all tests start together and wait for a thread while their time limits run.
  export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(($(getconf _NPROCESSORS_ONLN) * 2))
  # Without arguments, each phase has tests.
  runs_all_tests=
  if [ $# -eq 0 ]; then runs_all_tests=1; fi
  # `swift test` plans the build once more, which takes 15 s, and starts this program, which colors its output in a pipe.
  tests=(swift test --skip-build --disable-xctest)
  without_colors=(cat)
  if [ "$(uname)" = Linux ] && { [ $# -eq 0 ] || [ "$1" = --changed ]; }; then
    # A test that waits for ever would otherwise end with the job, which does not say which test it is.
    tests=(timeout --foreground --kill-after 10 30m
      "$(swift build --show-bin-path)/erosPackageTests.xctest" --testing-library swift-testing)
    without_colors=(sed -u $'s/\033\\[[0-9;]*m//g')
  fi
}

# run_tests EVENTS [ARGUMENT …]: runs tests, and writes their events into a file.
run_tests() {
  local file=$1 log status=0
  log=$(mktemp)
  shift
  # The package has no XCTest tests; without the switch their empty summary is printed too.
  # The tests of other phases run later, so their lines are omitted.
  # Failures are repeated at the end, where a truncated log still has them.
  run "${tests[@]}" --event-stream-output-path "$file" --event-stream-version 0 "$@" 2>&1 |
    "${without_colors[@]}" | tee "$log" | { grep -v --line-buffered 'skipped: "phase ' || true; } || status=$?
  if [ "$status" -ne 0 ]; then grep -A 3 '^✘' "$log" >&2 || true; fi
  if [ "$status" -eq 124 ]; then
    note "The tests were ended after 30 minutes. These had started:"
    scripts/lib/skipped-tests --running "$file" >&2
  fi
  rm -f "$log"
  return "$status"
}

# run_phase PHASE EVENTS OUTPUT: runs the tests of a phase, which EVENTS lists as skipped, and writes their events
# into OUTPUT. Without such tests, there is no OUTPUT.
run_phase() {
  local selected
  selected=$(scripts/lib/skipped-tests --filter --phase "$1" "$2")
  if [ -n "$selected" ]; then
    EROS_TEST_PHASE=$1 run_tests "$3" --filter "$selected"
  elif [ -n "$runs_all_tests" ]; then
    fail "no test belongs to the phase '$1'"
  fi
}
