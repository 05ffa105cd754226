package import ErosCore
import ErosCrypto

/// Maps the frames of stacks to a release's sources.
///
/// Each source map is read once, and only one is in memory at a time.
package struct Symbolicator {
  /// Maximum length of a stack in bytes.
  package static let maximumLength = 16 << 20

  private let paths: ScriptPaths
  private let lineOffset: Int
  /// Script for frames that name none.
  private let unnamedScript: BundlePath?
  private let sourceMap: (BundlePath) throws -> SourceMapFolder.Reading?

  /// - Parameters:
  ///   - scripts: Scripts in the release.
  ///   - lineOffset: Number of lines that the host adds before each script.
  ///   - script: Script for frames that name none, or `nil` for the release's only script.
  ///   - sourceMap: Returns a script's source map, or `nil` if it has none.
  package init(
    scripts: some Sequence<BundlePath>, lineOffset: Int = 0, script: BundlePath? = nil,
    sourceMap: @escaping (BundlePath) throws -> SourceMapFolder.Reading?
  ) {
    let scripts = Array(scripts)
    paths = ScriptPaths(scripts)
    unnamedScript = script ?? (scripts.count == 1 ? scripts[0] : nil)
    self.lineOffset = lineOffset
    self.sourceMap = sourceMap
  }

  /// Returns a finding about a script that cannot be read from its bundle.
  package static func unreadable(_ script: BundlePath) -> Finding {
    Finding(
      SymbolicationFindingCode.mapMissing, subject: script.string,
      "the script in the bundle is damaged or larger than 64 MiB")
  }

  /// Maps the frames of a stack.
  ///
  /// Other lines are unchanged.
  ///
  /// - Throws: `FileError` if a source map cannot be read, or `CryptoError` if hashing fails.
  package func symbolicate(_ stack: String) throws -> Symbolication {
    var lines = stack.replacing("\r\n", with: "\n")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let frames = lines.indices.compactMap { index in
      ScriptFrame(lines[index]).map { Symbolication.Frame(line: index + 1, frame: $0) }
    }
    var work = SymbolicationWork(frames)
    work.findScripts(paths, unnamed: unnamedScript)
    for (script, indices) in work.framesByScript {
      try work.map(indices, of: script, lineOffset: lineOffset, sourceMap(script))
    }
    let result = work.frames
    lines = lines.map(\.escapedExceptTabs)
    for frame in result {
      guard let text = frame.mappedText else { continue }
      lines[frame.line - 1] = text
    }
    return Symbolication(
      lines: lines, frames: result, stackHash: try StackHash.of(stack), findings: work.findings)
  }
}

/// Frames while they are mapped, and reasons why some are not.
private struct SymbolicationWork {
  private(set) var frames: [Symbolication.Frame]
  private(set) var findings: [Finding] = []
  private var seen: Set<Finding> = []

  init(_ frames: [Symbolication.Frame]) { self.frames = frames }

  /// Indices of frames by script, in the order of the first frames.
  var framesByScript: [(script: BundlePath, indices: [Int])] {
    var order: [BundlePath] = []
    var indices: [BundlePath: [Int]] = [:]
    for (index, frame) in frames.enumerated() {
      guard let script = frame.script else { continue }
      if indices[script] == nil { order.append(script) }
      indices[script, default: []].append(index)
    }
    return order.map { ($0, indices[$0] ?? []) }
  }

  mutating func findScripts(_ paths: ScriptPaths, unnamed: BundlePath?) {
    var matches: [String: ScriptPaths.Match] = [:]
    for index in frames.indices {
      let file = frames[index].frame.file
      if !frames[index].frame.hasFile, matches[file] ?? paths.match(file) == .unknown {
        frames[index].script = unnamed
        if unnamed == nil { failUnnamed(index) }
        continue
      }
      let match = matches[file] ?? paths.match(file)
      matches[file] = match
      switch match {
      case .script(let path): frames[index].script = path
      case .unknown:
        fail([index], .scriptUnknown, file, "the release does not have this script")
      case .ambiguous(let paths):
        let names = paths.prefix(3).map(\.string).quotedForDisplay
        fail(
          [index], .scriptAmbiguous, file,
          "the release has \(paths.count) scripts with this end of the path, such as \(names)")
      }
    }
  }

  private mutating func failUnnamed(_ index: Int) {
    fail(
      [index],
      Finding(
        SymbolicationFindingCode.scriptUnknown,
        "the frame names no script, and the release has several",
        remedy: "pass the script with `--script`"))
  }

  mutating func map(
    _ indices: [Int], of script: BundlePath, lineOffset: Int, _ reading: SourceMapFolder.Reading?
  ) throws {
    switch reading {
    case nil:
      fail(indices, .mapMissing, script.string, "the script has no source map")
    case .unusable(let finding):
      fail(indices, finding)
    case .map(let scriptMap):
      do throws(SourceMap.Problem) {
        try map(indices, of: script, lineOffset: lineOffset, scriptMap)
      } catch {
        fail(indices, SourceMapFolder.invalid(script, "\(error)"))
      }
    }
  }

  private mutating func map(
    _ indices: [Int], of script: BundlePath, lineOffset: Int, _ scriptMap: ScriptMap
  ) throws(SourceMap.Problem) {
    let addedLines = scriptMap.skippedLines + lineOffset
    let inMap = indices.filter { frames[$0].frame.position.line > addedLines }
    let positions = inMap.map { index in
      let position = frames[index].frame.position
      return TextPosition(line: position.line - addedLines, column: position.column)
    }
    let originals = try scriptMap.map.originals(at: positions)
    for (index, original) in zip(inMap, originals) { frames[index].original = original }
    findFunctions(of: Array(zip(inMap, positions)), in: scriptMap)
    for index in indices where frames[index].original == nil {
      fail(
        [index], .positionUnmapped, script.string,
        "the source map has no source for \(frames[index].frame.position)")
    }
  }

  /// Finds function names, as far as the map is not malformed.
  private mutating func findFunctions(
    of positions: [(index: Int, position: TextPosition)], in scriptMap: ScriptMap
  ) {
    let uses = positions.compactMap { index, position in
      frames[index].frame.declaredName.map { name in
        (index, SourceMap.FunctionUse(name: name, position: position))
      }
    }
    let names = try? scriptMap.map.functionNames(
      uses.map(\.1), in: scriptMap.script, skippingLines: scriptMap.skippedLines)
    for ((index, _), name) in zip(uses, names ?? []) { frames[index].sourceFunction = name }
  }

  private mutating func fail(
    _ indices: [Int], _ code: SymbolicationFindingCode, _ subject: String, _ message: Message
  ) {
    fail(indices, Finding(code, subject: subject, message))
  }

  private mutating func fail(_ indices: [Int], _ finding: Finding) {
    for index in indices { frames[index].reason = finding.code }
    if seen.insert(finding).inserted { findings.append(finding) }
  }
}

extension Symbolication.Frame {
  /// Line for a mapped frame: `    at src/home.vue:12:5 (onClick)`.
  fileprivate var mappedText: String? {
    original.map { original in
      let function = function.map { " (\($0.escapedForDisplay))" } ?? ""
      let source = original.source.escapedForDisplay
      return "\(frame.prefix.escapedExceptTabs)\(source):\(original.position)\(function)"
    }
  }
}

extension String {
  /// This string with control and invisible characters escaped, but not tabs.
  fileprivate var escapedExceptTabs: String {
    guard utf8.contains(UInt8(ascii: "\t")) else { return escapedForDisplay }
    return split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0).escapedForDisplay }.joined(separator: "\t")
  }
}
