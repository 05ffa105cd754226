import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax

/// The record of a bump while its files change; a kill leaves it, and the same bump goes on from it.
struct UnfinishedBump: Equatable {
  /// As it was asked for.
  let step: String
  /// The version that each app gets.
  let versions: [Platform: String]
  /// The paths of the files that change.
  let files: [String]

  private static let sizeLimit = 1 << 20

  private static func place(below root: String) -> String { root + "/.eros-bump.json" }

  /// Keeps others away as long as the result lives.
  static func lock(below root: String) throws(FileError) -> StagedFile {
    try StagedFile(root + "/.eros-bump")
  }

  /// The version that `step` goes to when it is to finish this one.
  ///
  /// - Returns: `nil` when `step` names a version that takes the place of all of these.
  /// - Throws: ``VersionBumpError`` when it would leave some of the files as they are.
  func version(
    on platform: Platform, _ step: VersionStep, _ platforms: [Platform]
  ) throws(VersionBumpError) -> String? {
    if step.text == self.step, Set(platforms) == Set(versions.keys) { return versions[platform] }
    if case .exactly = step, Set(platforms).isSuperset(of: versions.keys) { return nil }
    throw .unfinished(step: self.step, versions)
  }

  // MARK: The file

  static func read(below root: String) throws -> UnfinishedBump? {
    let path = place(below: root)
    guard try FileStatus.ifExists(path) != nil else { return nil }
    let node = try JSONReader.read(readWholeFile(path, limit: sizeLimit), file: path)
    let members = node.value.object
    let versions = [Platform.ios, .android].compactMap { platform in
      members?["versions"]?.object?[platform.rawValue]?.string.map { (platform, $0) }
    }
    guard let step = members?["step"]?.string, !versions.isEmpty,
      let files = members?["files"]?.array
    else {
      let kind = SyntaxErrorKind.wrongKind(
        found: "something else", expected: "the record of an interrupted bump")
      throw SyntaxError(file: path, position: .start, kind: kind)
    }
    return UnfinishedBump(
      step: step, versions: Dictionary(versions) { first, _ in first },
      files: files.compactMap(\.value.string))
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
      to: Self.place(below: root))
    try Folder(root).sync()
  }

  /// Removes the record, and before it what a kill left beside the files.
  func finish(below root: String) throws(FileError) {
    for file in files where try FileStatus.ifExists(file) != nil { _ = try StagedFile(file) }
    let folder = try Folder(root)
    try folder.remove(Self.place(below: root).lastPathComponent)
    try folder.sync()
  }
}
