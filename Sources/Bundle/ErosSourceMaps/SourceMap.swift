package import ErosCore

/// An untrusted source map (ECMA-426) for one script, with or without sections.
package struct SourceMap: Sendable {
  /// Maximum size in bytes.
  static let maximumSize = 64 << 20
  /// Maximum number of sources.
  private static let maximumCount = 500_000
  /// Stands for a source that has no name.
  package static let unnamedSource = "(other code)"

  /// An error in a source map, worded as a clause in a message.
  package struct Problem: ErrorClause, Equatable {
    package let clause: Message

    init(_ clause: Message) { self.clause = clause }
  }

  /// A script position's origin.
  package struct Original: Hashable, Sendable {
    /// Name of the source, without build tools' prefixes.
    package let source: String
    package let position: TextPosition
    /// Name that the position belongs to in its source, if the map has one.
    package let name: String?
  }

  /// Names of all sources, without build tools' prefixes.
  package let sources: [String]
  let sections: [SourceMapSection]

  /// Reads a source map, which errors call `file`.
  ///
  /// - Throws: ``Problem`` or `JSONError`.
  init(_ json: [UInt8], file: String) throws {
    // Servers may prepend a line that stops scripts from reading the map.
    let json = Array(json.dropFirst(UTF8Text.markLength(of: json)))
    let hasMark = json.starts(with: ")]}".utf8)
    let text = hasMark ? Array(json.drop { $0 != UInt8(ascii: "\n") }) : json
    let limits = JSONReader.Limits(bytes: Self.maximumSize, values: 3 * Self.maximumCount)
    // Sources often make up half of the file.
    let root = try JSONReader.read(
      text, file: file, limits: limits, omitting: ["sourcesContent"]
    ).value
    guard let map = root.object else {
      throw Problem("expected an object, found \(root.kindName)")
    }
    sections = try map["sections"].map(Self.sections) ?? [SourceMapSection(map, line: 0, column: 0)]
    sources = sections.flatMap(\.sources)
    guard sources.count <= Self.maximumCount else {
      throw Problem("more than \(Self.maximumCount) sources")
    }
  }

  /// Reads an index map's sections, which must be in script order.
  private static func sections(_ value: JSONValue) throws(Problem) -> [SourceMapSection] {
    guard let nodes = value.array else { throw Problem("'sections' is not an array") }
    var sections: [SourceMapSection] = []
    for node in nodes {
      guard let section = node.value.object, let offset = section["offset"]?.object,
        let line = offset["line"]?.integer.flatMap({ Int32(exactly: $0) }),
        let column = offset["column"]?.integer.flatMap({ Int32(exactly: $0) }),
        line >= 0, column >= 0
      else { throw Problem("a section has no 'offset' with 'line' and 'column'") }
      guard let map = section["map"]?.object, map["sections"] == nil else {
        throw Problem("a section has no 'map', or a map with sections")
      }
      let new = try SourceMapSection(map, line: Int(line), column: Int(column))
      if let last = sections.last, (last.line, last.column) >= (new.line, new.column) {
        throw Problem("the sections are not in the order of the script")
      }
      sections.append(new)
    }
    return sections
  }

  /// Maps a position in the script to its source, or returns `nil` if the map says nothing about
  /// it.
  ///
  /// - Throws: ``Problem`` if the mappings before the position are malformed.
  package func original(at position: TextPosition) throws(Problem) -> Original? {
    try originals(at: [position])[0]
  }

  /// Maps positions in the script to their sources, in the same order.
  ///
  /// Each section is read at most once, and only up to the last line that is needed.
  ///
  /// - Throws: ``Problem`` if the mappings before the positions are malformed.
  func originals(at positions: [TextPosition]) throws(Problem) -> [Original?] {
    var originals = [Original?](repeating: nil, count: positions.count)
    var next = sections.startIndex
    var wanted: [Int] = []
    for index in positions.indices.sorted(by: { positions[$0] < positions[$1] }) {
      let (line, column) = (positions[index].line - 1, positions[index].column - 1)
      let end =
        sections[next...].firstIndex { ($0.line, $0.column) > (line, column) } ?? sections.endIndex
      if end > next {
        try find(wanted, of: positions, in: next - 1, &originals)
        (wanted, next) = ([], end)
      }
      wanted.append(index)
    }
    try find(wanted, of: positions, in: next - 1, &originals)
    return originals
  }

  /// Maps some positions within a section.
  ///
  /// Before the first section, they have no source.
  private func find(
    _ wanted: [Int], of positions: [TextPosition], in section: Int, _ originals: inout [Original?]
  ) throws(Problem) {
    guard section >= 0, !wanted.isEmpty else { return }
    let sectionOriginals = try sections[section].originals(at: wanted.map { positions[$0] })
    for (index, original) in zip(wanted, sectionOriginals) { originals[index] = original }
  }
}
