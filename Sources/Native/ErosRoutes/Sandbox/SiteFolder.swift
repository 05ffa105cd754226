import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// A folder with `routes.json` at its root and the files of a site below it.
///
/// This is the output of a build, the folder shipped with an app, or a folder that represents the
/// server of an update.
struct SiteFolder {
  private static let maximumMapSize = 8 << 20

  let folder: Folder

  init(_ folder: Folder) { self.folder = folder }

  init(_ path: String) throws(FileError) { folder = try Folder(path) }

  /// Returns the map with its text, or `nil` if the folder has no map.
  ///
  /// - Throws: `JSONError` and ``RouteMapError`` if the file is not a route map; `FileError`.
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

  /// Opens the file at the last two components of an address, or returns `nil` if it does not
  /// exist.
  func file(_ address: RouteAddress) throws(FileError) -> ReadableFile? {
    try open(address.lastComponents)
  }

  /// Returns whether the file of an address exists and matches the hash in its name.
  func hasValid(_ address: RouteAddress) throws -> Bool {
    try file(address)?.isValid(as: address) ?? false
  }

  /// Opens the file below the folder with the bytes of `path`, without following symlinks.
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
  /// Returns whether the MD5 of the file matches the hash in `address`; `true` without a hash.
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
