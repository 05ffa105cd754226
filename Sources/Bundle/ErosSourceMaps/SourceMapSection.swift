import ErosCore

/// A source map without sections, and where it begins in the script.
struct SourceMapSection: Sendable {
  /// The line where the section begins, from 0.
  let line: Int
  /// The column where the section begins in this line, from 0.
  let column: Int
  let sources: [String]
  private let names: [String]
  private let mappings: [UInt8]

  init(_ map: JSONObject, line: Int, column: Int) throws(SourceMap.Problem) {
    guard map["version"]?.integer == 3 else { throw .init("'version' is not 3") }
    guard let sources = map["sources"]?.array else { throw .init("'sources' is not an array") }
    guard let mappings = map["mappings"]?.string else { throw .init("'mappings' is not a string") }
    let prefix: String
    switch map["sourceRoot"] {
    case nil, .null: prefix = ""
    case .string(let root): prefix = root
    default: throw .init("'sourceRoot' is not a string")
    }
    self.line = line
    self.column = column
    self.sources = sources.map { node in
      guard let name = node.value.string else { return SourceMap.unnamedSource }
      return ModuleName.path(in: name.contains("://") ? name : prefix + "/" + name)
    }
    names = (map["names"]?.array ?? []).map { $0.value.string ?? "" }
    self.mappings = Array(mappings.utf8)
  }

  /// Calls `body` with each segment in the order of the script; the segment has its position in the script.
  func forEachSegment(
    _ body: (MappingReader.Segment) throws(SourceMap.Problem) -> Void
  ) throws(SourceMap.Problem) {
    var reader = MappingReader(mappings)
    repeat {
      while let segment = try reader.nextSegment() {
        if let source = segment.original?.source, !sources.indices.contains(source) {
          throw .init("line \(segment.line + 1) refers to source \(source) of \(sources.count)")
        }
        try body(inScript(segment))
      }
    } while reader.nextLine()
  }

  /// Returns the position in a source of the last segment of a line that is not after `column`.
  func original(line: Int, column: Int) throws(SourceMap.Problem) -> SourceMap.Original? {
    var reader = MappingReader(mappings)
    var found: MappingReader.Original?
    repeat {
      guard self.line + reader.line <= line else { break }
      while let segment = try reader.nextSegment() {
        let segment = inScript(segment)
        if segment.line == line, segment.column <= column { found = segment.original }
      }
    } while reader.nextLine()
    guard let found, sources.indices.contains(found.source) else { return nil }
    return SourceMap.Original(
      source: sources[found.source],
      position: TextPosition(line: found.line + 1, column: found.column + 1),
      name: found.name.flatMap { names.indices.contains($0) ? names[$0] : nil })
  }

  private func inScript(_ segment: MappingReader.Segment) -> MappingReader.Segment {
    MappingReader.Segment(
      line: line + segment.line, column: (segment.line == 0 ? column : 0) + segment.column,
      original: segment.original)
  }
}
