import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosDelta
import ErosDiff
import ErosTestSupport
import Testing

@Suite("Content deltas with two bases")
struct ContentTwoBasesTests {
  private typealias Trees = ContentRoundTripTests

  private func read(_ delta: [UInt8]) throws -> ContentDelta {
    try ContentDelta(reading: ZipBytes(delta, path: patchName))
  }

  /// A release, the same release after a rebuild that changes most of it, and the rebuild with a fix
  /// of one line.
  private static let rollback: (old: Files, withdrawn: Files, fix: Files) = {
    var random = SeededGenerator(seed: 31)
    var old: Files = ["photo.png": random.noise(20_000)]
    for page in 0..<40 { old["pages/\(page)/index.js"] = random.text(9000) }
    var withdrawn = old
    for page in 3..<40 {
      withdrawn["pages/\(page)/index.js"] = random.text(9000)
      withdrawn["pages/\(page)/style.css"] = random.text(500)
    }
    var fix = withdrawn
    fix["pages/7/index.js"]?.replaceSubrange(4000..<4010, with: Array("the fix;\n".utf8))
    return (old, withdrawn, fix)
  }()

  @Test("the fix after a rollback has at most 2 % of the size with one base")
  func fixAfterRollback() throws {
    let (old, withdrawn, fix) = Self.rollback
    let one = try makeDelta(old, fix)
    let two = try makeDelta(old, second: withdrawn, fix)
    #expect(try applying(two, to: old, second: withdrawn) == fix)
    #expect(two.count * 50 <= one.count, "\(two.count) bytes instead of \(one.count)")
    // About as large as the delta from the withdrawn release.
    let near = try makeDelta(withdrawn, fix)
    #expect(two.count <= near.count + 300, "\(two.count) bytes; \(near.count) with that base")
  }

  @Test("contents that return cost nothing, also under another path")
  func returningContents() throws {
    var random = SeededGenerator(seed: 32)
    let (page, photo) = (random.text(30_000), random.noise(50_000))
    let old: Files = ["a.js": page]
    let second: Files = ["a.js": Array(page.prefix(20_000)), "photo.png": photo, "empty": []]
    for new in [["a.js": page, "img/photo.2.png": photo, "x": []], second] as [Files] {
      let delta = try makeDelta(old, second: second, new)
      #expect(try applying(delta, to: old, second: second) == new)
      #expect(delta.count < 260, "\(delta.count) bytes")
    }
  }

  @Test("the header names both bases; without other contents in the second one, it names one")
  func header() throws {
    let old: Files = ["a": [1], "b": [2]]
    let second: Files = ["a": [1], "b": [3]]
    let new: Files = ["a": [3]]
    let two = try read(makeDelta(old, second: second, new))
    #expect(two.before == (try read(makeDelta(old, new))).before)
    #expect(two.secondBefore == (try read(makeDelta(second, new))).before)
    #expect(two.after == (try read(makeDelta(old, new))).after)
    for needless in [old, ["c": [2]], [:]] as [Files] {
      #expect(try makeDelta(old, second: needless, new) == makeDelta(old, new))
    }
  }

  /// Deltas without compression, whose digests a script computed from `docs/delta-format.md`.
  @Test("the bytes of both formats are as specified")
  func bytes() throws {
    for (second, digest) in [
      (nil, "8a1dd39dbf2c36d66673f211e979b34ec9869f73f9b05ef40e9db7030d9c5e54"),
      (["a": [5]], "94ca06ee4915ea599864fb6027220f43e9a28a9c6633ffeda851325beb31e342"),
    ] as [(Files?, String)] {
      let delta = try makeDelta(["a": [1]], second: second, ["a": [2], "b": [3, 4]])
      #expect(try SHA256Digest.of(delta.span).description == digest, "\(delta)")
    }
  }

