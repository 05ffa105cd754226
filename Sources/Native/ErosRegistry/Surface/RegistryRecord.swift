public import ErosCore
import ErosFiles

/// The surface of each app store release, as recorded in `eros.registry.lock.json`.
public struct RegistryRecord: Sendable {
  /// One version of an app.
  public struct Release: Hashable, Sendable {
    /// The version in the app store.
    public let version: String
    /// The version's surface.
    public let surface: RegistrySurface
    /// The fingerprint of everything compiled into the app, or `nil` in an old lock file.
    public let registration: String?

    /// Creates a release for ``RegistryRecord/record(_:)``.
    public init(version: String, surface: RegistrySurface, registration: String? = nil) {
      self.version = version
      self.surface = surface
      self.registration = registration
    }
  }

  /// The releases, sorted by platform and version.
  public private(set) var releases: [Release] = []

  /// Creates an empty record.
  public init() {}

  /// Adds a release.
  ///
  /// It replaces one with the same platform and version.
  public mutating func record(_ release: Release) { record([release]) }

  private mutating func record(_ newer: [Release]) {
    let last = Dictionary((releases + newer).map { (Self.key($0), $0) }) { _, last in last }
    releases = last.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes all releases for `platform`.
  public mutating func remove(_ platform: Platform) {
    releases.removeAll { $0.surface.platform == platform }
  }

  /// Returns the last release for `platform`.
  public func newest(on platform: Platform) -> Release? {
    releases.last { $0.surface.platform == platform }
  }

  private static func key(_ release: Release) -> Key {
    Key(
      platform: release.surface.platform, version: NativeVersion(release.version),
      text: NativeVersion(release.version) == nil ? release.version : "")
  }

  /// Identifies a release.
  ///
  /// `1.0` and `1.0.0` are the same version.
  private struct Key: Hashable, Comparable {
    let platform: Platform
    /// The version.
    ///
    /// A text that is not a version is `nil` and sorts first.
    let version: NativeVersion?
    let text: String

    static func < (left: Self, right: Self) -> Bool {
      if left.platform != right.platform { return left.platform < right.platform }
      switch (left.version, right.version) {
      case (let left?, let right?): return left < right
      case (nil, nil): return inByteOrder(left.text, right.text)
      case (let version, _): return version == nil
      }
    }
  }
}

// MARK: - File

extension RegistryRecord {
  /// Returns the lock file as text, with one key per line.
  ///
  /// - Throws: `CryptoError` if hashing fails.
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

  /// Reads the lock file at `path`, or returns an empty record if there is none.
  ///
  /// - Throws: `FileError` if the file cannot be read. ``RegistryError/malformedLock(file:line:)``
  ///   if it is malformed.
  package static func read(at path: String) throws -> RegistryRecord {
    guard try FileStatus.ifExists(path) != nil else { return RegistryRecord() }
    return try read(readWholeFile(path), file: path)
  }

  /// Reads a lock file.
  ///
  /// - Throws: ``RegistryError/malformedLock(file:line:)`` if the file is malformed, or if a
  ///   fingerprint does not match its document.
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
        guard let release = try release(node) else {
          let position = TextPosition(ofByte: node.range.lowerBound, in: bytes)
          throw RegistryError.malformedLock(file: file, line: position.line)
        }
        return release
      })
    return lock
  }

  private static func release(_ node: JSONNode) throws -> Release? {
    guard let (release, fingerprint) = try? fields(of: node),
      try release.surface.fingerprint() == fingerprint
    else { return nil }
    return release
  }

  private static func fields(
    of node: JSONNode
  ) throws(JSONFieldFailure) -> (release: Release, fingerprint: String) {
    var fields = try JSONFields(node, "a release")
    let surface = try fields.value("document", expected: "a surface") {
      RegistrySurface(document: $0)
    }
    let platform = surface.platform.rawValue
    _ = try fields.value("platform", expected: Message(verbatim: platform)) {
      $0.string == platform ? $0 : nil
    }
    let release = Release(
      version: try fields.string("version"), surface: surface,
      registration: try fields.optionalString("registration"))
    return (release, try fields.string("surface"))
  }
}
