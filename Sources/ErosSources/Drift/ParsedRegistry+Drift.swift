public import ErosCore
public import ErosRegistry

extension ParsedRegistry {
  /// Compares the description with the registrations and exports of `sources`.
  ///
  /// Platforms without sources are skipped. Findings are sorted by position.
  public func drift(from sources: NativeSources) -> [Finding] {
    guard let registry else { return [] }
    var comparison = SourceComparison(self, registry: registry, facts: sources.facts)
    comparison.run()
    return comparison.findings
  }
}
