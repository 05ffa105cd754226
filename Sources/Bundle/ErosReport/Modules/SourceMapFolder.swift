public import ErosCore
public import ErosFiles

/// The codes of findings about source maps.
public enum SourceMapFindingCode: String, FindingCode {
  /// A source map is malformed, or refers to positions outside its script.
  case sourceMapInvalid
  /// A source map belongs to another build of its script.
  case sourceMapStale
  /// No script of the bundle has a source map in the folder.
  case sourceMapMissing

  public var severity: Finding.Severity { .warning }
}

/// A folder with the source maps of scripts: `pages/a.js.map` is the source map of `pages/a.js`.
public struct SourceMapFolder: Sendable {
  /// The path of the folder, as given.
  public let path: String

  /// Opens the folder at `path`.
  ///
  /// - Throws: `FileError` if it is missing or not a folder.
  public init(_ path: String) throws(FileError) {
    _ = try Folder(path)
    self.path = path
  }

  /// The modules of a script, and findings about its source map.
  struct Reading {
    var modules: ScriptModules?
    var findings: [Finding] = []
  }

  /// Reads the source map of a script, or returns `nil` if it has no source map.
  ///
  /// - Throws: `FileError`.
  func read(_ script: [UInt8], _ path: BundlePath) throws -> Reading? {
    let name = path.string + ".map"
    do {
      guard try FileStatus.ifExists(self.path + "/" + name)?.kind == .file else { return nil }
      guard let skipped = try addedLines(script, path) else {
        return Reading(findings: [
          Finding(
            SourceMapFindingCode.sourceMapStale, subject: path.string,
            "the script beside the source map differs from the one in the bundle, so the map is not used",
            remedy: "pass the folder of the build that was packed")
        ])
      }
      let json = try readWholeFile(self.path + "/" + name, limit: SourceMap.maximumSize)
      let map = try SourceMap(json, file: name)
      let sizes = try map.sizes(in: script, skippingLines: skipped)
      return Reading(
        modules: ScriptModules(
          .sourceMap, zip(map.sources, sizes).map { (name: $0, size: $1) }, total: script.count))
    } catch let problem as SourceMap.Problem {
      return invalid(name, problem.description)
    } catch let error as JSONError {
      return invalid(name, "\(error.position): \(error.kind)")
    }
  }

  private func invalid(_ name: String, _ reason: String) -> Reading {
    Reading(findings: [
      Finding(
        SourceMapFindingCode.sourceMapInvalid, subject: name, reason,
        remedy: "pass the source maps of the build that was packed")
    ])
  }

  /// Returns the number of lines that packing added at the start of a script; `nil` if the script
  /// differs from the script in the folder.
  private func addedLines(_ script: [UInt8], _ path: BundlePath) throws -> Int? {
    let file = self.path + "/" + path.string
    guard try FileStatus.ifExists(file)?.kind == .file else { return 0 }
    let source = try readWholeFile(file)
    let added = script.dropLast(source.count)
    guard script.count >= source.count, script.dropFirst(added.count).elementsEqual(source) else {
      return nil
    }
    return added.count { $0 == UInt8(ascii: "\n") }
  }
}
