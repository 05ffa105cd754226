import ErosCore
import ErosServe
import ErosTestSupport
import ErosTransport
import Testing

private let diff = #"{"resCode":0,"data":{"diff":true,"path":"p"}}"#
private let full = #"{"resCode":0,"data":{"diff":false,"path":"f"}}"#
private let empty = #"{"resCode":0,"data":{"diff":false,"path":""}}"#
private let trap = #"{"resCode":401,"data":{"diff":false,"path":"f"}}"#
private let upToDate = #"{"resCode":4000,"data":{}}"#

/// An answer to a check, and the reactions of iOS and Android.
struct AnswerCase: CustomTestStringConvertible {
  var number: Int
  var answer: LegacyClient.Answer
  var isDiff = true
  var iOS: LegacyClient.Reaction
  var android: LegacyClient.Reaction

  var testDescription: String { "case \(number)" }
}

private let answerCases: [AnswerCase] = [
  AnswerCase(
    number: 1, answer: .init(diff), iOS: .downloadsPatch("p"), android: .downloadsPatch("p")),
  AnswerCase(number: 2, answer: .init(full), iOS: .downloadsBundle("f"), android: .requestsBundle),
  AnswerCase(
    number: 2, answer: .init(full), isDiff: false, iOS: .downloadsBundle("f"),
    android: .downloadsBundle("f")),
  AnswerCase(number: 3, answer: .init(empty), iOS: .nothing, android: .requestsBundle),
  AnswerCase(number: 4, answer: .init(trap), iOS: .nothing, android: .nothing),
  AnswerCase(number: 5, answer: .init(upToDate), iOS: .nothing, android: .nothing),
  AnswerCase(
    number: 6, answer: .init(upToDate), isDiff: false, iOS: .nothing, android: .waitsForRestart),
  AnswerCase(
    number: 7, answer: .init(#"{"resCode":0,"data":null}"#), iOS: .crashes, android: .crashes),
  AnswerCase(number: 7, answer: .init(#"{"resCode":0}"#), iOS: .nothing, android: .crashes),
  AnswerCase(
    number: 8, answer: .init(#"{"resCode":0,"data":{"path":null}}"#), iOS: .crashes,
    android: .requestsBundle),
  AnswerCase(
    number: 9, answer: .init(diff), isDiff: false, iOS: .downloadsPatch("p"),
    android: .downloadsPatch("p")),
  AnswerCase(number: 10, answer: .init(full, status: 503), iOS: .nothing, android: .nothing),
  AnswerCase(
    number: 11, answer: .init(full, type: "text/html"), iOS: .nothing, android: .requestsBundle),
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
@Suite("Legacy clients")
struct LegacyClientTests {
  private let iOS = LegacyClient(platform: .ios)
  private let android = LegacyClient(platform: .android)

  @Test("react to an answer as their code does", arguments: answerCases)
  func reactions(_ test: AnswerCase) {
    #expect(iOS.reaction(to: test.answer, asking: test.isDiff) == test.iOS)
    #expect(android.reaction(to: test.answer, asking: test.isDiff) == test.android)
  }

  @Test("react to a patch as their code does", arguments: patchCases)
  func patches(_ test: PatchCase) {
    #expect(iOS.reaction(to: test.patch) == test.iOS)
    #expect(android.reaction(to: test.patch) == test.android)
  }

  @Test("drop bundles that do not fit, and older ones (cases 18 and 19)")
  func bundles() {
    #expect(!iOS.applies(3, over: 1, embedded: 1, fits: false))
    #expect(!android.applies(3, over: 1, embedded: 1, fits: false))
    #expect(!iOS.applies(1, over: 1, embedded: 1))
    #expect(android.applies(2, over: 3, embedded: 1))
    #expect(!android.applies(1, over: 3, embedded: 2))
  }

  @Test("download with the habits that the server takes into account (cases 17, 20 and 21)")
  func downloads() {
    #expect(!iOS.downloadsAgain())
    #expect(android.downloadsAgain())
    #expect(iOS.fields(afterBytes: 5, taggedAs: "\"a\"")["Range"] == "bytes=5-")
    #expect(android.fields(afterBytes: 5, taggedAs: "\"a\"").list.isEmpty)
    #expect(iOS.isComplete(received: 5, announced: nil))
    #expect(!iOS.isComplete(received: 5, announced: 6))
  }

  // MARK: - The answers of the server

  /// Expects that an answer makes no client crash, hang or stop updating.
  private func expectHarmless(_ answer: LegacyResponse, asking isDiff: Bool) throws {
    let sent = LegacyClient.Answer(answer.bytes, type: "application/json; charset=utf-8")
    for client in [iOS, android] {
      let reaction = client.reaction(to: sent, asking: isDiff)
      #expect(![.crashes, .hangs].contains(reaction), "\(answer)")
      if !isDiff, case .downloadsPatch = reaction { Issue.record("case 9: \(answer)") }
    }
    let document = try JSONReader.read(answer.bytes, file: "answer").value.object
    #expect(document?["data"]?.object != nil)
    #expect(document?["resCode"]?.integer != 401)
    if let path = document?["data"]?.object?["path"] { #expect(path.string?.isEmpty == false) }
  }

  @Test("get no answer that crashes, hangs or stops them, whatever they send")
  func answers() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let app = LegacyApp.random(&generator)
      let check = LegacyCheck(
        app: "my-app", platform: .random(&generator),
        version: ["1.0.0", "1.2", "2.0.0", "x"].randomElement(using: &generator) ?? "",
        jsVersion: generator.jsVersion(), acceptsPatch: .random(using: &generator))
      let bucket =
        Bool.random(using: &generator) ? Int.random(in: 0..<10_000, using: &generator) : nil
      let answer = app.answer(to: check, bucket: bucket)
      try expectHarmless(answer, asking: check.acceptsPatch)
      if case .patch = answer { #expect(check.acceptsPatch) }
      // Rule 1: to a request for the complete bundle, the answer is a bundle if any runs on the app.
      if !check.acceptsPatch, app.releases.contains(where: { $0.fits(check, exactly: false) }) {
        guard case .bundle = answer else {
          Issue.record("\(check): \(answer)")
          return
        }
      }
    }
    try expectHarmless(.refused("x"), asking: true)
  }
}
