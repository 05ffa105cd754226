package import ErosCore
import ErosCrypto
import ErosFiles
import Synchronization

/// The files that lie in the folder of an unpacked release.
package struct ReleaseFolder: Sendable {
  /// A file as the system tells of it.
  package struct File: Sendable {
    package let path: BundlePath
    package let size: UInt64
  }

  /// Below this many files, a second thread takes longer to start than it saves.
  private static let fewFiles = 32

  package let root: String
  /// The files in the order of their paths, `md5.json` among them.
  package let files: [File]

  /// Lists every file below `root`.
  ///
  /// - Throws: `FileError`; ``DeltaError/notARelease(folder:_:)`` when something stands there that no
  ///   release has.
  package init(_ root: String) throws {
    let walk = try FolderWalk(root, depthLimit: BundlePath.maximumDepth + 2)
    for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
    if let obstacle = walk.obstacles.first {
      throw DeltaError.notARelease(folder: root, obstacle.relativePath)
    }
    var files: [File] = []
    for entry in walk.entries where entry.status.kind == .file {
      // A name in another form than the composed one would be looked for in vain later.
      guard let path = try? BundlePath(entry.relativePath),
        path.string.utf8.elementsEqual(entry.relativePath.utf8)
      else { throw DeltaError.notARelease(folder: root, entry.relativePath) }
      files.append(File(path: path, size: entry.status.size))
    }
    self.root = root
    self.files = files.sorted { $0.path < $1.path }
  }

  /// How many bytes the files have together, or `nil` for more than any file system has.
  package var size: UInt64? {
    files.reduce(0) { (sum: UInt64?, file) in
      guard let (sum, isTooLarge) = sum?.addingReportingOverflow(file.size) else { return nil }
      return isTooLarge ? nil : sum
    }
  }

  /// Reads and hashes some of the files, on several threads where it helps, and returns them in their
  /// order.
  ///
  /// - Throws: `FileError`; ``DeltaError/changed(_:)`` for one that has another size by now.
  package func hashed(_ files: [File], threads: Int) throws -> [ContentFile] {
    let hashed = Mutex([ContentFile?](repeating: nil, count: files.count))
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

/// Hashes files one after the other; each thread has one of its own.
package final class FileScan {
  private static let pieceSize = 256 * 1024

  private var hasher: SHA256Hasher
  private var buffer = [UInt8](repeating: 0, count: pieceSize)

  package init() throws { hasher = try SHA256Hasher() }

  /// The size and the digest of a file; a symlink is refused.
  package func read(_ path: String) throws -> (size: UInt64, sha256: SHA256Digest) {
    let file = try ReadableFile(path, followingSymlinks: false)
    var size: UInt64 = 0
    while true {
      let count = try file.read(at: size, count: buffer.count, into: &buffer, at: 0)
      let piece = buffer
      try hasher.update(piece.span.extracting(first: count))
      size += UInt64(count)
      // A piece that is not full is the last one.
      guard count == buffer.count else { return (size, try hasher.finish()) }
    }
  }
}