  @Test("random histories of three releases are reproduced", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 500)
    let tree = RandomTree(seed: UInt64(seed) + 500, files: random.pick(0...12))
    let old = Trees.composed(tree.files)
    let second = Trees.rebuilt(old, &random)
    // Some files are from the old release, some from the second base, and most of these are edited.
    var new = Trees.rebuilt(second, &random)
    for (name, bytes) in old.sorted(by: { $0.key < $1.key }) where random.pick(0...4) == 0 {
      new["back/" + name] = bytes
    }
    let delta = try makeDelta(old, second: second, new)
    #expect(try applying(delta, to: old, second: second) == new, "seed \(seed)")
    let addsContents = !Set(second.values).isSubset(of: old.values)
    #expect((try read(delta).secondBefore != nil) == addsContents, "seed \(seed)")
    #expect(try applying(makeDelta(second, second: old, new), to: second, second: old) == new)
  }

  @Test("the output does not depend on the number of threads")
  func threads() throws {
    let (old, withdrawn, fix) = Self.rollback
    #expect(
      try makeDelta(old, second: withdrawn, fix, threads: 1)
        == makeDelta(old, second: withdrawn, fix, threads: 4))
  }

  @Test("a missing, wrong or swapped base is an error with its tree hash")
  func wrongSecondBase() throws {
    let old: Files = ["a": [1]]
    let second: Files = ["a": [2]]
    let new: Files = ["a": [2], "b": [1]]
    let delta = try makeDelta(old, second: second, new)
    let header = try read(delta)
    let before = header.before.description
    let secondBefore = try #require(header.secondBefore).description
    #expect(throws: DeltaError.missingSecondBase(patch: patchName, expected: secondBefore)) {
      try applying(delta, to: old)
    }
    let wrongSecond = DeltaError.wrongSecondBase(
      patch: patchName, expected: secondBefore, found: before)
    #expect(throws: wrongSecond) { try applying(delta, to: old, second: old) }
    #expect(throws: DeltaError.swappedBases(patch: patchName)) {
      try applying(delta, to: second, second: old)
    }
    for (first, other, found) in [
      (new, second, header.after.description), (second, new, secondBefore),
    ] {
      let wrong = DeltaError.wrongFirstBase(
        patch: patchName, expected: before, second: secondBefore, found: found)
      #expect(throws: wrong) { try applying(delta, to: first, second: other) }
    }
  }

  @Test("a delta with one base ignores a second one")
  func ignoredSecondBase() throws {
    let delta = try makeDelta(["a": [1]], ["a": [2]])
    #expect(try applying(delta, to: ["a": [1]], second: ["z": [9]]) == ["a": [2]])
  }

  @Test("the files of both bases count towards the limits")
  func limits() throws {
    let old: Files = ["a": [1, 1], "b": [2, 2], "c": [3, 3]]
    let second: Files = ["a": [1, 1], "d": [4, 4], "e": [5, 5]]
    let new: Files = ["f": [4, 4]]
    let delta = try makeDelta(old, second: second, new)
    // Five files with other contents, of two bytes each.
    for (limits, isAccepted, reason, option) in [
      (ZipLimits(entries: 5), true, "", ""), (ZipLimits(totalSize: 10), true, "", ""),
      (ZipLimits(entries: 4), false, "5 files; the limit is 4", "--max-entries"),
      (ZipLimits(totalSize: 9), false, "10 bytes of files; the limit is 9", "--max-size"),
    ] {
      let limits = DeltaLimits(limits)
      if isAccepted {
        #expect(try applying(delta, to: old, second: second, limits: limits) == new)
        continue
      }
      let error = DeltaError.overLimit(
        patch: patchName, "its two bases have " + reason, option: option)
      #expect(throws: error) { try applying(delta, to: old, second: second, limits: limits) }
      let made = #expect(throws: DeltaError.self) {
        try ContentDeltaEncoder(threads: 2, limits: limits).encode(
          from: MemoryTree(old), secondBase: MemoryTree(second), to: MemoryTree(new))
      }
      #expect(made == .rejectedByReaders("its two bases have " + reason))
    }
  }
}
