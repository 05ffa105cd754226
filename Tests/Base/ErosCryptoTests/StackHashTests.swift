import ErosCore
import ErosCrypto
import Testing

@Suite("Hashes of stacks")
struct StackHashTests {
  /// The stack of one error, as engines write it on different devices.
  static let engineStacks = [
    // JavaScriptCore
    """
    priceOf@file:///var/mobile/Containers/1F2E/releases/ab/bundle/pages/cart/index.js?_x=1#top:1:234
    map@[native code]
    total@file:///var/mobile/Containers/1F2E/releases/ab/bundle/pages/cart/index.js?_x=1#top:1:567
    global code@file:///var/mobile/Containers/1F2E/releases/ab/bundle/pages/cart/index.js:2:3
    """,
    // V8
    """
    TypeError: Cannot read properties of null (reading 'price of 7')
        at priceOf (/data/user/0/org.example/files/bundle/pages/cart/index.js:1:234)
        at Array.map (<anonymous>)
        at async t.total [as run] (https://host:8080/pages/cart/index.js?user=7:1:567)
        at Object.<anonymous> (index.js:2:3)
    """,
    // Hermes
    """
    TypeError: Cannot read property 'price' of null\r
        at priceOf (address at index.js:1:233)\r
        at map (native)\r
        at total (address at C:\\b\\index.js:1:566)\r
        at global (address at index.js:2:2)
    """,
  ]

  @Test(
    "hashes of stacks are equal for the same functions and positions in all engines",
    arguments: engineStacks)
  func forms(stack: String) throws {
    let text = "priceOf@index.js:1:234\ntotal@index.js:1:567\n@index.js:2:3"
    #expect(StackHash.text(of: stack) == text)
    let hash = try #require(try StackHash.of(stack))
    let digest = try SHA256Digest.of(Array(text.utf8).span)
    #expect("\(hash)" == "\(digest)".prefix(16))
  }

  @Test("hashes of stacks differ for another function, file, line or column")
  func different() throws {
    let stacks = ["f@a.js:1:2", "g@a.js:1:2", "f@b.js:1:2", "f@a.js:2:2", "f@a.js:1:3"]
    #expect(Set(try stacks.map { try StackHash.of($0) }).count == stacks.count)
  }

  @Test("the hash of a recursion does not depend on its depth, and only 64 KiB are read")
  func bounds() throws {
    let frame = "f@a.js:1:2\n"
    let deep = String(repeating: frame, count: 10_000)
    #expect(try StackHash.of(deep) == StackHash.of(String(repeating: frame, count: 10)))
    #expect(try StackHash.of(String(repeating: frame, count: 9)) != StackHash.of(deep))
    let late = String(repeating: "x\n", count: StackHash.maximumLength / 2) + frame
    #expect(try StackHash.of(late) == nil)
  }

  @Test(
    "a stack without a position in a script has no hash",
    arguments: [
      "", "TypeError: x", "map@[native code]", "    at call (native)", "\u{0}\u{FFFD}\n\n",
    ])
  func missing(stack: String) throws { #expect(try StackHash.of(stack) == nil) }

  @Test(
    "a class is an identifier of at most 64 ASCII characters, and all others are one",
    arguments: [
      "TypeError", "_$1", String(repeating: "a", count: 64),
    ], ["", "1a", "a b", "a-b", "Fehlér", "a\u{0}", "<script>", String(repeating: "a", count: 65)])
  func classes(valid: String, invalid: String) {
    #expect(ErrorFingerprint(errorClass: valid, stack: nil).errorClass == valid)
    #expect(ErrorFingerprint(errorClass: invalid, stack: nil) == .other)
  }
}
