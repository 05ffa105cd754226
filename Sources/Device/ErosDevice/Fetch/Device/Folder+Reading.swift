import ErosFiles

extension Folder {
  /// Returns a file's contents, or `nil` if it is missing, not a file, or longer than `limit`.
  func contents(of name: String, limit: Int) throws(FileError) -> [UInt8]? {
    guard let status = try status(of: name), status.kind == .file, status.size <= UInt64(limit)
    else { return nil }
    return try openFile(name).read(at: 0, count: limit)
  }
}
