import ErosCore
public import ErosFiles

/// A release that is unpacked in a folder.
///
/// ```swift
/// let tree = try FolderTree("pages", threads: 2)
/// print("\(tree.files.count) files")
/// ```
public final class FolderTree: ContentTree {
  public let files: [ContentFile]
  private let root: String
  /// Holds the last opened files, because the next read usually needs one of them.
  private let open = Lock(OpenedFiles())

  /// Reads and hashes all files in `root` except `md5.json`.
  ///
  /// - Throws: ``DeltaError/notARelease(folder:_:)`` if a release cannot contain one of the items,
  ///   ``DeltaError/changed(_:)`` if a file changes meanwhile, `FileError` if one cannot be read.
  public init(_ root: String, threads: Int) throws {
    let folder = try ReleaseFolder(root)
    let files = folder.files.filter { $0.path.string != BundleManifest.entryName }
    self.root = root
    self.files = try folder.hashed(files, threads: threads)
  }

  /// Creates a tree from a folder whose files you have already verified.
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

/// The last opened files, by index.
///
/// Opening a file takes several times as long as reading a few bytes, and a delta may copy from
/// many files in turn.
private struct OpenedFiles {
  private var files: [Int: ReadableFile] = [:]
  /// In the order of opening.
  ///
  /// If the list is full, the oldest one is at ``next``.
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
