import ErosCore
import ErosTestSupport
import ErosTransport
import Testing

@testable import ErosServe

private let diff = #"{"resCode":0,"data":{"diff":true,"path":"p"}}"#
private let full = #"{"resCode":0,"data":{"diff":false,"path":"f"}}"#
private let empty = #"{"resCode":0,"data":{"diff":false,"path":""}}"#
private let trap = #"{"resCode":401,"data":{"diff":false,"path":"f"}}"#
private let upToDate = #"{"resCode":4000,"data":{}}"#

/// A response to a check, and the reactions of iOS and Android.
struct ResponseCase: CustomTestStringConvertible {
  var number: Int
  var response: LegacyClient.ServerResponse
  var isDiff = true
  var iOS: LegacyClient.Reaction
  var android: LegacyClient.Reaction

  var testDescription: String { "case \(number)" }
}

private let responseCases: [ResponseCase] = [
  ResponseCase(
    number: 1, response: .init(diff), iOS: .downloadsPatch("p"), android: .downloadsPatch("p")),
  ResponseCase(
    number: 2, response: .init(full), iOS: .downloadsBundle("f"), android: .requestsBundle),
  ResponseCase(
    number: 2, response: .init(full), isDiff: false, iOS: .downloadsBundle("f"),
    android: .downloadsBundle("f")),
  ResponseCase(number: 3, response: .init(empty), iOS: .nothing, android: .requestsBundle),
  ResponseCase(number: 4, response: .init(trap), iOS: .nothing, android: .nothing),
  ResponseCase(number: 5, response: .init(upToDate), iOS: .nothing, android: .nothing),
  ResponseCase(
    number: 6, response: .init(upToDate), isDiff: false, iOS: .nothing, android: .waitsForRestart),
  ResponseCase(
    number: 7, response: .init(#"{"resCode":0,"data":null}"#), iOS: .crashes, android: .crashes),
  ResponseCase(number: 7, response: .init(#"{"resCode":0}"#), iOS: .nothing, android: .crashes),
  ResponseCase(
    number: 8, response: .init(#"{"resCode":0,"data":{"path":null}}"#), iOS: .crashes,
    android: .requestsBundle),
  ResponseCase(
    number: 9, response: .init(diff), isDiff: false, iOS: .downloadsPatch("p"),
    android: .downloadsPatch("p")),
  ResponseCase(number: 10, response: .init(full, status: 503), iOS: .nothing, android: .nothing),
  ResponseCase(
    number: 11, response: .init(full, type: "text/html"), iOS: .nothing, android: .requestsBundle),
]

/// A patch as it arrives, and the reactions of iOS and Android.
struct PatchCase: CustomTestStringConvertible {
  var number: Int
  var patch: LegacyClient.Patch
  var iOS: LegacyClient.Reaction?
  var android: LegacyClient.Reaction?

  var testDescription: String { "case \(number)" }
}

private let patchCases: [PatchCase] = [
  PatchCase(number: 1, patch: .applies, iOS: nil, android: nil),
  PatchCase(number: 12, patch: .missing, iOS: .requestsBundle, android: .requestsBundle),
  PatchCase(number: 13, patch: .forAnotherBase, iOS: .waitsForRestart, android: .nothing),
  PatchCase(number: 14, patch: .tooShort, iOS: .crashes, android: .nothing),
  PatchCase(number: 15, patch: .damaged, iOS: .hangs, android: .nothing),
  PatchCase(number: 16, patch: .page, iOS: .requestsBundle, android: .nothing),
]

/// The cases of what legacy clients do, by their numbers, and that the server avoids them.
@Suite("Legacy clients", .phase(.ownServer))
struct LegacyClientTests {
  private let iOS = LegacyClient(platform: .ios)
  private let android = LegacyClient(platform: .android)

  @Test("legacy clients react to a response as their code does", arguments: responseCases)
  func reactions(_ test: ResponseCase) {
    #expect(iOS.reaction(to: test.response, asking: test.isDiff) == test.iOS)
    #expect(android.reaction(to: test.response, asking: test.isDiff) == test.android)
  }

  @Test("legacy clients react to a patch as their code does", arguments: patchCases)
  func patches(_ test: PatchCase) {
    #expect(iOS.reaction(to: test.patch) == test.iOS)
    #expect(android.reaction(to: test.patch) == test.android)
  }

  @Test("legacy clients drop bundles that do not fit, and older ones (cases 18 and 19)")
  func bundles() {
    #expect(!iOS.applies(3, over: 1, embedded: 1, fits: false))
    #expect(!android.applies(3, over: 1, embedded: 1, fits: false))
    #expect(!iOS.applies(1, over: 1, embedded: 1))
    #expect(android.applies(2, over: 3, embedded: 1))
    #expect(!android.applies(1, over: 3, embedded: 2))
  }

  @Test("legacy clients download with the habits that the server expects (cases 17, 20 and 21)")
  func downloads() {
    #expect(!iOS.downloadsAgain())
    #expect(android.downloadsAgain())
    #expect(iOS.fields(afterBytes: 5, taggedAs: "\"a\"")["Range"] == "bytes=5-")
    #expect(android.fields(afterBytes: 5, taggedAs: "\"a\"").list.isEmpty)
    #expect(iOS.isComplete(received: 5, announced: nil))
    #expect(!iOS.isComplete(received: 5, announced: 6))
  }

  // MARK: - The responses of the server

  /// Expects that a response makes no client crash, hang or stop updating.
  private func expectHarmless(_ response: LegacyResponse, asking isDiff: Bool) throws {
    let sent = LegacyClient.ServerResponse(response.bytes, type: "application/json; charset=utf-8")
    for client in [iOS, android] {
      let reaction = client.reaction(to: sent, asking: isDiff)
      #expect(![.crashes, .hangs].contains(reaction), "\(response)")
      if !isDiff, case .downloadsPatch = reaction { Issue.record("case 9: \(response)") }
    }
    let document = try JSONReader.read(response.bytes, file: "answer").value.object
    #expect(document?["data"]?.object != nil)
    #expect(document?["resCode"]?.integer != 401)
    if let path = document?["data"]?.object?["path"] { #expect(path.string?.isEmpty == false) }
  }

  @Test("legacy clients get no response that crashes, hangs or stops them, whatever they send")
  func responses() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let app = LegacyApp.random(&generator)
      let check = LegacyCheck(
        app: "my-app", platform: .random(&generator),
        version: ["1.0.0", "1.2", "2.0.0", "x"].randomElement(using: &generator) ?? "",
        jsVersion: generator.jsVersion(), acceptsPatch: .random(using: &generator))
      let bucket =
        Bool.random(using: &generator) ? Int.random(in: 0..<10_000, using: &generator) : nil
      let response = app.response(to: check, bucket: bucket)
      try expectHarmless(response, asking: check.acceptsPatch)
      if case .patch = response { #expect(check.acceptsPatch) }
      // Rule 1: to a request for the full bundle, the response is a bundle if any runs on the app.
      if !check.acceptsPatch, app.releases.contains(where: { $0.fits(check, exactly: false) }) {
        guard case .bundle = response else {
          Issue.record("\(check): \(response)")
          return
        }
      }
    }
    try expectHarmless(.refused("x"), asking: true)
  }
}
