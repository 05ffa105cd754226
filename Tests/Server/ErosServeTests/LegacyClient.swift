import ErosCore
import ErosTransport

/// The decision code of the legacy clients, ported from both base libraries.
///
/// Numbers are those of known cases of these clients.
struct LegacyClient {
  /// A response of a server.
  struct ServerResponse {
    var status = 200
    var type = "application/json"
    var body: [UInt8]

    init(_ body: String, status: Int = 200, type: String = "application/json") {
      self.init(Array(body.utf8), status: status, type: type)
    }

    init(_ body: [UInt8], status: Int = 200, type: String = "application/json") {
      self.body = body
      self.status = status
      self.type = type
    }
  }

  /// The next step of a client.
  enum Reaction: Equatable {
    case downloadsPatch(String)
    case downloadsBundle(String)
    case requestsBundle
    case nothing
    /// The client does not ask again until the app restarts.
    case waitsForRestart
    case crashes
    case hangs
  }

  let platform: Platform

  /// Returns the reaction to the response of a check.
  func reaction(to response: ServerResponse, asking isDiff: Bool) -> Reaction {
    guard (200..<300).contains(response.status) else { return .nothing }  // 10
    let types = ["application/json", "text/json", "text/javascript"]
    let type = response.type.prefix { $0 != ";" }
    guard platform == .android || types.contains(String(type)) else { return .nothing }  // 11
    guard let document = try? JSONReader.read(response.body, file: "answer").value.object,
      document["resCode"]?.integer == 0
    else { return otherCode(asking: isDiff) }  // 4, 5, 6
    guard let data = document["data"] else { return platform == .ios ? .nothing : .crashes }  // 7
    guard let fields = data.object else { return .crashes }  // 7
    if case .null = fields["path"], platform == .ios { return .crashes }  // 8
    let path = fields["path"]?.string ?? ""
    guard !path.isEmpty else {  // 3
      return platform == .ios || !isDiff ? .nothing : .requestsBundle
    }
    if fields["diff"]?.bool == true { return .downloadsPatch(path) }  // 1, 9
    return platform == .android && isDiff ? .requestsBundle : .downloadsBundle(path)  // 2
  }

  private func otherCode(asking isDiff: Bool) -> Reaction {
    platform == .android && !isDiff ? .waitsForRestart : .nothing
  }

  /// A patch as it arrives.
  enum Patch {
    case applies, forAnotherBase, tooShort, damaged, page, missing
  }

  /// Returns the reaction to the download of a patch, or `nil` if it is applied.
  func reaction(to patch: Patch) -> Reaction? {
    switch (patch, platform) {
    case (.applies, _): nil
    case (.missing, _): .requestsBundle  // 12
    case (.forAnotherBase, .ios): .waitsForRestart  // 13
    case (.forAnotherBase, .android): .nothing  // 13
    case (.tooShort, .ios): .crashes  // 14
    case (.damaged, .ios): .hangs  // 15
    case (.page, .ios): .requestsBundle  // 16
    case (.tooShort, .android), (.damaged, .android), (.page, .android): .nothing
    }
  }

  /// Returns `true` if the client repeats a download that it has made since the app's start.
  func downloadsAgain() -> Bool { platform == .android }  // 17

  /// Returns the header fields of a download after another one was interrupted.
  ///
  /// iOS keeps the data of an interrupted download for the folder, not for the URL.
  func fields(afterBytes count: Int, taggedAs tag: String) -> TransportFields {
    platform == .ios ? ["Range": "bytes=\(count)-", "If-Range": tag] : [:]  // 20
  }

  /// Returns `true` if a download counts as complete when the connection ends.
  func isComplete(received: Int, announced: UInt64?) -> Bool {
    announced.map { $0 == UInt64(received) } ?? true  // 21
  }

  /// Returns `true` if a bundle built at `built` replaces one built at `held`.
  ///
  /// `fits` is `false` if the `jsVersion` of the download does not match the digests of its files.
  func applies(_ built: Int64, over held: Int64, embedded: Int64, fits: Bool = true) -> Bool {
    guard fits else { return false }  // 18
    return platform == .ios ? built > held : built >= embedded  // 19
  }

  /// Returns the `jsVersion` to send, and the bundle to which a patch is applied.
  func check<Bundle: FieldBundle>(
    installed: Bundle, downloaded: Bundle?
  ) -> (sends: Bundle, patches: Bundle) {
    guard platform == .android, let downloaded else { return (installed, installed) }
    return (downloaded, downloaded.built >= installed.built ? downloaded : installed)  // 22
  }
}

protocol FieldBundle {
  var jsVersion: BundleVersion { get }
  var built: Int64 { get }
}
