package import ErosCore
import ErosTrust

extension StoreProbe {
  /// 30 days, in milliseconds.
  private static let validity: Int64 = 30 * 86_400_000
  private static let maximumLength = 64 << 10

  /// Checks that a store keeps the promises that publishers rely on.
  ///
  /// The result is stored in `probe.json` and is valid for 30 days.
  ///
  /// - Throws: ``StoreError/brokenPromise(_:_:response:)`` if it breaks one.
  package func check(at date: Timestamp) async throws {
    let object = try await store.read(StoreLayout.probe, limit: Self.maximumLength)
    let recorded = object.flatMap { object in
      try? StoreProbeResult(JSONReader.read(object.bytes, file: StoreLayout.probe.text).value)
    }
    if let recorded, recorded.broken.isEmpty,
      (0..<Self.validity).contains(date.milliseconds - recorded.date.milliseconds)
    {
      return
    }
    let result = try await run(at: date)
    try result.check(store.location)
    let contents = try ObjectContents(JSONWriter.write(result.json))
    _ = try await store.write(
      StoreLayout.probe, contents, expecting: object?.status.version, cache: .seconds(0))
  }
}
