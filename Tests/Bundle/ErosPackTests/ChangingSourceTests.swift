import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Sources that change while being packed", .temporaryFolder, .timeLimit(.minutes(10)))
struct ChangingSourceTests {
  /// Changes of a file between listing and packing.
  static let changes: [(String, @Sendable (String) throws -> Void)] = [
    ("rewritten", { try Data("other".utf8).write(to: URL(filePath: $0)) }),
    (
      "replaced with a file of the same size",
      { path in
        let size = try Data(contentsOf: URL(filePath: path)).count
        try Data(repeating: 9, count: size).write(to: URL(filePath: path), options: .atomic)
      }
    ),
    ("truncated", { try #require(truncate($0, 1) == 0) }),
    ("extended", { try #require(truncate($0, 200_000) == 0) }),
  ]

  @Test(
    "the error names the changed file, and no output is left", arguments: changes.indices,
    [1, 2, 4])
  func changed(index: Int, threads: Int) throws {
    let (error, folder) = try packChanging(threads: threads, change: Self.changes[index].1)
    #expect(error as? PackError == .changed(folder.path("dist/assets/0150")))
    #expect((error as? PackError)?.exitStatus == .badData)
  }

  @Test("a removed file is an error", arguments: [1, 4])
  func removed(threads: Int) throws {
    let (error, folder) = try packChanging(threads: threads) {
      try FileManager.default.removeItem(atPath: $0)
    }
    #expect((error as? FileError)?.path == folder.path("dist/assets/0150"))
    #expect((error as? FileError)?.exitStatus == .inputNotFound)
  }

  @Test("a pipe instead of a file is an error, without blocking")
  func pipe() throws {
    let (error, folder) = try packChanging(threads: 2) {
      try FileManager.default.removeItem(atPath: $0)
      try #require(mkfifo($0, 0o600) == 0)
    }
    #expect((error as? FileError)?.path == folder.path("dist/assets/0150"))
  }

  /// Packs 300 files after changing one of them, and returns the error.
  private func packChanging(
    threads: Int, change: (String) throws -> Void
  ) throws -> ((any Error)?, TemporaryFolder) {
    let folder = try TemporaryFolder.ofTest()
    for index in 0..<300 {
      try folder.write([UInt8](repeating: 7, count: 100), to: "dist/assets/" + number(index))
    }
    try folder.makeFolder("out")
    let source = try BundleSource(folder.path("dist"))
    try change(folder.path("dist/assets/0150"))
    let error = #expect(throws: (any Error).self) {
      try packOnce(source, in: folder, threads: threads)
    }
    #expect(try folder.names(in: "out") == [])
    return (error, folder)
  }

  @Test("a change in the last part of a large file is detected", arguments: [1, 2, 4])
  func largeFile(threads: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    let path = folder.path("dist/large")
    try folder.makeFolder("out")
    try folder.write([UInt8](repeating: 7, count: 100), to: "dist/large")
    try #require(truncate(path, (4 << 20) * 6) == 0)
    let source = try BundleSource(folder.path("dist"))
    try #require(truncate(path, (4 << 20) * 5 + 1) == 0)
    #expect(throws: PackError.changed(path)) {
      try packOnce(source, in: folder, threads: threads)
    }
    #expect(try folder.names(in: "out") == [])
  }

  private func packOnce(_ source: BundleSource, in folder: TemporaryFolder, threads: Int) throws {
    let file = try StagedFile(folder.path("out/bundle.zip"))
    _ = try BundlePacker(.plain, threads: threads).pack(source, into: file)
  }

  private func number(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension BundlePacker.Settings {
  fileprivate static let plain = Self(
    appName: nil, android: nil, iOS: nil, jsPath: nil, timestamp: 0, framework: .none)
}
