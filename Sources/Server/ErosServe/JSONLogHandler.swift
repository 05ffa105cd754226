import ErosCore
import Logging

/// Writes one JSON object per line: time, level, message and metadata.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  private let now: @Sendable () -> Timestamp
  private let write: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - now: Returns the time.
  ///   - write: Writes a line that ends with a newline, on any thread.
  init(now: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable ([UInt8]) -> Void) {
    self.now = now
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var members: [JSONObject.Member] = [
      .init(key: "time", node: JSONNode(.string("\(now())"))),
      .init(key: "level", node: JSONNode(.string(event.level.rawValue))),
      .init(key: "message", node: JSONNode(.string("\(event.message)"))),
    ]
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in fields.sorted(by: { inByteOrder($0.key, $1.key) }) {
      members.append(.init(key: key, node: JSONNode(Self.json(value))))
    }
    let line = String(decoding: JSONWriter.write(.object(JSONObject(members))), as: UTF8.self)
    write(Array((line.escapedJSONForDisplay + "\n").utf8))
  }

  /// Keeps numbers as JSON numbers.
  private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
    if case .stringConvertible(let number as any BinaryInteger) = value {
      return .integer(Int64(clamping: number))
    }
    return .string("\(value)")
  }
}
