import ErosBundle
package import ErosCore
import ErosFiles
import ErosSourceMaps

/// The source maps for a rehearsal's scripts: in a folder, or at the end of a script.
package struct RehearsalSourceMaps {
  private let folder: SourceMapFolder?
  /// Names of sources are relative to this folder.
  private let root: String
  private let scripts: [String: RehearsalSource.Script]
  private var maps: [String: ScriptMap?] = [:]
  /// Findings about source maps that could not be used.
  package private(set) var findings: [Finding] = []

  /// Reads the source maps for `source`.
  ///
  /// - Parameters:
  ///   - folder: The folder with the source maps, or `nil` to read only those inside scripts.
  ///   - root: The project's folder. Names of sources are relative to it.
  ///   - source: The scripts.
  init(in folder: SourceMapFolder?, root: String, of source: RehearsalSource) {
    self.folder = folder
    self.root = root
    scripts = Dictionary(source.scripts.map { ($0.file, $0) }) { first, _ in first }
  }

  /// Moves the findings in `results` to positions in sources, as far as maps are known.
  ///
  /// - Throws: `FileError` if a source map cannot be read.
  package mutating func apply(to results: inout [Rehearsal.Result]) throws {
    for index in results.indices {
      results[index].located = try results[index].located.map { finding in
        try finding.mapped { try source(of: $0) }
      }
    }
  }

  private mutating func source(of frame: StackFrame) throws -> StackFrame? {
    guard frame.hasColumn, let script = scripts[frame.file], let map = try map(of: script),
      frame.position.line > map.skippedLines
    else { return nil }
    let position = TextPosition(
      line: frame.position.line - map.skippedLines, column: frame.position.column)
    do {
      guard let original = try map.map.original(at: position) else { return nil }
      return StackFrame(
        function: original.name ?? frame.function, file: path(of: original.source),
        position: original.position)
    } catch {
      maps[script.file] = .some(nil)
      findings.append(SourceMapFolder.invalid(script.path, "\(error)"))
      return nil
    }
  }

  private mutating func map(of script: RehearsalSource.Script) throws -> ScriptMap? {
    if let map = maps[script.file] { return map }
    let map = try read(script)
    maps[script.file] = .some(map)
    return map
  }

  private mutating func read(_ script: RehearsalSource.Script) throws -> ScriptMap? {
    let reading: SourceMapFolder.Reading? =
      try folder.map { try $0.read(script.text, script.path) }
      ?? SourceMapFolder.readInline(in: script.text, script.path)
    switch reading {
    case nil: return nil
    case .map(let scriptMap): return scriptMap
    case .unusable(let finding):
      findings.append(finding)
      return nil
    }
  }

  /// Returns a source's path, in the project if it has this file.
  private func path(of source: String) -> String {
    guard let path = try? BundlePath(source).string else { return source }
    let file = joinedPath(root, path)
    let isFile = (try? FileStatus.ifExists(file))??.kind == .file
    return isFile ? file : path
  }
}
