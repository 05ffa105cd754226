import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore

/// An argument of `--embedded`: `ZIP@VERSION` or `ZIP`.
struct EmbeddedArgument {
  let path: String
  let version: String?

  /// - Throws: `ValidationError` if no version follows the last `@` and the file does not exist.
  init(_ argument: String) throws {
    guard let sign = argument.lastIndex(of: "@") else {
      (path, version) = (argument, nil)
      return
    }
    let suffix = String(argument[argument.index(after: sign)...])
    if NativeVersion(suffix) != nil {
      (path, version) = (String(argument[..<sign]), suffix)
    } else if try FileStatus.ifExists(argument) != nil {
      (path, version) = (argument, nil)
    } else {
      throw ValidationError(
        "--embedded '\(argument.escapedForDisplay)': '\(suffix.escapedForDisplay)' is not a version; pass ZIP@VERSION, such as old.zip@1.2.0"
      )
    }
  }

  func open() throws -> PublishRequest.EmbeddedBundle {
    .init(try ReadableFile(path), native: version)
  }
}
