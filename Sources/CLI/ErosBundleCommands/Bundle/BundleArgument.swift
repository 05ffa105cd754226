import ErosBundle
import ErosCommandSupport
import ErosCore
import ErosDelta
import ErosFiles
import ErosPack

/// A bundle on the command line: a zip, the output folder of `eros pack`, or `-`.
enum BundleArgument {
  static let standardInput = "-"

  /// Opens the bundle at `path`; `limit` is the maximum number of bytes read from standard input.
  ///
  /// - Throws: `CommandError` for a patch or a folder without a bundle; `FileError`.
  static func open(_ path: String, limit: UInt64) throws -> ReadableFile {
    if path == standardInput {
      guard !StandardStream.isInputTerminal else {
        throw UsageError(
          "standard input is a terminal", "pipe a bundle into the command, or pass its path")
      }
      return try ReadableFile.ofStandardInput(limit: limit)
    }
    let file = try ReadableFile(zip(at: path))
    guard try !UpdateFormat.isPatch(file) else {
      throw CommandError.isPatch(path, try UpdateFormat(of: file))
    }
    return file
  }

  private static func zip(at path: String) throws -> String {
    guard let status = try? FileStatus(of: path), status.kind == .folder else { return path }
    let zip = joinedPath(path, BundleOutputs.bundleFile)
    guard (try? FileStatus(of: zip))?.kind == .file else {
      throw CommandError.noBundle(folder: path)
    }
    return zip
  }
}

extension VerificationReport {
  /// The hint for a zip with all its files in one folder, or `nil`.
  var outerFolderHint: String? {
    guard has(.manifestMissing), let path = files.first?.entry.path,
      let name = path.string.split(separator: "/").first, path.string.contains("/"),
      files.allSatisfy({ $0.entry.path.string.hasPrefix(name + "/") })
    else { return nil }
    return
      "all files are below '\(name.description.escapedForDisplay)/', so apps do not find them; zip the contents of the folder, or run `eros pack \(name.description.shellQuoted)`"
  }
}
