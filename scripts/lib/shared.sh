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

# Prints a command, quoted for the shell, and runs it. Its seconds are appended to the file $EROS_STEP_TIMES, if set.
run() {
  local argument line='$' start=$SECONDS status=0
  for argument in "$@"; do
    case $argument in
      *[!A-Za-z0-9_./:=,+@%-]* | '') line+=" '$argument'" ;;
      *) line+=" $argument" ;;
    esac
  done
  printf '\n%s\n' "$line"
  "$@" || status=$?
  record_step "$start" "${line#'$ '}"
  return "$status"
}

# record_step START COMMAND: START is the value of $SECONDS before the command.
record_step() {
  if [ -z "${EROS_STEP_TIMES:-}" ]; then return; fi
  local phase=${EROS_TEST_PHASE:+phase $EROS_TEST_PHASE: }
  printf '%6d s  %.90s\n' $((SECONDS - $1)) "$phase$2" >>"$EROS_STEP_TIMES"
}

# Prints the steps in $EROS_STEP_TIMES that took more than a second.
print_steps() {
  printf '\nSteps of more than a second, %d s in total:\n' "$SECONDS"
  grep -v '^ *[01] s ' "$EROS_STEP_TIMES" || true
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

# build_with_progress ARGUMENT …: runs `swift` with the arguments of a build. Shows the current step on a terminal, and
# a line for each tenth of the steps elsewhere; the whole output is shown only after an error.
build_with_progress() {
  local log status=0
  log=$(mktemp)
  printf '\n$ swift %s\n' "$*"
  # The package manager shows its own progress on terminals only, together with warnings about dependencies.
  swift "$@" --package-path "$project" 2>&1 | tee "$log" | show_steps || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    rm -f "$log"
    fail "the build failed"
  fi
  grep -o 'Build .*complete.*' "$log" || true
  rm -f "$log"
}

# Reads the output of a build, and shows its downloads and steps, such as `[12/345] Compiling ErosCore Finding.swift`.
show_steps() {
  local line step total shown=0
  while IFS= read -r line; do
    case $line in
      'Fetching '* | 'Updating '* | 'Cloning '*) total=0 ;;
      '['[0-9]*/[0-9]*'] '*)
        step=${line#[}
        total=${step#*/}
        step=${step%%/*}
        total=${total%%]*}
        ;;
      *) continue ;;
    esac
    if [ -t 1 ]; then
      printf '\r%.*s\033[K' "$((${COLUMNS:-80} - 1))" "$line"
    elif [ "$total" -eq 0 ]; then
      printf '%s\n' "$line"
    elif [ $((step * 10 / total)) -gt "$shown" ]; then
      # More steps are found during a build, so the share can fall; no line is repeated then.
      shown=$((step * 10 / total))
      printf '%s\n' "$line"
    fi
  done
  if [ -t 1 ]; then printf '\r\033[K'; fi
}

# swift_release ARGUMENT …: runs `swift build` with the arguments of a release build. scripts/test sets
# $EROS_RELEASE_BUILD to a folder other than .build, where SwiftPM would wait for the end of the debug build, and
# $EROS_SWIFT_CRYPTO, which is for the tests.
swift_release() {
  EROS_SWIFT_CRYPTO='' swift build -c release --static-swift-stdlib \
    ${EROS_RELEASE_BUILD:+--scratch-path "$EROS_RELEASE_BUILD"} "$@"
}

# build_release [PRODUCT …]: builds `eros`, or the named products, for release, sets $bin to the folder of the
# executables and adds it to the PATH. The C++ library is linked statically if the system has it in that form.
build_release() {
  local product arguments log start=$SECONDS
  log=$(mktemp)
  link_cxx_statically
  for product in "${@:-eros}"; do
    arguments=(--product "$product" --package-path "$project")
    printf '\n$ swift build -c release --static-swift-stdlib --product %s\n' "$product"
    if ! swift_release "${arguments[@]}" >"$log" 2>&1; then
      cat "$log" >&2
      rm -f "$log"
      fail "the release build failed"
    fi
  done
  rm -f "$log"
  record_step "$start" "swift build -c release: ${*:-eros}"
  bin=$(swift_release "${arguments[@]}" --show-bin-path)
  PATH="$bin:$PATH"
}

# pkgconfig_file PREFIX LIBDIR VERSION: prints the pkg-config file of the library for apps.
pkgconfig_file() {
  cat <<PKGCONFIG
prefix=$1
libdir=$2
includedir=\${prefix}/include

Name: erosdevice
Description: The releases of a hybrid app on a device
Version: $3
Libs: -L\${libdir} -lerosdevice
Cflags: -I\${includedir}
PKGCONFIG
}
