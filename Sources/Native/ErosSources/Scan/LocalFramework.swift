import ErosCore
import ErosFiles
import ErosSyntax
import SystemPackage

/// A source folder that a build script or git names, such as a local pod's folder.
///
/// Your checkout may lack it: a submodule is empty, another repository is not checked out, or a
/// package is not installed. What it registers is then unknown.
struct LocalFramework {
  let folder: String
  let position: FilePosition
  let platforms: [Platform]

  /// `true` if the folder does not exist or is empty.
  var isMissing: Bool {
    guard let status = try? FileStatus.ifExists(folder) else { return true }
    guard status.kind == .folder, let walk = try? FolderWalk(folder, depthLimit: 1) else {
      return false
    }
    return walk.entries.allSatisfy { JunkFile($0.relativePath) != nil } && walk.obstacles.isEmpty
  }

  /// Returns the folders that a Podfile, a `Package.swift` or Gradle settings name.
  static func all(in file: SourceFile) -> [LocalFramework] {
    let name = file.path.lastPathComponent
    guard let platform = Dependency.platform(of: name) else { return [] }
    let references: [(path: String, position: FilePosition)] =
      platform == .ios
      ? paths(in: SourceTokens(file, .javaScript))
      : name.begins(with: "settings.gradle") ? modules(in: file) : []
    return references.map { path, position in
      LocalFramework(
        folder: joinedPath(file.path.parentPath, path), position: position, platforms: [platform])
    }
  }

  /// Returns the values of `:path => '…'` and `path: "…"`, outside Ruby comments.
  private static func paths(
    in tokens: SourceTokens
  ) -> [(path: String, position: FilePosition)] {
    (0..<tokens.count).compactMap { index in
      guard tokens.isWord(index, "path"), !isComment(tokens.range(index).lowerBound, tokens.file),
        let value = (index + 1..<min(index + 4, tokens.count)).first(where: { tokens.isString($0) }
        ),
        let path = tokens.string(value), !path.contains("#{"), !path.hasPrefix("/")
      else { return nil }
      return (path, tokens.position(value))
    }
  }

  /// Returns `true` if the line with `offset` starts with `#`.
  private static func isComment(_ offset: Int, _ file: SourceFile) -> Bool {
    let start = file.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return file.bytes[start..<offset].first { !$0.isSpace } == UInt8(ascii: "#")
  }

  /// Returns the folders in `include ':core', ':libs:pay'`, unless the script moves the module.
  private static func modules(in file: SourceFile) -> [(path: String, position: FilePosition)] {
    let references = GradleModuleReferences(file)
    guard !references.isOpen else { return [] }
    let moved = Set(references.modulesByFolder.values)
    return references.inclusions.compactMap { inclusion in
      let isMoved = moved.contains(inclusion.folder.lastPathComponent)
      return isMoved ? nil : (inclusion.folder, inclusion.position)
    }
  }

  /// Returns git's submodules in `folder`.
  ///
  /// Their paths start with `folder` as you wrote it.
  static func submodules(in folder: String) throws -> [LocalFramework] {
    let root = try resolvedPath(folder).string
    return try GitSubmodules(around: root).all.filter { $0.folder.hasPrefix(root + "/") }.map {
      LocalFramework(
        folder: joinedPath(folder, String($0.folder.dropFirst(root.count + 1))),
        position: $0.position, platforms: Platform.allCases)
    }
  }
}
