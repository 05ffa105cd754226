import ErosCore
import ErosFiles
import ErosSyntax

/// A record on disk that a bump is in progress.
///
/// If the process is killed, the record remains, and you can complete the change by running the
/// same bump again.
struct UnfinishedBump: Equatable {
  let step: String
  let versions: [Platform: String]
  let files: [String]

  private static let maximumSize = 1 << 20

  private static func path(below root: String) -> String { root + "/.eros-bump.json" }

  /// Acquires a lock that keeps out any second bump for as long as you hold it.
  static func lock(below root: String) throws(FileError) -> StagedFile {
    try StagedFile(root + "/.eros-bump")
  }

  /// Returns the version for `platform` if `step` completes this bump.
  ///
  /// - Returns: `nil` if `step` is an exact version that replaces all versions of this bump.
  /// - Throws: ``VersionBumpError`` if `step` would leave some of the recorded files unchanged.
  func version(
    on platform: Platform, _ step: VersionStep, _ platforms: [Platform]
  ) throws(VersionBumpError) -> String? {
    if step.text == self.step, Set(platforms) == Set(versions.keys) { return versions[platform] }
    if case .exactly = step, Set(platforms).isSuperset(of: versions.keys) { return nil }
    throw .unfinished(step: self.step, versions)
  }

  // MARK: The file

  static func read(below root: String) throws -> UnfinishedBump? {
    let path = path(below: root)
    guard try FileStatus.ifExists(path) != nil else { return nil }
    let node = try JSONReader.read(readWholeFile(path, limit: maximumSize), file: path)
    guard let bump = try? UnfinishedBump(node), !bump.versions.isEmpty else {
      let kind = SyntaxErrorKind.wrongKind(
        found: "another document", expected: "the record of an interrupted bump")
      throw SyntaxError(file: path, position: .start, kind: kind)
    }
    return bump
  }

  func write(below root: String) throws(FileError) {
    let versions = versions.map { ($0.key.rawValue, JSONValue.string($0.value)) }
    let value = JSONValue.sorted([
      "step": .string(step),
      "versions": .sorted(Dictionary(versions) { first, _ in first }),
      "files": .strings(files),
    ])
    try writeWholeFile(
      JSONWriter.write(value, layout: .pretty) + [UInt8(ascii: "\n")],
      to: Self.path(below: root))
  }

  /// Deletes temporary files that a kill left behind, and then the record.
  func finish(below root: String) throws(FileError) {
    for file in files where try FileStatus.ifExists(file) != nil { _ = try StagedFile(file) }
    let folder = try Folder(root)
    try folder.remove(Self.path(below: root).lastPathComponent)
    try folder.sync()
  }
}

// An initializer in an extension keeps the memberwise one.
extension UnfinishedBump {
  fileprivate init(_ node: JSONNode) throws(JSONFieldFailure) {
    var fields = try JSONFields(node, "the record")
    step = try fields.string("step")
    var versions: [Platform: String] = [:]
    var recorded = try JSONFields(fields.value("versions"), "'versions'")
    for platform in Platform.allCases {
      versions[platform] = try recorded.optionalString(platform.rawValue)
    }
    self.versions = versions
    files = try fields.strings("files")
  }
}
