import ErosCore
import ErosTestSupport
import Testing

@Suite("Messages")
struct MessageTests {
  private static let mark = String(Message.placeholder)

  @Test("a literal keeps its template and its values")
  func literal() {
    let name = "a\(Self.mark)b"
    let message: Message = "'\(name)' has \(3) bytes"
    #expect(message.template == "'\(Self.mark)' has \(Self.mark) bytes")
    #expect("\(message)" == "'a\(Self.mark)b' has 3 bytes")
    #expect(message.arguments.map(\.isText) == [true, true])
    #expect(message == "'a\(Self.mark)b' has \(1 + 2) bytes")
    #expect(message != "'a' has 3 bytes")
  }

  @Test("messages, errors and literals in interpolations are messages")
  func nested() {
    let clause: Message = "it has \(2) bytes"
    let error = CryptoError(reasons: [])
    let message: Message = "a: \(clause), \(error), \(error as any Error), \(true ? "one" : "two")"
    #expect(message.arguments.map(\.isText) == [false, false, false, false])
    #expect("\(message)" == "a: it has 2 bytes, \(error), \(error), one")
  }

  @Test("parts with '+' are one template")
  func concatenation() {
    let number: Int? = 4
    let message: Message =
      "'\("a")' is missing" + (number.map { ", without \($0)" } ?? "") + " or damaged"
    #expect(message.template == "'\(Self.mark)' is missing, without \(Self.mark) or damaged")
    #expect("\(message)" == "'a' is missing, without 4 or damaged")
  }

  @Test("a command becomes one value")
  func commands() {
    let reason: Message = "see `eros show \("STORE")`"
    let message: Message = "run `eros \("list") STORE` in '\("`")' because of \(reason)"
    let changed = message.mappingCommands { $0.replacing("STORE", with: "s") }
    #expect(changed.template == "run `\(Self.mark)` in '\(Self.mark)' because of \(Self.mark)")
    #expect("\(changed)" == "run `eros list s` in '`' because of see `eros show s`")
    #expect("\(message.mappingCommands(\.self))" == "\(message)")
    let text = Message(verbatim: "run `eros STORE`")
    #expect("\(text.mappingCommands { $0.replacing("STORE", with: "s") })" == "run `eros s`")
    #expect("\(("a `b" as Message).mappingCommands { _ in "x" })" == "a `b")
  }

  @Test("escaping and shortening keep the template of a short message")
  func escaping() {
    let message: Message = "'\("a\u{7}")' is \("b" as Message)"
    #expect(message.escapedForDisplay.template == message.template)
    #expect("\(message.escapedForDisplay)" == "'a\\u{7}' is b")
    #expect(message.shortenedForDisplay(to: 20).template == message.template)
    #expect("\(message.shortenedForDisplay(to: 4))" == "'a\\u{7}'…")
  }

  @Test("joined messages have their separators")
  func list() {
    let list = (["a", "b \(1)"] as [Message]).joined(separator: "; ")
    #expect("\(list)" == "a; b 1")
    #expect(list.hasOnlyMarks && !("a" as Message).hasOnlyMarks)
    #expect(("\("f"):\(1): \(list)" as Message).hasOnlyMarks)
  }
}
