import ArgumentParser
package import ErosFiles
import ErosRepository
import SystemPackage

/// The path of a command's output.
///
/// An empty path, as in a script with an unset variable, is an error. So is `-`: it means standard
/// output in other tools and would be a file name here.
package struct OutputPath: ExpressibleByArgument {
  package let string: String

  package init?(argument: String) {
    guard !argument.isEmpty, argument != "-" else { return nil }
    string = argument
  }

  /// Throws an error if the output would replace one of the inputs.
  package func check(isNotIn inputs: [ReadableFile]) throws {
    guard let present = try? FileStatus(of: string) else { return }
    guard !inputs.contains(where: { $0.status.isSameFile(as: present) }) else {
      throw CommandError.outputIsInput(output: string)
    }
  }

  /// Throws an error if the output folder is a release store.
  package static func check(isNotStore folder: String) throws {
    guard try FileStatus.ifExists(joinedPath(folder, StoreLayout.timestamp.text)) == nil else {
      throw CommandError.outputIsStore(folder)
    }
  }

  /// Throws an error if the output folder is inside the source folder.
  package static func check(_ folder: String, isOutside source: String) throws {
    guard let source = try? resolvedPath(source) else { return }
    guard try !resolvedPath(allowingMissing: folder).starts(with: source) else {
      throw CommandError.outputInsideSource(output: folder, source: source.string)
    }
  }
}
