import ErosCore
public import ErosFiles
import Synchronization

/// A release that is unpacked in a folder.
public final class FolderTree: ContentTree {
  public let files: [ContentFile]
  private let root: String
  /// The files read last; the next read is usually from one of them.
  private let open = Mutex<[(index: Int, file: ReadableFile)]>([])
  private static let maximumOpenFiles = 8

  /// Reads and hashes all files in `root` except `md5.json`.
  ///
  /// - Throws: `FileError`; ``DeltaError/notARelease(folder:_:)`` when the folder has an item that
  ///   a release cannot contain; ``DeltaError/changed(_:)``.
  public init(_ root: String, threads: Int) throws {
    let folder = try ReleaseFolder(root)
    let files = folder.files.filter { $0.path.string != BundleManifest.entryName }
    self.root = root
    self.files = try folder.hashed(files, threads: threads)
  }

  /// Creates a tree of a folder whose files are already verified.
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
      if open.count == Self.maximumOpenFiles { open.removeFirst() }
      open.append((index, file))
    }
    return file
  }
}
