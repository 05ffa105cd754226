import ErosCore
import ErosFiles
import ErosProcess
import ErosTrust
import SystemPackage

/// Reads files that the configuration names.
enum ServerFiles {
  /// In bytes.
  private static let secretLimit = 4096

  /// Paths are relative to the folder of the configuration.
  static func path(_ name: String, besides config: String) -> String {
    guard !name.hasPrefix("/"), let slash = config.lastIndex(of: "/") else { return name }
    return config[...slash] + name
  }

  /// Reads a secret file, and refuses one that other users can access.
  ///
  /// Root may own it, and then its group may read it.
  ///
  /// - Throws: ``ServeError/exposedSecret(_:_:)`` if others can access the file, or `FileError` if
  ///   it cannot be read.
  static func secretFile(_ path: String, limit: Int) throws -> [UInt8] {
    let file = try ReadableFile(path)
    if let exposure = file.status.exposure(allowsRoot: true) {
      throw ServeError.exposedSecret(path, exposure)
    }
    guard file.status.size <= UInt64(limit) else { throw FileError(.read, path, .fileTooLarge) }
    return try file.read(at: 0, count: Int(file.status.size))
  }

  /// Reads a secret from a file or an environment variable, and trims white space.
  ///
  /// - Throws: ``ServeError`` if it is empty or others can access the file, or `FileError` if it
  ///   cannot be read.
  static func secret(_ source: KeySource, besides config: String) throws -> [UInt8] {
    let bytes: [UInt8]
    switch source {
    case .file(let name): bytes = try secretFile(path(name, besides: config), limit: secretLimit)
    case .environment(let name): bytes = EnvironmentVariable.bytes(name) ?? []
    }
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let trimmed = Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    guard trimmed.isEmpty else { return trimmed }
    let reason: Message =
      switch source {
      case .file(let name): "the file '\(name.escapedForDisplay)' does not contain a token"
      case .environment(let name): "the environment variable \(name.escapedForDisplay) is not set"
      }
    throw ServeError.badConfig(config, reason: reason)
  }
}
