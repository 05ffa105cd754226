package import ErosCore
import ErosRepository
package import ErosStore

extension StoreProbe {
  /// The validity of a probe in milliseconds: 30 days.
  private static let validity: Int64 = 30 * 86_400_000
  private static let maximumLength = 64 << 10

  /// Checks that a store has the properties that publishers need.
  ///
  /// A check is valid for 30 days. Its result is stored in the store's `probe.json`.
  ///
  /// - Throws: ``StoreError/brokenPromise(_:_:answer:)``, and the errors of the store.
  package static func check(_ store: any ObjectStore, at date: Timestamp) async throws {
    let found = try await store.read(StoreLayout.probe, limit: maximumLength)
    let recorded = found.flatMap { found in
      try? StoreProbe(JSONReader.read(found.bytes, file: StoreLayout.probe.text).value)
    }
    if let recorded, recorded.broken.isEmpty,
      (0..<validity).contains(date.milliseconds - recorded.date.milliseconds)
    {
      return
    }
    let probe = try await run(on: store, date: date)
    try probe.check(store.location)
    let contents = try ObjectContents(JSONWriter.write(probe.json))
    _ = try await store.write(
      StoreLayout.probe, contents, expecting: found?.status.version, cache: .seconds(0))
  }
}
