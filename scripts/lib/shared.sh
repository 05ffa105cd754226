# shellcheck shell=bash
# Sourced by the other scripts: the project's folder, help, messages and the Swift toolchain.

set -euo pipefail

# The help of a script is the comment at its top.
case ${1:-} in
  -h | --help)
    sed -n '2,/^[^#]/{/^# shellcheck/d; s/^# \{0,1\}//p}' "$0"
    exit
    ;;
esac

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
oldest_swift=6.2
# The Swift code that scripts/format formats and scripts/check lints.
# shellcheck disable=SC2034  # used by the scripts that source this one
formatted=(Package.swift Sources Tests templates Fuzz/Package.swift Fuzz/Sources)

note() { printf '%s\n' "$*" >&2; }

# fail PROBLEM [HINT]
fail() {
  printf 'error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf 'hint: %s\n' "$2" >&2; fi
  exit 1
}

# Prints a command, quoted for the shell, and runs it.
run() {
  local argument line='$'
  for argument in "$@"; do
    case $argument in
      *[!A-Za-z0-9_./:=,+@%-]* | '') line+=" '$argument'" ;;
      *) line+=" $argument" ;;
    esac
  done
  printf '\n%s\n' "$line"
  "$@"
}

require_swift() {
  command -v swift >/dev/null ||
    fail "'swift' not found on the PATH" \
      "install Swift $oldest_swift or newer from swift.org/install, then run this script again"
  local found
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n%s\n' "$oldest_swift" "${found:-0}" | sort -V | head -n 1)" != "$oldest_swift" ]; then
    fail "'swift' is version ${found:-unknown}, but this project needs $oldest_swift or newer" \
      "install a newer version from swift.org/install, or put it first on the PATH"
  fi
}

# Sets EROS_STATIC_CXX to a folder with `libstdc++.a` and without the shared library, which the linker prefers.
link_cxx_statically() {
  local library
  library=$(gcc -print-file-name=libstdc++.a 2>/dev/null || true)
  [ -e "$library" ] || return 0
  export EROS_STATIC_CXX=$project/.build/static-cxx
  mkdir -p "$EROS_STATIC_CXX"
  ln -sf "$(realpath "$library")" "$EROS_STATIC_CXX/libstdc++.a"
}

# build_release [PRODUCT …]: builds `eros`, or the named products, for release, sets $bin to the folder of the
# executables and adds it to the PATH. The C++ library is linked statically if the system has it in that form.
build_release() {
  local product arguments log
  log=$(mktemp)
  link_cxx_statically
  for product in "${@:-eros}"; do
    arguments=(build -c release --product "$product" --static-swift-stdlib)
    printf '\n$ swift %s\n' "${arguments[*]}"
    arguments+=(--package-path "$project")
    if ! swift "${arguments[@]}" >"$log" 2>&1; then
      cat "$log" >&2
      rm -f "$log"
      fail "the release build failed"
    fi
  done
  rm -f "$log"
  bin=$(swift "${arguments[@]}" --show-bin-path)
  PATH="$bin:$PATH"
}
