import ErosCore

/// Parses the header lines that libcurl passes on.
///
/// libcurl accepts more than RFC 9112 allows: control characters, names with spaces, several
/// lengths, and transfer codings besides `chunked`. Here, all of them are errors, so that no
/// recipient on the way can understand the response differently. A folded line is an error, unless
/// libcurl has joined it, as recent versions do.
struct ResponseLines {
  typealias Field = (name: String, value: String)

  /// A complete part of a response.
  enum Part {
    /// An informational response.
    case informational([Field])
    /// The final response's status and fields.
    case head(status: Int, fields: [Field])
    /// A field after the body.
    case trailer(Field)
  }

  private var status: Int?
  private var fields: [Field] = []

  /// `true` if the final response's head is complete.
  private(set) var hasHead = false

  /// Adds a line, with its end, and returns the part that it completes.
  mutating func add(_ line: [UInt8]) throws(ResponseLineFailure) -> Part? {
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") }
    let text = line[..<((line.lastIndex { !isEnd($0) }).map { $0 + 1 } ?? 0)]
    if hasHead { return text.isEmpty ? nil : .trailer(try Self.field(text)) }
    if let status {
      if text.isEmpty { return try complete(status) }
      fields.append(try Self.field(text))
    } else {
      status = try Self.status(of: text)
    }
    return nil
  }

  private mutating func complete(_ status: Int) throws(ResponseLineFailure) -> Part {
    let fields = fields
    self.status = nil
    self.fields = []
    // 101 is a final response.
    if (100..<200).contains(status), status != 101 { return .informational(fields) }
    try Self.checkFraming(fields)
    hasHead = true
    return .head(status: status, fields: fields)
  }

  /// Parses a line such as `HTTP/1.1 200 OK`.
  private static func status(of line: ArraySlice<UInt8>) throws(ResponseLineFailure) -> Int {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count >= 2, parts[0].count == 8, parts[0].starts(with: "HTTP/1.".utf8),
      parts[0].last?.isDigit == true, parts[1].count == 3, parts[1].allSatisfy(\.isDigit),
      let status = Int(String(decoding: parts[1], as: UTF8.self)), status >= 100
    else { throw .header }
    return status
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(ResponseLineFailure) -> Field {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      line[colon...].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { throw .header }
    let start = line[(colon + 1)...].drop(while: isSpace)
    let value = start[..<((start.lastIndex { !isSpace($0) }).map { $0 + 1 } ?? start.startIndex)]
    return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// Throws unless the fields state the body's length in exactly one way, or not at all.
  private static func checkFraming(_ fields: [Field]) throws(ResponseLineFailure) {
    func values(_ name: String) -> Set<String> {
      Set(fields.lazy.filter { $0.name.lowercased() == name }.map { $0.value.lowercased() })
    }
    let codings = values("transfer-encoding")
    guard codings.isSubset(of: ["chunked"]) else { throw .coding }
    let lengths = values("content-length")
    guard lengths.count + codings.count <= 1,
      // libcurl ignores a longer number.
      lengths.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) && Int64($0) != nil })
    else { throw .length }
  }
}

/// A reason to refuse a header line.
enum ResponseLineFailure: Error {
  /// A line is neither a status nor a field.
  case header
  /// The length is malformed, or stated in several ways.
  case length
  /// The body has another transfer coding than `chunked`.
  case coding

  var reason: Message {
    switch self {
    case .header: "malformed header"
    case .length: "malformed 'Content-Length'"
    case .coding: "unsupported 'Transfer-Encoding'"
    }
  }
}
