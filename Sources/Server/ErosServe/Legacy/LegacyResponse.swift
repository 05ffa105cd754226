import ErosCore

/// The response to a legacy client.
///
/// It is always a JSON document with `resCode`, `msg` and `data`. `data` is an object and `path` a
/// string, because clients crash on `null`. There is no 401, because clients on Android ignore it
/// and would never update.
enum LegacyResponse: Sendable, Equatable {
  /// The URL of a BSDIFF40 patch from the client's bundle.
  case patch(to: BundleVersion, url: String)
  /// The URL of the full bundle.
  case bundle(BundleVersion, url: String)
  /// No newer bundle for the client.
  case upToDate
  /// The releases for the client are paused or rolled out to other clients.
  case notOffered
  /// No release supports the version of the app.
  case unsupported
  /// The update check is malformed, or its app is unknown.
  case refused(String)

  private static let upToDateDocument = document(4000, "up to date")
  private static let notOfferedDocument = document(4000, "no release is offered to this client")
  private static let unsupportedDocument = document(
    4000, "no release runs on this version of the app")

  /// The JSON document.
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

  /// The label of the response in metrics.
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

  /// Returns the document about a bundle or a patch.
  ///
  /// Most responses are offers. Making it with ``document(_:_:_:)`` would take a tenth of the
  /// instructions of an update check.
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

  /// Returns a document with a result code.
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
