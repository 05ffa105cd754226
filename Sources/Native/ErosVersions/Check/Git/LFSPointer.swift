import ErosCore

/// A pointer that Git LFS stores in a repository instead of a large file.
struct LFSPointer {
  static let filter = "lfs"

  let digest: SHA256Digest
  let size: UInt64

  /// Parses lines of `key value`, such as `oid sha256:…` and `size 12345`.
  ///
  /// Returns `nil` if the bytes are not a pointer.
  init?(_ bytes: [UInt8]) {
    let sizeLimit = 1024
    guard bytes.count < sizeLimit, bytes.starts(with: "version ".utf8) else { return nil }
    var values: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      if words.count == 2 { values[words[0]] = words[1] }
    }
    let prefix = "sha256:"
    guard let object = values["oid"], object.begins(with: prefix),
      let digest = SHA256Digest(String(object.utf8.dropFirst(prefix.utf8.count)) ?? ""),
      let size = values["size"].flatMap({ UInt64($0) })
    else { return nil }
    self.digest = digest
    self.size = size
  }
}
