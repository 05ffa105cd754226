public import ErosCore

/// A stack whose script positions are replaced by source positions.
package struct Symbolication: Sendable {
  /// A frame in the stack.
  package struct Frame: Sendable {
    /// Line in the stack, from 1.
    package let line: Int
    package let frame: ScriptFrame
    /// Script in the release, or `nil` if unknown.
    package internal(set) var script: BundlePath?
    /// Position in a source, or `nil` if the frame was not mapped.
    package internal(set) var original: SourceMap.Original?
    /// Function name in the source, or `nil` if the source map does not have it.
    var sourceFunction: String?
    /// Code of a finding that says why the frame was not mapped.
    package internal(set) var reason: String?

    /// Function name in the source, or else in the stack.
    package var function: String? { sourceFunction ?? frame.function }
  }

  /// Lines of the stack, with control characters escaped.
  package internal(set) var lines: [String]
  package internal(set) var frames: [Frame]
  /// Hash of the stack as in usage reports, or `nil` if it has no frame.
  package internal(set) var stackHash: StackHash?
  /// Reasons why frames were not mapped, each once.
  package internal(set) var findings: [Finding] = []

  /// Number of mapped frames.
  package var mappedCount: Int { frames.count { $0.original != nil } }
}

/// Codes for findings about frames that were not mapped.
public enum SymbolicationFindingCode: String, FindingCode {
  /// The release does not have the script.
  case scriptUnknown
  /// Several scripts in the release fit the path.
  case scriptAmbiguous
  /// The script has no source map, or cannot be read.
  case mapMissing
  /// The source map has no source for the position.
  case positionUnmapped

  public var severity: Finding.Severity { .note }
}
