public import ErosCore
import ErosFiles

/// The surfaces that were released to app stores, in `eros.registry.lock.json`.
public struct RegistryRecord: Sendable {
  /// What one version of an app offered.
  public struct Release: Hashable, Sendable {
    /// The version of the app, as its store shows it.
    public let version: String
    /// What that version offered to JavaScript.
    public let surface: RegistrySurface
    /// The fingerprint of everything that is compiled into the app; older locks lack it.
    public let registration: String?

    /// Describes a release; it counts once ``RegistryRecord/record(_:)`` has taken it up.
    public init(version: String, surface: RegistrySurface, registration: String? = nil) {
      self.version = version
      self.surface = surface
      self.registration = registration
    }
  }

  /// Sorted by platform, then by version.
  public private(set) var releases: [Release] = []

  /// Begins without any releases.
  public init() {}

  /// Takes a release up, in place of one with the same platform and version.
  public mutating func record(_ release: Release) { record([release]) }

  private mutating func record(_ newer: [Release]) {
    let last = Dictionary((releases + newer).map { (Self.key($0), $0) }) { _, last in last }
    releases = last.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Forgets the releases of `platform`.
  public mutating func remove(_ platform: Platform) {
    releases.removeAll { $0.surface.platform == platform }
  }

  /// The last release of `platform`.
  public func newest(on platform: Platform) -> Release? {
    releases.last { $0.surface.platform == platform }
  }

  private static func key(_ release: Release) -> Key {
    Key(
      platform: release.surface.platform, version: NativeVersion(release.version),
      text: NativeVersion(release.version) == nil ? release.version : "")
  }

  /// What there is one release of; `1.0` and `1.0.0` are the same version.
  private struct Key: Hashable, Comparable {
    package let platform: Platform
    /// `nil` stands before all versions, though no lock that we write has such a text.
    package let version: NativeVersion?
    package let text: String

    package static func < (left: Self, right: Self) -> Bool {
      if left.platform != right.platform { return left.platform < right.platform }
      switch (left.version, right.version) {
      case (let left?, let right?): return left < right
      case (nil, nil): return inByteOrder(left.text, right.text)
      case (let version, _): return version == nil
      }
    }
  }
}

// MARK: - Text

extension RegistryRecord {
  /// The file's text, with one key a line.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public func text() throws -> [UInt8] {
    let releases = try releases.map { release in
      var members: [String: JSONValue] = [
        "platform": .string(release.surface.platform.rawValue),
        "version": .string(release.version),
        "surface": .string(try release.surface.fingerprint()),
        "document": release.surface.document,
      ]
      members["registration"] = release.registration.map { .string($0) }
      return JSONValue.sorted(members)
    }
    let root = JSONValue.sorted(["format": .integer(1), "releases": .list(releases)])
    return JSONWriter.write(root, layout: .pretty) + [UInt8(ascii: "\n")]
  }

  /// Reads the lock file at `path`; a missing file has no releases.
  ///
  /// - Throws: as ``read(_:file:)``, or `FileError`.
  package static func read(at path: String) throws -> RegistryRecord {
    guard try FileStatus.ifExists(path) != nil else { return RegistryRecord() }
    return try read(readWholeFile(path), file: path)
  }

  /// Reads a lock file; a release whose fingerprint is not that of its document is refused.
  ///
  /// - Throws: ``RegistryError/malformedLock(file:line:)``.
  public static func read(_ bytes: [UInt8], file: String) throws -> RegistryRecord {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes, file: file)
    } catch {
      throw RegistryError.malformedLock(file: file, line: error.position.line)
    }
    guard root.value.object?["format"]?.integer == 1,
      let nodes = root.value.object?["releases"]?.array
    else { throw RegistryError.malformedLock(file: file, line: 1) }
    var lock = RegistryRecord()
    lock.record(
      try nodes.map { node in
        guard let release = try release(node.value.object) else {
          let place = TextPosition(ofByte: node.range.lowerBound, in: bytes)
          throw RegistryError.malformedLock(file: file, line: place.line)
        }
        return release
      })
    return lock
  }

  private static func release(_ object: JSONObject?) throws -> Release? {
    guard let object, let version = object["version"]?.string,
      let surface = object["document"].flatMap(RegistrySurface.init(document:)),
      surface.platform.rawValue == object["platform"]?.string,
      try surface.fingerprint() == object["surface"]?.string
    else { return nil }
    return Release(
      version: version, surface: surface, registration: object["registration"]?.string)
  }
}
