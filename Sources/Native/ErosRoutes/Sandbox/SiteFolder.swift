import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// A folder with `routes.json` and a site's files.
///
/// A build writes it, an app ships it, or it stands for an update server.
struct SiteFolder {
  private static let maximumMapSize = 8 << 20

  let folder: Folder

  init(_ folder: Folder) { self.folder = folder }

  init(_ path: String) throws(FileError) { folder = try Folder(path) }

  /// Returns the map with its text, or `nil` if the folder has none.
  ///
  /// - Throws: `FileError` if the map is not readable. `JSONError` or ``RouteMapError`` if it is
  ///   malformed.
  func map() throws -> (map: RouteMap, text: [UInt8])? {
    try Self.map(in: folder)
  }

  static func map(in folder: Folder) throws -> (map: RouteMap, text: [UInt8])? {
    guard try folder.has(RouteMap.fileName) else { return nil }
    let file = try folder.openFile(RouteMap.fileName)
    guard file.status.size <= UInt64(maximumMapSize) else {
      throw FileError(.read, file.path, .fileTooLarge)
    }
    let text = try file.read(at: 0, count: Int(file.status.size))
    return (try RouteMap.read(text, file: file.path), text)
  }

  /// Opens the file at an address's last two components, or returns `nil` if it does not exist.
  func file(_ address: RouteAddress) throws(FileError) -> ReadableFile? {
    try open(address.lastComponents)
  }

  /// Returns `true` if the file exists and matches the hash in its name.
  func hasValid(_ address: RouteAddress) throws -> Bool {
    try file(address)?.isValid(as: address) ?? false
  }

  /// Opens a file below the folder.
  ///
  /// Compares names byte by byte and follows no symlinks.
  func open(_ path: String) throws(FileError) -> ReadableFile? {
    let components = path.pathComponents
    guard (try? BundlePath(path)) != nil, let name = components.last,
      components.allSatisfy({ $0.utf8.count <= BundlePath.maximumComponentLength })
    else { return nil }
    do {
      var folder = folder
      for component in components.dropLast() { folder = try folder.openFolder(String(component)) }
      return try folder.openFile(String(name))
    } catch {
      guard error.indicatesDamage else { throw error }
      return nil
    }
  }
}

extension ReadableFile {
  /// Compares the file's MD5 with the hash in its name, if there is one.
  func isValid(as address: RouteAddress) throws -> Bool {
    guard let hash = address.contentHash else { return true }
    return try md5().description.begins(with: hash)
  }

  func md5() throws -> MD5Digest {
    var hasher = try MD5Hasher()
    try forEachChunk { try hasher.update($0) }
    return try hasher.finish()
  }
}
