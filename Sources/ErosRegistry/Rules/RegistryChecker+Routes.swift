import ErosCore
import Foundation

extension RegistryChecker {
  /// Reports paths that implementations with `hasPrefix:` take for others.
  func checkContainerPaths() {
    let paths = registry.containerAPIs.map(\.path).sorted { inByteOrder($0.value, $1.value) }
    for (path, next) in zip(paths, paths.dropFirst())
    where next.value != path.value && next.value.begins(with: path.value) {
      log.add(
        .pathIsPrefix, at: path.offset,
        "'\(path.value)' is the beginning of '\(next.value)', and many iOS classes compare only that",
        first: next.offset)
    }
  }

  // MARK: Routes

  func check(_ routes: RouteMapEntry) {
    let all = routes.items + routes.partialItems
    for route in all { check(route) }
    checkReachable(all)
  }

  private func check(_ route: RouteMapEntry.Route) {
    let pattern = route.pattern
    guard (try? NSRegularExpression(pattern: pattern.value)) != nil else {
      log.add(
        .routePattern, at: pattern.offset,
        "'\(pattern.value.escapedForDisplay)' is no regular expression, so it never matches")
      return
    }
    let isAnchored =
      pattern.value.begins(with: "^")
      && (Self.ends(pattern.value, with: "$") || Self.ends(pattern.value, with: ".*"))
    if !isAnchored {
      log.add(
        .routeNotAnchored, at: pattern.offset,
        "iOS searches for '\(pattern.value.escapedForDisplay)', Android compares all of the address",
        "start it with '^', and end it with '$' or '.*'")
    }
    checkOddities(of: route)
  }

  /// Whether `pattern` ends with `mark`, and no backslash takes its meaning away.
  private static func ends(_ pattern: String, with mark: String) -> Bool {
    guard pattern.ends(with: mark) else { return false }
    let before = pattern.utf8.dropLast(mark.utf8.count)
    return before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 0
  }

  private func checkOddities(of route: RouteMapEntry.Route) {
    if Self.hasBareDot(inHostOf: route.pattern.value) {
      log.add(
        .routeOdd, at: route.pattern.offset,
        "a '.' in the host of '\(route.pattern.value.escapedForDisplay)' matches any character",
        "write '\\\\.' in JSON")
    }
    if !route.remoteFile.value.begins(with: "https://") {
      log.add(.routeOdd, at: route.remoteFile.offset, "'remote_file' is no address with https")
    }
    if let time = route.deployTime, !Self.isDate(time.value) {
      log.add(
        .routeOdd, at: time.offset, "'deploy_time' is no date as HTTP writes it",
        "write it like Sun, 09 Oct 2016 07:43:47 GMT")
    }
  }

  /// Whether the host has a dot between words that is not escaped.
  private static func hasBareDot(inHostOf pattern: String) -> Bool {
    let bytes = Array(pattern.utf8)
    guard let start = pattern.range(of: "://")?.upperBound else { return false }
    let host = bytes.dropFirst(pattern.utf8.distance(from: pattern.startIndex, to: start))
      .prefix { $0 != UInt8(ascii: "/") }
    return host.indices.dropFirst().dropLast().contains { index in
      host[index] == UInt8(ascii: ".") && host[index - 1].isIdentifierPart
        && host[index + 1].isIdentifierPart
    }
  }

  /// Whether `text` looks like `Sun, 09 Oct 2016 07:43:47 GMT`.
  private static func isDate(_ text: String) -> Bool {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[5] == "GMT" else { return false }
    let times = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    let numbers = [parts[1], parts[3]] + times.map(String.init)
    return days.contains { $0 + "," == parts[0] } && months.contains(parts[2])
      && numbers.map(\.utf8.count) == [2, 4, 2, 2, 2]
      && numbers.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
  }

  /// Reports routes behind one that takes everything they would.
  private func checkReachable(_ routes: [RouteMapEntry.Route]) {
    var first: [String: Int] = [:]
    var covering: [(prefix: String, offset: Int)] = []
    for route in routes {
      let pattern = route.pattern
      if let earlier = first[pattern.value] {
        log.add(
          .routeTwice, at: pattern.offset,
          "the route '\(pattern.value.escapedForDisplay)' is there twice", first: earlier)
        continue
      }
      first[pattern.value] = pattern.offset
      if let cover = covering.first(where: { pattern.value.begins(with: $0.prefix) }) {
        log.add(
          .routeUnreachable, at: pattern.offset,
          "an earlier route takes everything that '\(pattern.value.escapedForDisplay)' matches",
          "move it before the other", first: cover.offset)
      }
      if let prefix = Self.coveredPrefix(of: pattern.value), covering.count < 100 {
        covering.append((prefix, pattern.offset))
      }
    }
  }

  /// What an expression that ends in `.*` begins with, when that part is plain.
  private static func coveredPrefix(of pattern: String) -> String? {
    let rest = ends(pattern, with: "$") ? String(pattern.dropLast()) : pattern
    guard ends(rest, with: ".*") else { return nil }
    let prefix = rest.dropLast(2)
    let isPlain = !prefix.dropFirst(prefix.hasPrefix("^") ? 1 : 0)
      .contains { "*+?()[]{}|$^".contains($0) }
    return isPlain ? String(prefix) : nil
  }
}
