public import ErosCore
public import ErosFiles

/// Codes for findings about source maps.
public enum SourceMapFindingCode: String, FindingCode {
  /// A source map is malformed, or refers to positions outside its script.
  case sourceMapInvalid
  /// A source map belongs to another build of its script.
  case sourceMapStale
  /// The folder has no source map for any script in the bundle.
  case sourceMapMissing

  public var severity: Finding.Severity { .warning }
}

/// A folder with scripts and their source maps.
///
/// ```swift
/// let maps = try SourceMapFolder("dist")
/// let reporter = BundleReporter(BundleVerifier(threads: 2), sourceMaps: maps)
/// ```
///
/// For `pages/a.js`, the source map is the file named in a comment `//# sourceMappingURL=…` at its
/// end, or `pages/a.js.map`, or inside this comment.
public struct SourceMapFolder: Sendable {
  /// Path of the folder, as you named it.
  public let path: String

  /// Opens the folder at `path`.
  ///
  /// - Throws: `FileError` if it is missing or not a folder.
  public init(_ path: String) throws(FileError) {
    _ = try Folder(path)
    self.path = path
  }

  /// A script's source map, or a finding about it.
  package enum Reading: Sendable {
    case map(ScriptMap)
    case unusable(Finding)
  }

  /// Reads a script's source map, or returns `nil` if it has none.
  ///
  /// - Throws: `FileError` if a file cannot be read.
  package func read(_ script: [UInt8], _ path: BundlePath) throws -> Reading? {
    try readWithText(script, path)?.reading
  }

  /// Reads a script's source map and the map's text, or returns `nil` if there is none.
  ///
  /// Texts are large, so readings do not keep them.
  ///
  /// - Throws: `FileError` if a file cannot be read.
  func readWithText(
    _ script: [UInt8], _ path: BundlePath
  ) throws -> (reading: Reading, text: [UInt8])? {
    var text: [UInt8] = []
    let reading = try Self.reading(of: path) { () throws -> Reading? in
      let added = try addedLines(script, path)
      guard let name = try name(of: script, path) else {
        guard let json = try SourceMap.inlineText(in: script) else { return nil }
        text = json
        // A map inside a script always belongs to that script.
        return try .map(
          ScriptMap(
            map: SourceMap(json, file: path.string), script: script, skippedLines: added ?? 0))
      }
      guard let added else {
        return .unusable(
          Finding(
            SourceMapFindingCode.sourceMapStale, subject: path.string,
            "the script beside the source map differs from the one in the bundle, so the map is not used",
            remedy: "pass the folder of the build that was packed"))
      }
      text = try readWholeFile(file(name), limit: SourceMap.maximumSize)
      return try .map(
        ScriptMap(map: SourceMap(text, file: name), script: script, skippedLines: added))
    }
    return reading.map { ($0, text) }
  }

  /// Reads the source map in a script's last lines, or returns `nil` if there is none.
  package static func readInline(in script: [UInt8], _ path: BundlePath) throws -> Reading? {
    try reading(of: path) {
      try SourceMap.inlineText(in: script).map { json in
        .map(
          ScriptMap(map: try SourceMap(json, file: path.string), script: script, skippedLines: 0))
      }
    }
  }

  /// Calls `read`, and turns its error into a finding if the source map is not usable.
  ///
  /// - Throws: `FileError` if a file cannot be read. Files that are too large give a finding.
  static func reading(of path: BundlePath, _ read: () throws -> Reading?) throws -> Reading? {
    do {
      return try read()
    } catch let problem as SourceMap.Problem {
      return .unusable(invalid(path, "\(problem)"))
    } catch let error as JSONError {
      return .unusable(invalid(path, "\(error.position): \(error.kind.clause)"))
    } catch let error as FileError where error.isTooLarge {
      return .unusable(tooLarge(path, error))
    }
  }

  /// Returns the path of the file with a script's source map, or `nil` if there is none.
  private func name(of script: [UInt8], _ path: BundlePath) throws -> String? {
    let linked = SourceMappingURL.find(in: script).flatMap {
      SourceMappingURL.path(of: $0, in: path)?.string
    }
    return try [linked, path.string + ".map"].compactMap(\.self).first { name in
      try FileStatus.ifExists(file(name))?.kind == .file
    }
  }

  private func file(_ name: String) -> String { path + "/" + name }

  /// Returns a finding about an invalid source map.
  package static func invalid(_ path: BundlePath, _ reason: Message) -> Finding {
    Finding(
      SourceMapFindingCode.sourceMapInvalid, subject: path.string + ".map", reason,
      remedy: "pass the source maps of the build that was packed")
  }

  /// Returns a finding about a file that is too large.
  private static func tooLarge(_ path: BundlePath, _ error: FileError) -> Finding {
    let limit = SourceMap.maximumSize >> 20
    return invalid(path, "'\(error.path.escapedForDisplay)' has more than \(limit) MiB")
  }

  /// Returns the number of lines that packing added at the start of a script.
  ///
  /// `nil` if it differs from the script in the folder.
  private func addedLines(_ script: [UInt8], _ path: BundlePath) throws -> Int? {
    let file = file(path.string)
    guard try FileStatus.ifExists(file)?.kind == .file else { return 0 }
    let source = try readWholeFile(file, limit: SourceMap.maximumSize)
    let added = script.dropLast(source.count)
    guard !source.isEmpty || script.isEmpty, script.count >= source.count,
      added.isEmpty || added.last == UInt8(ascii: "\n"),
      script.dropFirst(added.count).elementsEqual(source)
    else { return nil }
    return added.count { $0 == UInt8(ascii: "\n") }
  }
}
