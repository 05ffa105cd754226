package import ErosCore
import ErosCrypto
import ErosFiles

/// The files in an unpacked release's folder.
package struct ReleaseFolder: Sendable {
  /// A file with its size in the file system.
  package struct File: Sendable {
    package let path: BundlePath
    package let size: UInt64
  }

  /// For fewer files, a second thread costs more than it saves.
  private static let fewFiles = 32

  let root: String
  /// Includes `md5.json`.
  ///
  /// Sorted by path.
  package let files: [File]

  /// Lists all files in `root`.
  ///
  /// - Throws: ``DeltaError/notARelease(folder:_:)`` if a release cannot contain one of the items,
  ///   or `FileError`.
  package init(_ root: String) throws {
    let walk = try FolderWalk(root, depthLimit: BundlePath.maximumDepth + 2)
    for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
    if let obstacle = walk.obstacles.first {
      throw DeltaError.notARelease(folder: root, obstacle.relativePath)
    }
    var files: [File] = []
    for entry in walk.entries where entry.status.kind == .file {
      // A later lookup uses the composed form and would not find another form of the name.
      guard let path = try? BundlePath(entry.relativePath),
        path.string.utf8.elementsEqual(entry.relativePath.utf8)
      else { throw DeltaError.notARelease(folder: root, entry.relativePath) }
      files.append(File(path: path, size: entry.status.size))
    }
    self.root = root
    self.files = files.sorted { $0.path < $1.path }
  }

  /// In bytes.
  ///
  /// `nil` on overflow.
  package var size: UInt64? {
    files.reduce(0) { (sum: UInt64?, file) in
      guard let (sum, isTooLarge) = sum?.addingReportingOverflow(file.size) else { return nil }
      return isTooLarge ? nil : sum
    }
  }

  /// Reads and hashes `files`, and returns them in the same order.
  ///
  /// - Throws: ``DeltaError/changed(_:)`` if a file's size has changed, or `FileError`.
  package func hashed(_ files: [File], threads: Int) throws -> [ContentFile] {
    let hashed = Lock([ContentFile?](repeating: nil, count: files.count))
    try Parallel.forEach(
      files.count, threads: files.count < Self.fewFiles ? 1 : threads, makeState: FileScan.init
    ) { index, scan in
      let file = files[index]
      let (size, sha256) = try scan.read("\(root)/\(file.path)")
      guard size == file.size else { throw DeltaError.changed(file.path.string) }
      hashed.withLock { $0[index] = ContentFile(path: file.path, size: size, sha256: sha256) }
    }
    return hashed.withLock { $0.compactMap(\.self) }
  }
}

/// Hashes files.
///
/// Each thread has its own.
package final class FileScan {
  private static let chunkSize = 256 * 1024

  private var hasher: SHA256Hasher
  private var buffer = [UInt8](repeating: 0, count: chunkSize)

  package init() throws { hasher = try SHA256Hasher() }

  /// Returns a file's size and digest.
  ///
  /// Rejects a symlink.
  package func read(_ path: String) throws -> (size: UInt64, sha256: SHA256Digest) {
    let file = try ReadableFile(path, followingSymlinks: false)
    var size: UInt64 = 0
    while true {
      let count = try file.read(at: size, count: buffer.count, into: &buffer, at: 0)
      let chunk = buffer
      let slice = chunk[..<count]
      try hasher.update(slice.span)
      size += UInt64(count)
      // A partial chunk is the last one.
      guard count == buffer.count else { return (size, try hasher.finish()) }
    }
  }
}
