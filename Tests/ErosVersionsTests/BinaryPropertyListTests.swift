import ErosCheck
import ErosConfig
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Binary property lists", .temporaryFolder)
struct BinaryPropertyListTests {
  private static let path = "platforms/ios/Demo/Demo/Info.plist"

  private func bump(
    _ list: [String: Any], to version: String, in folder: TemporaryFolder
  ) throws -> (old: [UInt8], new: [UInt8]) {
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    return (Array(data), try bump(Array(data), to: version, in: folder))
  }

  private func bump(
    _ bytes: [UInt8], to version: String, in folder: TemporaryFolder
  ) throws -> [UInt8] {
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(bytes, to: Self.path)
    let project = try ProjectVersions(Project.find(folder.path("eros.native.json")))
    #expect(project.places.last?.kind == .infoPlist)
    #expect(project.places.last?.position == nil)
    try VersionBump(project, to: .exactly(version), on: [.ios]).write()
    return try folder.read(Self.path)
  }

  private func decoded(_ bytes: [UInt8]) throws -> NSDictionary {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? NSDictionary)
  }

  private func list(_ version: String, build: String, filler: Int) -> [String: Any] {
    [
      "CFBundlePackageType": "APPL", "CFBundleShortVersionString": version,
      "CFBundleVersion": build, "CFBundleName": "Dêmo 演示", "LSRequiresIPhoneOS": true,
      "Nested": ["when": Date(timeIntervalSince1970: 1), "data": Data([1, 2, 3]), "n": 1.5],
      "List": (0..<filler).map { "item number \($0)" },
    ]
  }

  @Test(
    "replaces the version and keeps all other values",
    arguments: ["1.2.1", "10.20.30", "1", "1234.1234.1234.1234"], [0, 12, 100])
  func exchange(version: String, filler: Int) throws {
    // With 12 items, a longer string requires larger offsets.
    let folder = try TemporaryFolder.ofTest()
    let old = list("1.2.0", build: "77", filler: filler)
    let (_, new) = try bump(old, to: version, in: folder)
    let expected = NSMutableDictionary(dictionary: old)
    expected["CFBundleShortVersionString"] = version
    #expect(try decoded(new) == expected)
  }

  @Test("changes only the bytes of a version of the same length")
  func sameLength() throws {
    let folder = try TemporaryFolder.ofTest()
    let (old, new) = try bump(list("1.2.0", build: "77", filler: 3), to: "1.3.0", in: folder)
    #expect(old.count == new.count)
    #expect(zip(old, new).count { $0 != $1 } == 1)
  }

  /// Returns a list in which two keys share the object `1.2.0`, with an array of `filler` numbers.
  private func sharing(filler: Int) -> [UInt8] {
    let texts = [
      "CFBundlePackageType", "CFBundleShortVersionString", "CFBundleVersion", "L", "APPL", "1.2.0",
    ]
    var objects: [[UInt8]] = [[0xD4, 1, 2, 3, 4, 5, 6, 6, 7]]
    objects += texts.map { text in
      let marker: [UInt8] = [0x5F, 0x10, UInt8(text.utf8.count)]
      return marker + Array(text.utf8)
    }
    objects.append([0xAF, 0x10, UInt8(filler)] + (0..<filler).map { UInt8(8 + $0) })
    objects += (0..<filler).map { [0x10, UInt8($0)] }
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let end = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, end] {
      bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    return bytes
  }

  @Test("keeps a shared string for the other key")
  func shared() throws {
    let folder = try TemporaryFolder.ofTest()
    let old = sharing(filler: 200)
    #expect(try decoded(old)["CFBundleVersion"] as? String == "1.2.0")
    let new = try decoded(try bump(old, to: "1.3.0", in: folder))
    #expect(new["CFBundleVersion"] as? String == "1.2.0")
    #expect(new["CFBundleShortVersionString"] as? String == "1.3.0")
    #expect((new["L"] as? [Int])?.count == 200)
  }

  @Test("a list that cannot address another object is an error and does not change")
  func full() throws {
    let folder = try TemporaryFolder.ofTest()
    // References of one byte address 256 objects, eight of which are not numbers.
    _ = try bump(sharing(filler: 247), to: "1.3.0", in: folder)
    let bytes = sharing(filler: 248)
    let error = #expect(throws: SyntaxError.self) {
      _ = try bump(bytes, to: "1.3.0", in: folder)
    }
    #expect(error?.remedy?.contains("plutil") == true)
    #expect(try folder.read(Self.path) == bytes)
  }

  @Test("damaged lists are errors and never crash")
  func damage() throws {
    let folder = try TemporaryFolder.ofTest()
    let data = try PropertyListSerialization.data(
      fromPropertyList: list("1.2.0", build: "77", filler: 4), format: .binary, options: 0)
    let valid = Array(data)
    var refused = 0
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    var generator = SeededGenerator(seed: 6)
    for round in 0..<3_000 {
      var bytes = valid
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // The trailer at the end affects most of the parser.
        let last = bytes.count - 1
        let start = round % 2 == 0 ? max(0, last - 60) : 0
        bytes[Int.random(in: start...last, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      try folder.write(bytes, to: Self.path)
      do {
        _ = try ProjectVersions(Project.find(folder.path("eros.native.json")))
      } catch {
        let error = try #require(error as? any ErosError, "\(error)")
        #expect(error.exitStatus == .badData, "round \(round): \(error)")
        refused += 1
      }
    }
    #expect(refused > 500)
  }

  /// Returns an array of one-byte references that alternate between objects 1 and 2.
  private func list(of references: Int, _ objects: [[UInt8]]) -> [UInt8] {
    let count = [UInt8(references >> 16), UInt8(references >> 8 & 0xFF), UInt8(references & 0xFF)]
    let array = [0xAF, 0x12, 0] + count + (0..<references).map { UInt8($0 % 2 + 1) }
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    func number(_ value: Int) -> [UInt8] {
      [
        UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF),
        UInt8(value & 0xFF),
      ]
    }
    for object in [array] + objects {
      offsets += number(bytes.count)
      bytes += object
    }
    let end = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 1]
    for value in [objects.count + 1, 0, end] { bytes += [0, 0, 0, 0] + number(value) }
    return bytes
  }

  @Test("does not read a long shared string at each reference")
  func sharedText() throws {
    let text = [0x5F, 0x12, 0, 0x10, 0, 0] + [UInt8](repeating: 0x41, count: 1 << 20)
    let folder = try TemporaryFolder.ofTest()
    let bytes = list(of: 50_000, [text, [0x51, 0x42]])
    let time = processorTime {
      let error = #expect(throws: SyntaxError.self) {
        try bump(bytes, to: "1.3.0", in: folder)
      }
      #expect(error?.problem.contains("too many nested values") == true)
    }
    #expect(time < .seconds(10))
  }

  @Test("rejects a list that contains itself in bounded time")
  func loop() throws {
    // An array of two references to itself: without a limit, 2^64 values.
    var bytes = Array("bplist00".utf8) + [0xA2, 0, 0, 8]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11]
    let folder = try TemporaryFolder.ofTest()
    let time = processorTime {
      let error = #expect(throws: SyntaxError.self) {
        try bump(bytes, to: "1.3.0", in: folder)
      }
      #expect(error?.problem.contains("at byte 8") == true)
    }
    #expect(time < .seconds(1))
  }
}
