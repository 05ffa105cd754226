package import ErosCore
import ErosFiles

extension RegistryGenerator {
  /// Compares what `registry` offers with the releases that the lock file at `path` records.
  package func releases(of registry: Registry, recordedAt path: String) throws -> [ReleaseCheck] {
    let registrations = try Platform.allCases.map { ($0, try registration(on: $0)) }
    return registry.check(
      against: try RegistryRecord.read(at: path),
      registrations: Dictionary(uniqueKeysWithValues: registrations))
  }

  /// Records what `registry` offers on `platforms` in the lock file at `path`.
  ///
  /// - Returns: The recorded releases, such as `ios 1.2.0`.
  package func record(
    _ registry: Registry, on platforms: [Platform], at path: String
  ) throws -> [String] {
    var record = try RegistryRecord.read(at: path)
    var recorded: [String] = []
    for platform in platforms {
      guard let version = registry.version(on: platform) else { continue }
      record.record(
        .init(
          version: version, surface: registry.surface(on: platform),
          registration: try registration(on: platform)))
      recorded.append("\(platform.rawValue) \(version)")
    }
    try writeWholeFile(try record.text(), to: path)
    return recorded
  }
}
