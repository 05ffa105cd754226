# shellcheck shell=bash
# Sourced by scripts/check and scripts/test, after shared.sh: steps that run in parallel.

step_logs=$(mktemp -d)
step_names=()
step_groups=()

# start_steps FUNCTION …: starts functions in parallel. finish_steps prints the output of each.
start_steps() {
  local name
  # Each gets a process group, which an interrupted script can end.
  set -m
  for name in "$@"; do
    ("$name") >"$step_logs/$name" 2>&1 </dev/null &
    step_names+=("$name")
    step_groups+=($!)
  done
  set +m
}

# Waits for the started functions, and prints the output of each, of those that failed last. Fails if one fails.
finish_steps() {
  local index name failed=()
  for ((index = 0; index < ${#step_groups[@]}; index++)); do
    name=${step_names[index]}
    if wait "${step_groups[index]}"; then cat "$step_logs/$name"; else failed+=("$name"); fi
  done
  step_names=()
  step_groups=()
  if [ ${#failed[@]} -eq 0 ]; then return; fi
  for name in "${failed[@]}"; do cat "$step_logs/$name"; done
  fail "these steps failed: ${failed[*]}" "the output of each is above, after that of the other steps"
}

# Ends the functions that still run, for the trap of a script.
end_steps() {
  local group
  for group in ${step_groups[@]+"${step_groups[@]}"}; do kill -- "-$group" 2>/dev/null || true; done
  rm -rf "$step_logs"
}

# Gives a started function a lower priority than the tests that run beside it.
yield_processors() { renice -n 5 "${BASHPID:-$$}" >/dev/null 2>&1 || true; }
