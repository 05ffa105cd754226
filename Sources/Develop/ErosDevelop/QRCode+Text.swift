extension QRCode {
  /// Width of the light margin, in modules.
  private static let margin = 2

  /// Block characters for a terminal with light text on a dark background.
  ///
  /// A line holds two rows.
  package var terminalText: String {
    let rows = stride(from: -Self.margin, to: size + Self.margin, by: 2).map { row in
      (-Self.margin..<size + Self.margin).map { column in
        switch (self[row, column], self[row + 1, column]) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
    }
    return rows.joined(separator: "\n")
  }

  /// An SVG image with no fixed size.
  package var svg: String {
    let side = size + 2 * Self.margin
    var path = ""
    for row in 0..<size {
      for column in 0..<size where self[row, column] {
        path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" \
      aria-label="QR code of the address"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
      <path d="\(path)" shape-rendering="crispEdges"/></svg>
      """
  }
}
