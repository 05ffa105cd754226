public import ErosCore
public import ErosRegistry

extension ParsedRegistry {
  /// Returns an empty description for an app with these `sources`, with the presets of its hosts.
  ///
  /// - Throws: `ErosError` if an embedded preset is malformed. Tests verify that none is.
  public static func undescribed(_ sources: NativeSources) throws -> ParsedRegistry {
    let adopted = AdoptedSettings(facts: sources.facts)
    let settings = JSONValue.sorted([
      "host": .string(adopted.host.rawValue), "presets": .strings(adopted.presets.map(\.rawValue)),
    ])
    let text = JSONWriter.write(.sorted(["generate": settings]), layout: .compact)
    return try read(text, file: "eros.native.json")
  }

  /// Compares the description with what `sources` register and export.
  ///
  /// Platforms without sources are skipped. Findings are sorted by position.
  public func drift(from sources: NativeSources) -> [Finding] {
    guard let registry else { return [] }
    var comparison = SourceComparison(
      recognizing(sources), registry: registry, facts: sources.facts)
    comparison.run()
    return comparison.findings
  }

  /// Returns warnings about described classes that the host cannot use.
  ///
  /// You see them when you adopt an app, before code is generated for these classes.
  public func wrongBases(in sources: NativeSources) -> [Finding] {
    drift(from: sources).filter { $0.has(RegistryRule.wrongBase) }.map(\.loweredToWarning)
  }

  /// Adds the presets for the hosts in `sources`, unless the description names presets itself.
  func recognizing(_ sources: NativeSources) -> ParsedRegistry {
    guard registry?.settings.presets.isEmpty == true else { return self }
    let names = AdoptedSettings(facts: sources.facts).presets
    return (try? adding(names)) ?? self
  }
}
