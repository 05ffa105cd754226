public import ErosCore

/// A stack whose positions in scripts are replaced by positions in sources.
package struct Symbolication: Sendable {
  /// A frame of the stack.
  package struct Frame: Sendable {
    /// The line of the stack, from 1.
    package let line: Int
    package let frame: ScriptFrame
    /// The script of the release, or `nil` if it is unknown.
    package internal(set) var script: BundlePath?
    /// The position in a source, or `nil` if the frame was not mapped.
    package internal(set) var original: SourceMap.Original?
    /// The name in the source of the function, or `nil` if the source map does not have it.
    var sourceFunction: String?
    /// The code of the finding that says why the frame was not mapped.
    package internal(set) var reason: String?

    /// The name of the function in the source, or else in the stack.
    package var function: String? { sourceFunction ?? frame.function }
  }

  /// The lines of the stack; control characters are escaped.
  package internal(set) var lines: [String]
  package internal(set) var frames: [Frame]
  /// The hash of the stack as in usage reports, or `nil` without a frame.
  package internal(set) var stackHash: StackHash?
  /// The reasons why frames were not mapped, each once.
  package internal(set) var findings: [Finding] = []

  /// The number of mapped frames.
  package var mappedCount: Int { frames.count { $0.original != nil } }
}

/// The codes of findings about frames that were not mapped.
public enum SymbolicationFindingCode: String, FindingCode {
  /// The release does not have the script.
  case scriptUnknown
  /// The path of the script matches several scripts of the release.
  case scriptAmbiguous
  /// The script has no source map, or cannot be read.
  case mapMissing
  /// The source map has no source for the position.
  case positionUnmapped

  public var severity: Finding.Severity { .note }
}
