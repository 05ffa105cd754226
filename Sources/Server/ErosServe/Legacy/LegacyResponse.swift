import ErosCore

/// The response to a legacy client.
///
/// It is always a JSON document with `resCode`, `msg` and `data`. Clients crash on `null`, so
/// `data` is an object and `path` a string. There is no 401, because clients on Android ignore it
/// and would never update again.
enum LegacyResponse: Sendable, Equatable {
  /// A BSDIFF40 patch to the bundle of the client.
  case patch(to: BundleVersion, url: String)
  case bundle(BundleVersion, url: String)
  case upToDate
  /// Releases that fit are paused or rolled out to others.
  case notOffered
  /// No release supports this app version.
  case unsupported
  /// The check is malformed, or its app is unknown.
  case refused(String)

  private static let upToDateDocument = document(4000, "up to date")
  private static let notOfferedDocument = document(4000, "no release is offered to this client")
  private static let unsupportedDocument = document(
    4000, "no release runs on this version of the app")

  var bytes: [UInt8] {
    switch self {
    case .patch(let version, let url):
      Self.offer("a patch is available", isPatch: true, version, url)
    case .bundle(let version, let url):
      Self.offer("a bundle is available", isPatch: false, version, url)
    case .upToDate: Self.upToDateDocument
    case .notOffered: Self.notOfferedDocument
    case .unsupported: Self.unsupportedDocument
    case .refused(let reason): Self.document(400, reason)
    }
  }

  /// As in metrics.
  var label: String {
    switch self {
    case .patch: "patch"
    case .bundle: "full"
    case .upToDate: "up-to-date"
    case .notOffered: "not-offered"
    case .unsupported: "unsupported"
    case .refused: "refused"
    }
  }

  /// Offers a bundle or a patch.
  ///
  /// Most responses are offers, and ``document(_:_:_:)`` would take a tenth of the instructions of
  /// an update check.
  private static func offer(
    _ message: String, isPatch: Bool, _ version: BundleVersion, _ url: String
  ) -> [UInt8] {
    var text = #"{"resCode":0,"msg":""#
    text.reserveCapacity(256)
    text += message
    text += #"","data":{"diff":\#(isPatch),"jsVersion":""#
    text += version.description
    text += #"","path":"#
    return Array(text.utf8) + JSONWriter.write(.string(url)) + Array("}}".utf8)
  }

  static func document(
    _ code: Int, _ message: String, _ data: JSONValue = .sorted([:])
  ) -> [UInt8] {
    JSONWriter.write(
      .object(
        JSONObject([
          .init(key: "resCode", node: JSONNode(.integer(code))),
          .init(key: "msg", node: JSONNode(.string(message))),
          .init(key: "data", node: JSONNode(data)),
        ])))
  }
}
