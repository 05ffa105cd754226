# shellcheck shell=bash
# Sourced by scripts/check and scripts/test, after shared.sh: steps that run in parallel. Such a script calls end_steps
# at its exit.

step_logs=
step_names=()
step_processes=()
step_statuses=()
# Without this, a script does not know at its exit whether Ctrl-C ended it.
trap 'exit 130' INT

# start_steps FUNCTION …: starts functions in parallel. finish_steps prints the output of each.
start_steps() {
  local name
  if [ -z "$step_logs" ]; then step_logs=$(mktemp -d); fi
  # Ctrl-C reaches the process group of the script only, and each step gets one of its own: end_steps ends the steps.
  set -m
  for name in "$@"; do
    ("$name") >"$step_logs/$name" 2>&1 </dev/null &
    step_names+=("$name")
    step_processes+=($!)
  done
  set +m
}

# Waits for the steps and prints their output, failed steps last. Exits with 1 if one failed.
finish_steps() {
  local index name failed=()
  note_running_steps
  for ((index = 0; index < ${#step_names[@]}; index++)); do
    name=${step_names[index]}
    if step_succeeds "$index"; then cat "$step_logs/$name"; else failed+=("$name"); fi
  done
  step_names=()
  step_processes=()
  step_statuses=()
  if [ ${#failed[@]} -eq 0 ]; then return; fi
  for name in "${failed[@]}"; do cat "$step_logs/$name"; done
  fail "these steps failed: ${failed[*]}" "their output is at the end, above"
}

# For the trap of a script at its exit: waits for the steps after an error, and ends them after a signal. Prints the
# output of the steps that failed.
end_steps() {
  # After SIGTERM or SIGHUP, this is the status of the command before, usually 0. A script that succeeds has no steps.
  local status=$?
  if [ ${#step_names[@]} -gt 0 ]; then
    case $status in
      0 | 130) ;;
      *) wait_for_steps ;;
    esac
    trap '' HUP INT TERM
    print_failed_steps
    stop_steps
  fi
  if [ -n "$step_logs" ]; then rm -rf "$step_logs"; fi
}

# Waits until all steps have ended, or a signal arrives.
wait_for_steps() {
  local index interrupted=
  trap 'interrupted=1' HUP INT TERM
  note_running_steps
  for ((index = 0; index < ${#step_names[@]}; index++)); do
    while [ -z "$interrupted" ] && step_runs "$index"; do sleep 1 || true; done
  done
}

# step_runs INDEX: whether the step has not ended. After its end, its number may belong to another process.
step_runs() { jobs -rp | grep -x "${step_processes[$1]}" >/dev/null; }

# step_succeeds INDEX: waits for the step. `wait` may not know the status of a process a second time.
step_succeeds() {
  local status=0
  if [ -z "${step_statuses[$1]:-}" ]; then
    wait "${step_processes[$1]}" || status=$?
    step_statuses[$1]=$status
  fi
  [ "${step_statuses[$1]}" -eq 0 ]
}

note_running_steps() {
  local index running=()
  for ((index = 0; index < ${#step_names[@]}; index++)); do
    if step_runs "$index"; then running+=("${step_names[index]}"); fi
  done
  if [ ${#running[@]} -gt 0 ]; then note "Waiting for ${running[*]}"; fi
}

# Prints the output of the steps that have failed, and skips those that still run.
print_failed_steps() {
  local index name
  for ((index = 0; index < ${#step_names[@]}; index++)); do
    name=${step_names[index]}
    if step_runs "$index" || step_succeeds "$index"; then continue; fi
    cat "$step_logs/$name"
    note "error: the step '$name' failed; its output is above"
  done
}

# Ends the running steps and all processes that they started, after five seconds with SIGKILL.
stop_steps() {
  local processes start
  if [ -e "$step_logs/uninterrupted" ]; then note "Waiting for $(cat "$step_logs/uninterrupted")"; fi
  while [ -e "$step_logs/uninterrupted" ] && [ -n "$(jobs -rp)" ]; do sleep 1; done
  # shellcheck disable=SC2046  # one argument for each process
  processes=$(process_trees $(jobs -rp))
  start=$SECONDS
  # shellcheck disable=SC2086  # the same
  if [ -n "$processes" ]; then kill -s TERM $processes 2>/dev/null || true; fi
  # shellcheck disable=SC2086  # the same
  while [ -n "$processes" ] && [ $((SECONDS - start)) -lt 10 ]; do
    if [ $((SECONDS - start)) -ge 5 ]; then kill -s KILL $processes 2>/dev/null || true; fi
    sleep 0.1
    processes=$(process_trees $processes)
  done
}

# process_trees PROCESS …: prints the processes that still run, the members of their process groups and all descendants.
# Tests start programs in process groups of their own.
process_trees() {
  running_processes | awk -v roots="$*" '
    BEGIN { for (count = split(roots, list); count > 0; count--) root[list[count]] }
    { parent[$1] = $2; if ($1 in root || $3 in root) { tree[$1]; print $1 } }
    END {
      do {
        found = 0
        for (process in parent)
          if (parent[process] in tree && !(process in tree)) { tree[process]; print process; found = 1 }
      } while (found)
    }'
}

# Prints the number, the parent and the group of each process that runs. Some Linux systems lack `ps`.
running_processes() {
  if [ -e /proc/self/stat ]; then
    # A process may end before its file is read.
    { cat /proc/[0-9]*/stat 2>/dev/null || true; } |
      sed -n 's/^\([0-9]*\) (.*) [^ZX] \([0-9]*\) \([0-9]*\) .*/\1 \2 \3/p'
  else
    ps -ax -o pid=,ppid=,pgid=,stat= | awk '$4 !~ /^Z/ { print $1, $2, $3 }'
  fi
}

# uninterrupted DESCRIPTION COMMAND …: runs a command, which end_steps does not end: an installation that ends halfway
# leaves a package that the next one cannot configure.
uninterrupted() {
  local status=0
  if [ -z "$step_logs" ]; then step_logs=$(mktemp -d); fi
  printf '%s\n' "$1" >"$step_logs/uninterrupted"
  "${@:2}" || status=$?
  rm -f "$step_logs/uninterrupted"
  return "$status"
}

# Gives a started function a lower priority than the tests that run at the same time. In the Bash of macOS it has no
# process number of its own, and keeps its priority.
yield_processors() { [ -z "${BASHPID:-}" ] || renice -n 5 "$BASHPID" >/dev/null 2>&1 || true; }
