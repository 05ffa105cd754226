public import ErosCore
public import ErosRegistry

extension ParsedRegistry {
  /// Returns an empty description of the app with these `sources`, with the presets of its hosts.
  ///
  /// - Throws: An error if an embedded preset is malformed. Tests verify that none is.
  public static func undescribed(_ sources: NativeSources) throws -> ParsedRegistry {
    let presets = AdoptedSettings(facts: sources.facts).presets
    let settings = JSONValue.sorted(["presets": .strings(presets.map(\.rawValue))])
    let text = JSONWriter.write(.sorted(["generate": settings]), layout: .compact)
    return try read(text, file: "eros.native.json")
  }

  /// Compares the description with the registrations and exports of `sources`.
  ///
  /// Platforms without sources are skipped. Findings are sorted by position.
  public func drift(from sources: NativeSources) -> [Finding] {
    guard let registry else { return [] }
    var comparison = SourceComparison(
      recognizing(sources), registry: registry, facts: sources.facts)
    comparison.run()
    return comparison.findings
  }

  /// Returns the warnings about described classes in `sources` that the host cannot use.
  ///
  /// Adopting reports them before their code is generated.
  public func wrongBases(in sources: NativeSources) -> [Finding] {
    drift(from: sources).filter { $0.has(RegistryRule.wrongBase) }.map(\.loweredToWarning)
  }

  /// Returns the description with the presets of the hosts in `sources`, if it names none.
  func recognizing(_ sources: NativeSources) -> ParsedRegistry {
    guard registry?.settings.presets.isEmpty == true else { return self }
    let names = AdoptedSettings(facts: sources.facts).presets
    return (try? adding(names)) ?? self
  }
}
