import ErosCore

/// A command's help with its options in groups, complete or short.
struct HelpLayout {
  /// Options that several commands share.
  private struct Group {
    let title: String
    let options: Set<String>
  }

  /// The shared groups in order, after the command's own options.
  private static let groups = [
    Group(
      title: "KEYS AND TRUST",
      options: ["--keys", "--key", "--online", "--signer", "--root", "--trust-clock"]),
    Group(
      title: "ACCESS TO THE STORE",
      options: [
        "--endpoint", "--region", "--profile", "--address-style", "--container-credentials",
        "--single-publisher",
      ]),
    Group(
      title: "COMMON OPTIONS",
      options: [
        "--format", "--json", "--quiet", "--verbose", "--color", "--full", "--version", "--help",
      ]),
  ]

  private var before: [Substring] = []
  private var commandOptions: [[Substring]] = []
  private var shared: [[[Substring]]]
  private var after: [Substring] = []

  init(_ lines: [Substring]) {
    // The parser omits the brackets if a command has no arguments and no required options.
    let lines = lines.map { line in
      line.hasPrefix("USAGE: ") ? line.replacing(" <options>", with: " [<options>]") : line
    }
    shared = Array(repeating: [], count: Self.groups.count)
    guard let start = lines.firstIndex(of: "OPTIONS:") else {
      before = lines
      return
    }
    before = Array(lines[..<start])
    let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
    after = Array(lines[end...])
    var entries: [[Substring]] = []
    for line in lines[(start + 1)..<end] {
      // A continuation has more spaces.
      if line.hasPrefix("  ") && !line.hasPrefix("   ") {
        entries.append([line])
      } else if !entries.isEmpty {
        entries[entries.count - 1].append(line)
      }
    }
    for entry in entries {
      let names = (entry.first ?? "").split { " ,".contains($0) }.filter { $0.hasPrefix("--") }
      // The output folder of `eros generate` was named `--root` before.
      let isShared = !names.contains("--output")
      let index = Self.groups.firstIndex { group in
        isShared && names.contains { group.options.contains(String($0)) }
      }
      if let index { shared[index].append(entry) } else { commandOptions.append(entry) }
    }
  }

  var complete: [Substring] {
    var result = before
    if !commandOptions.isEmpty { result += ["OPTIONS:"] + commandOptions.joined() }
    for (group, entries) in zip(Self.groups, shared) where !entries.isEmpty {
      if result.last != "" { result.append("") }
      result += ["\(group.title):"] + entries.joined()
    }
    return result + after
  }

  /// The help without the description and the shared options.
  func short(of command: String) -> [Substring] {
    var result: [Substring] = []
    if let overview = before.first(where: { $0.hasPrefix("OVERVIEW: ") }) {
      result = [overview.dropFirst("OVERVIEW: ".count), ""]
    }
    let usage = before.firstIndex { $0.hasPrefix("USAGE: ") } ?? 0
    result += before[usage...]
    if !commandOptions.isEmpty { result += ["OPTIONS:"] + commandOptions.joined() }
    if result.last != "" { result.append("") }
    let remainder = after.drop { $0.isEmpty }
    result += remainder
    if result.last != "" { result.append("") }
    let count = shared.reduce(0) { $0 + $1.count }
    result.append(
      "'\(command) --help' has the description, examples and \(count) more options.")
    return result
  }
}
