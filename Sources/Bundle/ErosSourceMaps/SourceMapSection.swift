import ErosCore

/// A source map without sections, and where it begins in the script.
struct SourceMapSection: Sendable {
  /// First line, from 0.
  let line: Int
  /// First column within that line, from 0.
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

  /// Calls `body` with each segment, in script order, until it returns `false`.
  ///
  /// Segments have their positions in the whole script.
  func forEachSegment(
    _ body: (MappingReader.Segment) throws(SourceMap.Problem) -> Bool
  ) throws(SourceMap.Problem) {
    var reader = MappingReader(mappings)
    repeat {
      while let segment = try reader.nextSegment() {
        if let source = segment.original?.source, !sources.indices.contains(source) {
          throw .init("line \(segment.line + 1) refers to source \(source) of \(sources.count)")
        }
        guard try body(inScript(segment)) else { return }
      }
    } while reader.nextLine()
  }

  /// Maps ascending positions in the script to their sources.
  ///
  /// A segment's position is valid up to the next segment on its line.
  func originals(
    at positions: [TextPosition]
  ) throws(SourceMap.Problem) -> [SourceMap.Original?] {
    var reader = MappingReader(mappings)
    var originals: [SourceMap.Original?] = []
    var remainder = positions[...]
    while let line = remainder.first?.line {
      let end = remainder.firstIndex { $0.line > line } ?? remainder.endIndex
      let columns = remainder[..<end].map { $0.column - 1 }
      originals += try self.originals(at: columns, ofLine: line - 1, &reader)
      remainder = remainder[end...]
    }
    return originals
  }

  /// Maps ascending columns of a line to their sources.
  private func originals(
    at columns: [Int], ofLine line: Int, _ reader: inout MappingReader
  ) throws(SourceMap.Problem) -> [SourceMap.Original?] {
    var search = ColumnSearch(columns)
    while self.line + reader.line <= line {
      while let segment = try reader.nextSegment() {
        let segment = inScript(segment)
        if segment.line == line { search.add(segment) }
      }
      // The map's last line is not read twice.
      guard reader.nextLine() else { break }
    }
    return search.segments.map { $0?.original.flatMap(original) }
  }

  private func original(_ original: MappingReader.Original) -> SourceMap.Original? {
    guard sources.indices.contains(original.source) else { return nil }
    return SourceMap.Original(
      source: sources[original.source],
      position: TextPosition(line: original.line + 1, column: original.column + 1),
      name: original.name.flatMap(name))
  }

  /// Returns the name with this index, or `nil` if there is none.
  func name(_ index: Int) -> String? { names.indices.contains(index) ? names[index] : nil }

  private func inScript(_ segment: MappingReader.Segment) -> MappingReader.Segment {
    MappingReader.Segment(
      line: line + segment.line, column: (segment.line == 0 ? column : 0) + segment.column,
      original: segment.original)
  }
}

/// For each of several columns, finds the last segment that is not after it.
///
/// Segments on a line may have any order, so the search cannot stop early.
private struct ColumnSearch {
  /// Columns in ascending order.
  private let columns: [Int]
  /// For each column, the last segment after the previous column.
  private var lastSegments: [MappingReader.Segment?]

  init(_ columns: [Int]) {
    self.columns = columns
    lastSegments = Array(repeating: nil, count: columns.count)
  }

  mutating func add(_ segment: MappingReader.Segment) {
    // First column that is not before the segment.
    var range = 0..<columns.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        columns[middle] < segment.column ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let index = range.lowerBound
    guard index < columns.count else { return }
    if let last = lastSegments[index], last.column > segment.column { return }
    lastSegments[index] = segment
  }

  /// One segment for each column.
  var segments: [MappingReader.Segment?] {
    var last: MappingReader.Segment?
    return lastSegments.map { segment in
      last = segment ?? last
      return last
    }
  }
}
