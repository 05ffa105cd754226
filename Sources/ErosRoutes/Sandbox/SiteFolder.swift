import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// A folder with `routes.json` at its root and the files of a site below: what a build writes, what an
/// app ships, and what stands for a server when a sandbox is updated.
struct SiteFolder {
  private static let longestMap = 8 << 20

  let folder: Folder

  init(_ folder: Folder) { self.folder = folder }

  init(_ path: String) throws(FileError) { folder = try Folder(path) }

  /// The map with its text, or `nil` where there is none.
  ///
  /// - Throws: `JSONError` and ``RouteMapError`` for something else under its name; `FileError`.
  func map() throws -> (map: RouteMap, text: [UInt8])? {
    try Self.map(in: folder)
  }

  static func map(in folder: Folder) throws -> (map: RouteMap, text: [UInt8])? {
    guard try folder.has(RouteMap.fileName) else { return nil }
    let file = try folder.openFile(RouteMap.fileName)
    guard file.status.size <= UInt64(longestMap) else {
      throw FileError(.read, file.path, .fileTooLarge)
    }
    let text = try file.read(at: 0, count: Int(file.status.size))
    return (try RouteMap.read(text, file: file.path), text)
  }

  /// Opens the file that an address leads to by its last two components, or returns `nil` where there
  /// is none.
  func file(_ address: RouteAddress) throws(FileError) -> ReadableFile? {
    try open(address.lastComponents)
  }

  /// Whether the file that an address leads to is there, with the bytes that its name promises.
  func hasWhole(_ address: RouteAddress) throws -> Bool {
    try file(address)?.isWhole(as: address) ?? false
  }

  /// Opens a file by its path below the folder, as its bytes are; links are not followed.
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
  /// Whether the bytes are those that the name in `address` promises; a name that promises nothing is
  /// content with all.
  func isWhole(as address: RouteAddress) throws -> Bool {
    guard let hash = address.contentHash else { return true }
    return try md5().description.begins(with: hash)
  }

  func md5() throws -> MD5Digest {
    var hasher = try MD5Hasher()
    try forEachChunk { try hasher.update($0.span) }
    return try hasher.finish()
  }
}
