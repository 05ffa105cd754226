import Foundation
public import Testing

/// A folder that a test has for itself; it is removed when the test has ended.
///
/// ```swift
/// @Test("…", .temporaryFolder)
/// func example() throws {
///   let folder = try TemporaryFolder.ofTest()
///   try folder.write(["dist/a.js": Array("a".utf8)])
/// }
/// ```
public struct TemporaryFolder: Sendable {
  @TaskLocal fileprivate static var current: TemporaryFolder?

  /// Its absolute path, without symlinks.
  public let path: String

  /// The folder of the running test, which must have the trait ``Testing/Trait/temporaryFolder``.
  public static func ofTest() throws -> TemporaryFolder {
    try #require(current, "the test lacks the trait '.temporaryFolder'")
  }

  fileprivate init() throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = place.appending(path: "eros-test-" + UUID().uuidString).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  fileprivate func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }

  /// The path of something below the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Makes a folder and those above it, as far as they are missing, and returns its path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
    return path(name)
  }

  /// Writes a file with the folders above it.
  public func write(_ bytes: [UInt8], to name: String) throws {
    if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try makeFolder(String(name[..<slash]))
    }
    try #require(
      FileManager.default.createFile(atPath: path(name), contents: Data(bytes)),
      "cannot write '\(name)'")
  }

  /// Writes files by their names, below the folder `name` of this one.
  public func write(_ files: [String: [UInt8]], below name: String) throws {
    try makeFolder(name)
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try write(bytes, to: name + "/" + file)
    }
  }

  /// Writes a text file with the folders above it.
  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Reads a file.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Reads all files below the folder `name` of this one.
  public func readTree(_ name: String) throws -> RandomTree {
    var tree = RandomTree()
    for below in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path(name + "/" + below), isDirectory: &isFolder)
      else { continue }
      if isFolder.boolValue {
        tree.folders.insert(below)
      } else {
        tree.files[below] = try read(name + "/" + below)
      }
    }
    return tree
  }

  /// The names in a folder, hidden ones too, sorted.
  public func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

/// Gives each test a ``TemporaryFolder``.
public struct TemporaryFolderTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await TemporaryFolder.$current.withValue(folder) {
      do {
        try await function()
      } catch {
        try? folder.remove()
        throw error
      }
    }
    try folder.remove()
  }
}

extension Trait where Self == TemporaryFolderTrait {
  /// A fresh folder, which the test finds with ``TemporaryFolder/ofTest()``.
  public static var temporaryFolder: Self { Self() }
}
