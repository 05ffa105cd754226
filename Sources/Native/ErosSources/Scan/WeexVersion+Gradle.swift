import ErosCore
import ErosFiles
public import ErosRegistry

extension WeexVersion {
  private static let artifacts = ["com.taobao.android:weex_sdk", "org.apache.weex:sdk"]
  private static let skippedFolders: Set<String> = [
    ".gradle", "build", "node_modules", "Pods",
  ]

  /// Finds the Weex SDK's version in the Gradle files below `folder`.
  ///
  /// Returns `nil` if there is no version, or if versions with and without DOM objects occur.
  ///
  /// - Throws: `ErosError` if `folder` cannot be read.
  public static func find(below folder: String) throws -> WeexVersion? {
    let walk = try FolderWalk(folder) { path, kind in
      JunkFile(path) != nil
        || (kind == .folder && skippedFolders.contains(path.lastPathComponent))
    }
    let suffixes = [".gradle", ".gradle.kts", ".toml", ".properties"]
    let paths = walk.entries.filter { entry in
      entry.status.kind == .file && entry.status.size <= UInt64(SourceFolders.maximumFileSize)
        && suffixes.contains { entry.relativePath.hasSuffix($0) }
    }.map(\.relativePath).sorted(by: inByteOrder)
    return find(
      in: try paths.map {
        let bytes = try readWholeFile(folder + "/" + $0, limit: SourceFolders.maximumFileSize)
        return String(decoding: bytes, as: UTF8.self)
      })
  }

  static func find(in texts: [String]) -> WeexVersion? {
    let lines = texts.flatMap { $0.split(whereSeparator: \.isNewline) }
      .filter { !$0.drop { $0.isWhitespace }.hasPrefix("//") }
    let versions = lines.compactMap { line in
      artifacts.lazy.compactMap { version(of: $0, in: line, lines) }.first
    }
    guard let first = versions.first,
      versions.allSatisfy({ $0.hasDOMObjects == first.hasDOMObjects })
    else { return nil }
    return first
  }

  /// Returns an artifact's version in a line: `:0.18.0`, `:$weexVersion`, or `version.ref` in a
  /// catalog.
  private static func version(
    of artifact: String, in line: Substring, _ lines: [Substring]
  ) -> WeexVersion? {
    guard let range = line.firstRange(of: artifact) else { return nil }
    let suffix = line[range.upperBound...]
    // `weex_sdk_legacy` is another artifact.
    guard let mark = suffix.first, !mark.isLetter, mark != "_" else { return nil }
    if mark == ":" {
      let written = suffix.dropFirst().prefix { !"\"'@".contains($0) }
      if let version = WeexVersion(String(written)) { return version }
      let joined = written.isEmpty ? suffix.dropFirst(2) : written
      let name = joined.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last
      return name.flatMap { value(of: String($0), lines) }
    }
    guard let reference = line.firstRange(of: "version") else { return nil }
    let quoted = line[reference.upperBound...].split(
      separator: "\"", omittingEmptySubsequences: false)
    guard quoted.count > 1 else { return nil }
    return WeexVersion(String(quoted[1])) ?? value(of: String(quoted[1]), lines)
  }

  /// Returns the version assigned to `name`: `name = "0.18.0"`, `name: '0.18.0'` or `name=0.18.0`.
  private static func value(of name: String, _ lines: [Substring]) -> WeexVersion? {
    lines.lazy.compactMap { line in
      guard let range = line.firstRange(of: name) else { return nil }
      let isPart = line[..<range.lowerBound].last?.isLetter == true
      let suffix = line[range.upperBound...].drop { " \t\"')]".contains($0) }
      guard !isPart, let mark = suffix.first, "=:,".contains(mark) else { return nil }
      let value = suffix.dropFirst().drop { " \t\"'".contains($0) }
        .prefix { $0.isNumber || $0 == "." }
      return WeexVersion(String(value))
    }.first
  }
}
