import ErosCore
import ErosCrypto
public import ErosFiles
import Synchronization

/// A release that lies unpacked in a folder.
public final class FolderTree: ContentTree {
  public let files: [ContentFile]
  private let root: String
  /// The files that were read last: the next piece is mostly of one of them.
  private let open = Mutex<[(index: Int, file: ReadableFile)]>([])
  /// How many files stay open.
  private static let mostOpenFiles = 8

  /// Reads and hashes every file below `root` but its `md5.json`.
  ///
  /// - Throws: `FileError`; ``DeltaError`` when something stands there that no release has.
  public init(_ root: String, threads: Int) throws {
    let walk = try FolderWalk(root, depthLimit: BundlePath.deepestPath + 1)
    if let obstacle = walk.obstacles.first {
      throw DeltaError.notARelease(folder: root, obstacle.relativePath)
    }
    let paths = try Self.paths(of: walk, root)
    let files = Mutex([ContentFile?](repeating: nil, count: paths.count))
    try Parallel.forEach(paths.count, threads: threads, makeState: FileScan.init) { index, scan in
      let file = try scan.file(paths[index], below: root)
      files.withLock { $0[index] = file }
    }
    self.root = root
    self.files = files.withLock { $0.compactMap(\.self) }
  }

  /// Takes a folder whose files were verified before.
  public init(_ root: String, verified files: [ContentFile]) {
    self.root = root
    self.files = files.sorted { $0.path < $1.path }
  }

  public func read(_ index: Int, at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    try opened(index).read(at: offset, count: count)
  }

  private func opened(_ index: Int) throws(FileError) -> ReadableFile {
    if let file = open.withLock({ $0.first { $0.index == index }?.file }) { return file }
    let path = root + "/" + files[index].path.string
    let file = try ReadableFile(path, followingSymlinks: false)
    open.withLock { open in
      if open.count == Self.mostOpenFiles { open.removeFirst() }
      open.append((index, file))
    }
    return file
  }

  private static func paths(of walk: FolderWalk, _ root: String) throws -> [BundlePath] {
    var paths: [BundlePath] = []
    for entry in walk.entries where entry.status.kind == .file {
      do throws(BundlePathProblem) {
        let path = try BundlePath(entry.relativePath)
        if path.string != BundleManifest.entryName { paths.append(path) }
      } catch {
        throw DeltaError.notARelease(folder: root, entry.relativePath)
      }
    }
    return paths.sorted()
  }
}

/// Hashes files one after the other; each thread has one of its own.
private final class FileScan {
  private static let pieceSize = 256 * 1024

  private var hasher: SHA256Hasher
  private var buffer = [UInt8](repeating: 0, count: pieceSize)

  init() throws { hasher = try SHA256Hasher() }

  func file(_ path: BundlePath, below root: String) throws -> ContentFile {
    let file = try ReadableFile(root + "/" + path.string, followingSymlinks: false)
    var size: UInt64 = 0
    while true {
      let count = try file.read(at: size, count: buffer.count, into: &buffer, at: 0)
      guard count > 0 else { break }
      let buffer = buffer
      try hasher.update(buffer.span.extracting(first: count))
      size += UInt64(count)
    }
    return ContentFile(path: path, size: size, sha256: try hasher.finish())
  }
}
