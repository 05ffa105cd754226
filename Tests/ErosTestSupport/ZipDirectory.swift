/// The fields of a zip's central directory.
///
/// Use it only for zips of this project: it checks nothing and knows no ZIP64.
public struct ZipDirectory: Sendable {
  public struct Entry: Sendable {
    public let name: String
    public let flags: Int
    public let method: Int
    public let time: Int
    public let date: Int
    public let compressedSize: Int
    public let size: Int
    /// Host system of the attributes.
    public let maker: Int
    public let mode: Int
    public let extraSize: Int
    /// Flags in the local header.
    public let localFlags: Int
  }

  public let entries: [Entry]

  /// Reads the central directory of a zip without a comment.
  public init(_ zip: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(zip[offset + $1]) << (8 * $1) }
    }
    let end = zip.count - 22
    var offset = number(end + 16, 4)
    var entries: [Entry] = []
    for _ in 0..<number(end + 10, 2) {
      let nameSize = number(offset + 28, 2)
      let local = number(offset + 42, 4)
      entries.append(
        Entry(
          name: String(decoding: zip[(offset + 46)..<(offset + 46 + nameSize)], as: UTF8.self),
          flags: number(offset + 8, 2), method: number(offset + 10, 2),
          time: number(offset + 12, 2), date: number(offset + 14, 2),
          compressedSize: number(offset + 20, 4), size: number(offset + 24, 4),
          maker: number(offset + 5, 1), mode: number(offset + 40, 2),
          extraSize: number(offset + 30, 2), localFlags: number(local + 6, 2)))
      offset += 46 + nameSize + number(offset + 30, 2) + number(offset + 32, 2)
    }
    self.entries = entries
  }
}
