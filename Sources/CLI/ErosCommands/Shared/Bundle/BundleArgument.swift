import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// A bundle on the command line: a zip, the output folder of `eros pack`, or `-`.
enum BundleArgument {
  static let standardInput = "-"

  /// Returns the name of a bundle in findings and in text.
  static func name(of path: String) -> String {
    path == standardInput ? "standard input" : path
  }

  /// Files larger than this are not manifests.
  private static let maximumManifestSize: UInt64 = 16 << 20

  /// Opens the bundle at `path`.
  ///
  /// From standard input, reads at most `limit` bytes.
  ///
  /// - Throws: `CommandError` if the file is a patch, or the folder contains no bundle. `FileError`
  ///   if the file cannot be read.
  static func open(_ path: String, limit: UInt64) throws -> ReadableFile {
    if path == standardInput {
      guard !StandardStream.isInputTerminal else {
        throw UsageError(
          "standard input is a terminal", "pipe a bundle into the command, or pass its path")
      }
      return try ReadableFile.ofStandardInput(limit: limit)
    }
    let file = try ReadableFile(file(at: path))
    guard try !UpdateFormat.isPatch(file) else {
      throw CommandError.isPatch(path, try UpdateFormat(of: file))
    }
    guard try !isManifest(file) else { throw CommandError.isManifest(path) }
    return file
  }

  /// Returns `true` for a `bundle.config` or an `md5.json`.
  private static func isManifest(_ file: ReadableFile) throws -> Bool {
    // A zip starts with another byte.
    guard try file.read(at: 0, count: 1) == [UInt8(ascii: "{")],
      file.status.size <= Self.maximumManifestSize
    else { return false }
    let bytes = try file.read(at: 0, count: Int(file.status.size))
    return BundleManifest.read(bytes, name: BundleManifest.fileName).manifest != nil
  }

  /// Returns `path`, or the zip in it if it is a folder.
  ///
  /// - Throws: `CommandError` if the folder contains no bundle.
  static func file(at path: String) throws -> String {
    guard let status = try? FileStatus(of: path), status.kind == .folder else { return path }
    let zip = joinedPath(path, BundleOutputs.bundleFile)
    guard (try? FileStatus(of: zip))?.kind == .file else {
      let isProject = Project.configPaths.contains {
        (try? FileStatus(of: joinedPath(path, $0)))?.kind == .file
      }
      throw CommandError.noBundle(folder: path, isProject: isProject)
    }
    return zip
  }
}
