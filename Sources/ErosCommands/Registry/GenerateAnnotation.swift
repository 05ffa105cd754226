/// A command to the CI of GitHub that shows a message beside a line of a file.
struct GenerateAnnotation: CustomStringConvertible {
  /// `error`, `warning` or `notice`.
  let level: String
  let file: String
  var line: Int?
  var column: Int?
  let title: String
  let message: String

  var description: String {
    let properties = [
      ("file", file), ("line", line.map(String.init)), ("col", column.map(String.init)),
      ("title", title),
    ]
    let texts = properties.compactMap { name, value in
      value.map { "\(name)=\(Self.escaped($0, also: [":", ","]))" }
    }
    return "::\(level) \(texts.joined(separator: ","))::\(Self.escaped(message))"
  }

  /// `%` and line ends would be read as the command's own; in properties the separators too.
  private static func escaped(_ text: String, also separators: Set<Unicode.Scalar> = []) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isEscaped =
        scalar == "%" || scalar.properties.generalCategory == .control
        || separators.contains(scalar)
      if isEscaped {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
