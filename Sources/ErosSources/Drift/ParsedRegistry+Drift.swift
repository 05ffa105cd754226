public import ErosRegistry

extension ParsedRegistry {
  /// Compares the description with what `sources` register and export, by file and place.
  ///
  /// A platform of which there is no source is not looked at.
  public func drift(from sources: NativeSources) -> [RegistryFinding] {
    guard let registry else { return [] }
    var comparison = SourceComparison(self, registry: registry, facts: sources.facts)
    comparison.run()
    return comparison.findings
  }
}
