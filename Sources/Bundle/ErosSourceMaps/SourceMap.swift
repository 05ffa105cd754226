package import ErosCore

/// An untrusted source map (ECMA-426) of one script, with or without sections.
package struct SourceMap: Sendable {
  /// The maximum size of a source map, in bytes.
  package static let maximumSize = 64 << 20
  /// The maximum number of sources, and the maximum number of names.
  private static let maximumCount = 500_000
  /// The name of a source without a name.
  package static let unnamedSource = "(other code)"

  /// An error in a source map, as a clause for a message.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// A position of a script in its source.
  package struct Original: Hashable, Sendable {
    /// The name of the source, without the prefixes of build tools.
    package let source: String
    package let position: TextPosition
    /// The name in the source that the position belongs to, if the map has one.
    package let name: String?
  }

  /// The names of the sources, without the prefixes of build tools.
  package let sources: [String]
  let sections: [SourceMapSection]

  /// Reads a source map; errors name it `file`.
  ///
  /// - Throws: ``Problem`` or `JSONError`.
  package init(_ json: [UInt8], file: String) throws {
    // Servers may prepend a line that stops scripts from reading the map.
    let text = json.starts(with: ")]}".utf8) ? json.drop { $0 != UInt8(ascii: "\n") } : json[...]
    let limits = JSONReader.Limits(bytes: Self.maximumSize, values: 3 * Self.maximumCount)
    let root = try JSONReader.read(Array(text), file: file, limits: limits).value
    guard let map = root.object else {
      throw Problem("expected an object, found \(root.kindName)")
    }
    sections = try map["sections"].map(Self.sections) ?? [SourceMapSection(map, line: 0, column: 0)]
    sources = sections.flatMap(\.sources)
    guard sources.count <= Self.maximumCount else {
      throw Problem("more than \(Self.maximumCount) sources")
    }
  }

  /// Reads the sections of an index map, which are in the order of the script.
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

  /// Returns the position in a source of a position in the script, or `nil` if the map has none for it.
  ///
  /// - Throws: ``Problem`` if the mappings before the position are malformed.
  package func original(at position: TextPosition) throws(Problem) -> Original? {
    let wanted = (position.line - 1, position.column - 1)
    guard let index = sections.lastIndex(where: { ($0.line, $0.column) <= wanted }) else {
      return nil
    }
    return try sections[index].original(line: wanted.0, column: wanted.1)
  }
}
