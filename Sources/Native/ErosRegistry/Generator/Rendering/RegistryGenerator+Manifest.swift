public import ErosCore

// The manifest `eros.registry.json`: all registrations, for other tools and for the next run.
extension RegistryGenerator {
  /// Returns a manifest for the files in `digests`, whose keys are paths.
  func manifest(of digests: [String: String]) throws -> GeneratedFile {
    let described = ManifestEntries(registry: registry)
    var members = described.sections(for: Set(Platform.allCases))
    members["format"] = .integer(FileHeader.format)
    members["appName"] = .string(registry.appName ?? "")
    members["appVersion"] = .sorted(
      Dictionary(
        uniqueKeysWithValues: registry.versions.map { ($0.key.rawValue, .string($0.value.value)) }))
    members["surface"] = perPlatform { fingerprint($0) }
    members["registration"] = try perPlatform { try registration(on: $0) }
    members["files"] = .list(
      digests.sorted { inByteOrder($0.key, $1.key) }.map {
        .sorted(["path": .string($0.key), "sha256": .string($0.value)])
      })
    let text = JSONWriter.write(.sorted(members), layout: .pretty) + [UInt8(ascii: "\n")]
    return GeneratedFile(path: registry.settings.manifest.value, bytes: text)
  }

  /// Returns a fingerprint of everything that is compiled into the app.
  ///
  /// If it changes, you must build the app again.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func registration(on platform: Platform) throws -> String {
    let entries = ManifestEntries(registry: registry).sections(for: [platform])
    return try RegistrySurface.fingerprint(of: JSONWriter.write(.sorted(entries)))
  }

  private func perPlatform(_ text: (Platform) throws -> String) rethrows -> JSONValue {
    .sorted(
      Dictionary(
        uniqueKeysWithValues: try Platform.allCases.map { ($0.rawValue, .string(try text($0))) }))
  }
}
