# shellcheck shell=bash
# Sourced by the scripts that make or test packages, after shared.sh: releases of Debian, and new systems of them.

# Prints the version of a Debian release, such as 12.
debian_version() {
  case $1 in
    bullseye) echo 11 ;;
    bookworm) echo 12 ;;
    trixie) echo 13 ;;
    forky) echo 14 ;;
    *) fail "'$1' is not a known release of Debian" "use bullseye, bookworm, trixie or forky" ;;
  esac
}

# Prints the release of Debian that runs on this machine, such as bookworm.
this_debian() {
  # shellcheck disable=SC1091  # a file of the system
  (. /etc/os-release && [ "$ID" = debian ] && [ -n "${VERSION_CODENAME:-}" ] && echo "$VERSION_CODENAME") ||
    fail "this machine does not run a release of Debian" "run this script on Debian, or in a container with it"
}

# Prints what the versions of Debian packages for this system end with, such as `+deb12u1`. Packages for a newer release
# have a higher version, so they replace the packages for an older release.
release_suffix() {
  # shellcheck disable=SC1091  # a file of the system
  (
    . /etc/os-release
    case $ID:${VERSION_ID:-} in
      *:) fail "this system has no release number, so its packages cannot be named" "run this script on a release of Debian" ;;
      debian:*) echo "+deb${VERSION_ID}u1" ;;
      *) echo "+$ID$VERSION_ID" ;;
    esac
  )
}

# Prints the sources of a Debian release, for apt: URL, suite and component in each line. They are on the mirrors of
# this machine's apt. The first line is the release itself, without updates.
debian_sources() {
  local release=$1 here
  here=$(this_debian)
  # shellcheck disable=SC2016  # names of apt
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
    awk -v here="$here" -v release="$release" '
      $4 == "Debian" && $3 == "main" && ($2 == here || index($2, here "-") == 1) {
        print $1, release substr($2, length(here) + 1), $3
      }' | sort -u -k 2
}

# make_debian RELEASE FOLDER LOG: makes a minimal system with debootstrap, which installs from the mirrors of this
# machine's apt. /proc is mounted there, because the Swift runtime reads the command line from it.
make_debian() {
  local release=$1 root=$2 log=$3 mirror include=()
  mirror=$(debian_sources "$release" | awk 'NR == 1 { print $1 }')
  [ -n "$mirror" ] || fail "no mirror of Debian found in apt's sources" "run \`apt-get update\`, and check /etc/apt"
  case $mirror in https:*) include=(--include=ca-certificates) ;; esac
  debootstrap --variant=minbase "${include[@]}" "$release" "$root" "$mirror" >"$log" 2>&1 ||
    { tail -n 40 "$log" >&2; fail "a new Debian $release cannot be made" "the end of the output of debootstrap is above"; }
  debian_sources "$release" | sed 's/^/deb /' >"$root/etc/apt/sources.list"
  # The settings of the network, such as proxies, and no other setting of this machine.
  apt-config dump | grep -E '^Acquire::(http|https|Retries|Check)' >"$root/etc/apt/apt.conf.d/90host" || true
  mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
  in_debian "$root" apt-get update >"$log" 2>&1 ||
    { tail -n 40 "$log" >&2; fail "\`apt-get update\` failed in a new Debian $release" "the end of its output is above"; }
}

# in_debian FOLDER COMMAND …: runs a command as root in a system of make_debian, with an empty environment.
in_debian() {
  local root=$1
  shift
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
}

# remove_debian FOLDER: removes a system of make_debian. Keeps it if something is still mounted there: a mounted folder can
# belong to the same file system, so `rm` would remove the files of this machine.
remove_debian() {
  local folder
  [ -e "$1" ] || return 0
  folder=$(realpath "$1")
  if mountpoint -q "$folder/proc"; then umount "$folder/proc" 2>/dev/null || umount -l "$folder/proc"; fi
  if awk -v folder="$folder" '$5 == folder || index($5, folder "/") == 1 { found = 1 } END { exit !found }' \
    /proc/self/mountinfo; then
    note "warning: '$folder' is not removed, because folders are mounted in it"
    return 0
  fi
  rm -rf --one-file-system "$folder"
}
