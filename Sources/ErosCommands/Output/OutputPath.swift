import ArgumentParser
import ErosFiles
import SystemPackage

/// Where a command writes to.
///
/// An empty path, as a script with an unset variable gives it, is refused; and so is `-`, which stands for
/// standard output elsewhere and would be a file of that name here.
struct OutputPath: ExpressibleByArgument {
  let string: String

  init?(argument: String) {
    guard !argument.isEmpty, argument != "-" else { return nil }
    string = argument
  }

  /// Refuses an output that would replace one of the inputs.
  func checkIsNone(of inputs: [ReadableFile]) throws {
    guard let present = try? FileStatus(of: string) else { return }
    guard !inputs.contains(where: { $0.status.isSameFile(as: present) }) else {
      throw CommandError.outputIsInput(output: string)
    }
  }

  /// Refuses an output folder that would become part of the next input.
  static func check(_ folder: String, isOutside source: String) throws {
    guard let source = try? resolvedPath(source) else { return }
    guard try !resolvedPath(allowingMissing: folder).starts(with: source) else {
      throw CommandError.outputInsideSource(output: folder, source: source.string)
    }
  }
}
