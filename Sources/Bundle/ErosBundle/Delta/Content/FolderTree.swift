import ErosCore
public import ErosFiles

/// A release that is unpacked in a folder.
public final class FolderTree: ContentTree {
  public let files: [ContentFile]
  private let root: String
  /// The files opened last; the next read is usually from one of them.
  private let open = Lock(OpenedFiles())

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
    if let file = open.withLock({ $0[index] }) { return file }
    let path = root + "/" + files[index].path.string
    let file = try ReadableFile(path, followingSymlinks: false)
    open.withLock { $0.insert(file, at: index) }
    return file
  }
}

/// The files of a tree that were opened last, by index.
///
/// Opening a file takes several times as long as reading a few bytes, and a delta may copy from
/// many files in turn.
private struct OpenedFiles {
  private var files: [Int: ReadableFile] = [:]
  /// The indices in the order of opening; the oldest one is at ``next`` when the list is full.
  private var order: [Int] = []
  private var next = 0
  private let limit = OpenFiles.limit

  subscript(index: Int) -> ReadableFile? { files[index] }

  mutating func insert(_ file: ReadableFile, at index: Int) {
    // Another thread may have opened the same file.
    guard files.updateValue(file, forKey: index) == nil else { return }
    guard order.count == limit else { return order.append(index) }
    files[order[next]] = nil
    order[next] = index
    next = (next + 1) % limit
  }
}
