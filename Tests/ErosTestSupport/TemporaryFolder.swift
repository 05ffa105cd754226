import Foundation
public import Testing

/// A temporary folder of a test, which is removed when the test ends.
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

  /// The absolute path, with symlinks resolved.
  public let path: String

  /// The folder of the running test, which must have the trait ``Testing/Trait/temporaryFolder``.
  public static func ofTest() throws -> TemporaryFolder {
    try #require(current, "the test lacks the trait '.temporaryFolder'")
  }

  fileprivate init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = parent.appending(path: "eros-test-" + UUID().uuidString).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  fileprivate func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }

  public func path(_ name: String) -> String { path + "/" + name }

  /// Creates a folder and its missing parents, and returns its path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
    return path(name)
  }

  /// Writes a file and creates its missing parents.
  public func write(_ bytes: [UInt8], to name: String) throws {
    if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try makeFolder(String(name[..<slash]))
    }
    try #require(
      FileManager.default.createFile(atPath: path(name), contents: Data(bytes)),
      "cannot write '\(name)'")
  }

  /// Writes files, keyed by path, into the folder `name`.
  public func write(_ files: [String: [UInt8]], below name: String) throws {
    try makeFolder(name)
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try write(bytes, to: name + "/" + file)
    }
  }

  /// Writes a text file and creates its missing parents.
  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a text file that only its owner can access.
  public func writeSecret(_ text: String, to name: String) throws {
    try write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
  }

  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  public func readTree(_ name: String) throws -> RandomTree {
    var tree = RandomTree()
    for item in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path(name + "/" + item), isDirectory: &isFolder)
      else { continue }
      if isFolder.boolValue {
        tree.folders.insert(item)
      } else {
        tree.files[item] = try read(name + "/" + item)
      }
    }
    return tree
  }

  /// Returns the sorted names in a folder, including hidden ones.
  public func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

/// A trait that creates a ``TemporaryFolder`` for each test.
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
  /// Creates a temporary folder, which ``TemporaryFolder/ofTest()`` returns.
  public static var temporaryFolder: Self { Self() }
}
