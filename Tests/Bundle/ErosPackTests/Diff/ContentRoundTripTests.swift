import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosTestSupport
import Testing

@Suite("Content delta round trips")
struct ContentRoundTripTests {
  /// Two consecutive releases with a typical change.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let old: Files
    let new: Files
    /// The exclusive upper limit of the size of the delta.
    var limit: Int?

    var testDescription: String { name }
  }

  static let pairs: [Pair] = {
    var random = SeededGenerator(seed: 7)
    let text = random.text(300_000)
    let noise = random.noise(100_000)
    var edited = text
    edited[150_000] ^= 1
    edited.replaceSubrange(200_000..<200_010, with: random.text(40))
    let swapped = Array(text[100_000...] + text[..<100_000])
    return [
      Pair(name: "two empty releases", old: [:], new: [:], limit: 130),
      Pair(name: "a first release", old: [:], new: ["a.js": text], limit: 100_000),
      Pair(
        name: "all files removed", old: ["a.js": text, "b": noise], new: [:], limit: 130),
      Pair(
        name: "unchanged", old: ["a": text, "b": noise], new: ["a": text, "b": noise], limit: 130),
      Pair(name: "a renamed file", old: ["a": noise], new: ["b/c": noise], limit: 150),
      Pair(
        name: "swapped files", old: ["a": noise, "b": text], new: ["a": text, "b": noise],
        limit: 140),
      Pair(
        name: "three copies of a file", old: ["a": noise],
        new: ["a": noise, "b": noise, "c": noise], limit: 150),
      Pair(name: "an edited file", old: ["a": text], new: ["a": edited], limit: 300),
      Pair(
        name: "a renamed and edited file", old: ["a.1.js": text], new: ["a.2.js": edited],
        limit: 300),
      Pair(name: "swapped parts of a file", old: ["a": text], new: ["a": swapped], limit: 200),
      Pair(
        name: "two files joined", old: ["a": text, "b": noise], new: ["c": text + noise],
        limit: 250),
      Pair(
        name: "one file split", old: ["c": text],
        new: ["a": Array(text[..<99_999]), "b": Array(text[99_999...])], limit: 250),
      Pair(
        name: "empty files", old: ["a": [], "b": text], new: ["b": [], "c": [], "d": text],
        limit: 160),
      Pair(name: "incompressible content", old: ["a": text], new: ["a": noise], limit: 100_200),
      Pair(
        name: "zeros", old: ["a": [UInt8](repeating: 0, count: 70_000)],
        new: ["a": [UInt8](repeating: 0, count: 1_000_000)], limit: 400),
      Pair(
        name: "paths in several scripts", old: ["pages/首页.js": text],
        new: ["pages/é/首页.js": edited, "pages/🙂": noise], limit: 100_700),
    ]
  }()

  @Test("a delta reproduces every file", arguments: pairs)
  func pair(pair: Pair) throws {
    let delta = try makeDelta(pair.old, pair.new)
    #expect(try applying(delta, to: pair.old) == pair.new)
    if let limit = pair.limit { #expect(delta.count < limit) }
  }

  @Test("a delta reproduces random releases", arguments: 0..<30)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = Self.composed(RandomTree(seed: UInt64(seed), files: random.pick(0...12)).files)
    let new = Self.rebuilt(old, &random)
    let delta = try makeDelta(old, new)
    #expect(try applying(delta, to: old) == new, "seed \(seed)")
  }

  @Test("the output does not depend on the number of threads")
  func threads() throws {
    for pair in Self.pairs {
      #expect(
        try makeDelta(pair.old, pair.new, threads: 1) == makeDelta(pair.old, pair.new, threads: 4))
    }
  }

  @Test("a large file is built in chunks")
  func large() throws {
    var random = SeededGenerator(seed: 3)
    let old = random.text(3_000_000) + random.noise(3_000_000)
    var new = old
    for _ in 0..<200 { new[random.pick(0...(new.count - 1))] = UInt8(random.pick(0...255)) }
    new.insert(contentsOf: random.noise(500_000), at: 1_234_567)
    let delta = try makeDelta(["a": old], ["a": new])
    #expect(delta.count < 506_000)
    #expect(try applying(delta, to: ["a": old]) == ["a": new])
  }

  @Test("the header describes the new release")
  func header() throws {
    let delta = try ContentDelta(
      reading: ZipBytes(makeDelta(["a": [1]], ["a": [2], "b": [3, 4]]), path: patchName))
    #expect(delta.fileCount == 2)
    #expect(delta.totalSize == 3)
    #expect(delta.zip == nil)
    #expect(delta.before != delta.after)
  }

  // MARK: - Random releases

  private static func composed(_ files: Files) -> Files {
    var composed: Files = [:]
    for (name, bytes) in files { composed[(try? BundlePath(name))?.string ?? "x"] = bytes }
    return composed
  }

  /// Returns `old` with the changes of a typical rebuild.
  private static func rebuilt(_ old: Files, _ random: inout SeededGenerator) -> Files {
    var new: Files = [:]
    for (name, bytes) in old.sorted(by: { $0.key < $1.key }) {
      switch random.pick(0...6) {
      case 0: break
      case 1: new["moved/" + name] = bytes
      case 2, 3: new[name] = edited(bytes, &random)
      case 4: new[name + ".2"] = edited(bytes, &random)
      default: new[name] = bytes
      }
    }
    for index in 0..<random.pick(0...3) { new["new/\(index)"] = random.text(random.pick(0...9000)) }
    return new
  }

  private static func edited(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var edited = bytes
    for _ in 0..<random.pick(0...20) where !edited.isEmpty {
      let start = random.pick(0...(edited.count - 1))
      let end = min(edited.count, start + random.pick(0...50))
      edited.replaceSubrange(start..<end, with: random.text(random.pick(0...50)))
    }
    return edited
  }
}
