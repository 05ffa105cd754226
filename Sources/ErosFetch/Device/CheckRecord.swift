import ErosCore
import ErosCrypto

/// The record of the last successful check, which is not trusted for decisions about security.
struct CheckRecord: Equatable {
  /// The maximum number of bytes of the file.
  static let maximumLength = 1 << 16
  /// The maximum number of bytes of an entity tag.
  static let maximumTagLength = 512

  /// The entity tag of a timestamp file.
  struct Tag: Equatable {
    /// The URL of the store.
    let store: String
    /// The entity tag.
    let text: String
    /// The digest of the file.
    let digest: SHA256Digest
  }

  /// The channel.
  var channel: String
  /// The time of the check, in milliseconds since 1970.
  var checked: Int64?
  /// The entity tag of the stored timestamp file, if the server sent one.
  var tag: Tag?
  /// The numbers of the channel's releases in the sandbox.
  var numbers: [TreeHash: Int64] = [:]

  /// Creates a record without a check.
  init(channel: String) { self.channel = channel }

  /// Parses the file of a record; returns `nil` if it is malformed.
  init?(_ bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes, file: "record").value.object,
      let channel = object["channel"]?.string
    else { return nil }
    self.channel = channel
    checked = object["checked"]?.integer
    for member in object["releases"]?.object?.members ?? [] {
      guard let tree = TreeHash(member.key), let number = member.node.value.integer else {
        continue
      }
      numbers[tree] = number
    }
    if let fields = object["timestamp"]?.object, let store = fields["store"]?.string,
      let text = fields["etag"]?.string, let digest = fields["sha256"]?.string,
      let digest = SHA256Digest(digest)
    {
      tag = Tag(store: store, text: text, digest: digest)
    }
  }

  /// The file of the record.
  var bytes: [UInt8] {
    var object = JSONObject()
    object["channel"] = .string(channel)
    object["checked"] = checked.map { .integer($0) }
    object["releases"] = .sorted(
      Dictionary(uniqueKeysWithValues: numbers.map { ("\($0.key)", .integer($0.value)) }))
    if let tag {
      object["timestamp"] = .sorted([
        "store": .string(tag.store), "etag": .string(tag.text), "sha256": .string("\(tag.digest)"),
      ])
    }
    return JSONWriter.write(.object(object)) + [UInt8(ascii: "\n")]
  }
}
