package import ErosCore
import ErosFiles

/// A file that is to be packed, wherever its bytes are.
struct PackInput: Sendable {
  enum Place: Sendable {
    /// In a source folder.
    case disk(BundleSource.File)
    /// In memory, with the digest that was computed from it.
    case memory([UInt8], FileDigest)
  }

  /// Its name in the bundle.
  let path: BundlePath
  /// How many bytes it has, without a line that packing adds.
  let size: UInt64
  let place: Place

  init(_ file: BundleSource.File) {
    path = file.path
    size = file.status.size
    place = .disk(file)
  }

  init(_ file: BundleFile, _ bytes: [UInt8]) {
    path = file.path
    size = file.digest.size
    place = .memory(bytes, file.digest)
  }

  /// Whether its digest is known before it is read.
  var isHashed: Bool { if case .memory = place { true } else { false } }

  /// Reads the first bytes, at most `count`.
  func start(_ count: Int) throws(FileError) -> [UInt8] {
    switch place {
    case .disk(let file): try ReadableFile(file.sourcePath).read(at: 0, count: count)
    case .memory(let bytes, _): Array(bytes.prefix(count))
    }
  }
}

/// The content of a verified bundle, held in memory to be packed again.
package struct HeldContent: Sendable {
  let files: [PackInput]
  let folders: [BundlePath]

  /// Takes files in the order of their names with the contents that their digests were computed from,
  /// and the folders that have an entry.
  package init(_ files: [BundleFile], _ contents: [[UInt8]], folders: [BundlePath]) {
    self.files = zip(files, contents).map { PackInput($0, $1) }
    self.folders = folders.sorted()
  }
}
