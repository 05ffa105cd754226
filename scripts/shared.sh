# Sourced by the scripts beside it: where the project is, and how to speak and to fail.

set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
oldest_swift=6.2

note() { printf '%s\n' "$*" >&2; }

fail() {
  printf 'error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf 'hint: %s\n' "$2" >&2; fi
  exit 1
}

# Shows a command as a person would type it, then runs it.
run() {
  local word line='$'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:=,+@%-]* | '') line+=" '$word'" ;;
      *) line+=" $word" ;;
    esac
  done
  printf '\n%s\n' "$line"
  "$@"
}

require_swift() {
  command -v swift >/dev/null ||
    fail "there is no 'swift' on the PATH" \
      "install Swift $oldest_swift or newer from swift.org/install, then run this again"
  local found
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n%s\n' "$oldest_swift" "${found:-0}" | sort -V | head -n 1)" != "$oldest_swift" ]; then
    fail "'swift' is version ${found:-unknown}, but this project needs $oldest_swift or newer" \
      "install a newer one from swift.org/install, or put it first on the PATH"
  fi
}

# Leaves the release binary's folder in $bin, so that `eros` can be called by its name.
build_release() {
  local arguments=(build -c release --product eros --static-swift-stdlib)
  printf '\n$ swift %s\n' "${arguments[*]}"
  arguments+=(--package-path "$project")
  local log
  log=$(mktemp)
  if ! swift "${arguments[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "the release build failed"
  fi
  rm -f "$log"
  bin=$(swift "${arguments[@]}" --show-bin-path)
  PATH="$bin:$PATH"
}
