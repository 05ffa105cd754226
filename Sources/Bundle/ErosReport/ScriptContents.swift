import ErosCore
import ErosFiles
import ErosSourceMaps

/// Modules in a bundle's scripts, and advice on each script.
struct ScriptContents {
  /// Modules, for scripts in which they are known.
  private(set) var modules: [BundlePath: ScriptModules] = [:]
  /// Findings about source maps, sorted by path.
  private(set) var findings: [Finding] = []
  private let scripts: [BundlePath: [UInt8]]

  init(_ scripts: [BundlePath: [UInt8]], _ sourceMaps: SourceMapFolder?) throws {
    self.scripts = scripts
    var hasMap = false
    for (path, script) in scripts.sorted(by: { $0.key < $1.key }) {
      let reading = try sourceMaps?.read(script, path)
      hasMap = hasMap || reading != nil
      modules[path] = self.modules(of: script, path, reading) ?? ScriptModules.find(in: script)
    }
    if sourceMaps != nil, !hasMap, let first = scripts.keys.min() {
      findings.append(
        Finding(
          SourceMapFindingCode.sourceMapMissing,
          "the folder does not contain the source map of any script of the bundle",
          remedy: "pass the folder that contains '\(first.string).map'"))
    }
  }

  /// Returns modules according to the source map, or adds a finding if it cannot be used.
  private mutating func modules(
    of script: [UInt8], _ path: BundlePath, _ reading: SourceMapFolder.Reading?
  ) -> ScriptModules? {
    switch reading {
    case nil: return nil
    case .unusable(let finding):
      findings.append(finding)
      return nil
    case .map(let scriptMap):
      do {
        let sizes = try scriptMap.map.sizes(in: script, skippingLines: scriptMap.skippedLines)
        return ScriptModules(
          .sourceMap, zip(scriptMap.map.sources, sizes).map { (name: $0, size: $1) },
          total: script.count)
      } catch {
        findings.append(SourceMapFolder.invalid(path, "\(error)"))
        return nil
      }
    }
  }

  /// Returns advice on each script.
  ///
  /// If scripts are equal, only the first gets it.
  func advice(besides duplicates: [DuplicateFiles]) -> [Advice] {
    let copies = Set(duplicates.flatMap { $0.paths.dropFirst() })
    let compressor = ScriptCompressor()
    return scripts.filter { !copies.contains($0.key) }.flatMap { path, script in
      ScriptAdvice(path, compressor).advice(script)
    }
  }
}
