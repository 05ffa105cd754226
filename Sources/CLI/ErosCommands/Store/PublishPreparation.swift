import ErosCore
import ErosTrust

/// Everything that happens to a bundle before it is published.
struct PublishPreparation {
  /// Warnings about the bundle's sizes.
  let findings: [Finding]
  /// `nil` if the source maps are not kept.
  let sourceMaps: PublishSourceMaps?
  /// `nil` if the pages do not run.
  var rehearsal: PublishRehearsal?
  let output: OutputOptions

  struct Outcome {
    /// The record for the release, or `nil` for a bundle without pages.
    let rehearsal: ReleaseRehearsal?
    let findings: [Finding]
    let sourceMaps: PublishSourceMaps.Outcome?
  }

  /// Runs the pages and keeps the source maps.
  ///
  /// - Throws: `RehearsalError` if a page does not start. The errors of the source maps.
  func run() throws -> Outcome {
    let pages = try rehearsal?.run() ?? .init(record: .skipped)
    let maps = try sourceMaps?.keep()
    output.log(maps?.findings ?? [])
    return Outcome(
      rehearsal: pages.record, findings: findings + pages.findings, sourceMaps: maps)
  }
}
