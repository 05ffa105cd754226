import ErosCore

struct TextTable {
  /// Columns with numbers, aligned to the right.
  let numbers: Set<Int>
  private var rows: [[String]] = []

  init(numbers: Set<Int> = []) {
    self.numbers = numbers
  }

  mutating func add(_ row: String...) { add(row) }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// The rows, without a newline at the end.
  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if numbers.contains(column) { return padding + cell }
        return column == row.count - 1 ? cell : cell + padding
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

enum Readable {
  /// Returns a size in bytes, with a unit that leaves at most four digits.
  static func size(_ bytes: UInt64) -> String { bytes.readableSize }

  /// Returns a share in percent, or a dash if the total is zero.
  static func share(_ part: UInt64, of whole: UInt64) -> String {
    whole == 0 ? "–" : "\(fixed(Double(part) / Double(whole) * 100, 1)) %"
  }

  /// Returns a count with its noun in singular or plural.
  static func count(_ count: Int, _ noun: String) -> String {
    if count == 1 { return "1 \(noun)" }
    if noun.hasSuffix("ry") { return "\(count) \(noun.dropLast())ies" }
    return noun.hasSuffix("ch") ? "\(count) \(noun)es" : "\(count) \(noun)s"
  }

  /// Returns a number with a fixed number of decimals, regardless of the locale.
  ///
  /// If it has too many digits or is not a number, returns a dash.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard let magnitude = Int(exactly: scaled.magnitude) else { return "–" }
    let digits = String(magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = scaled < 0 ? "-" : ""
    return decimals == 0
      ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
