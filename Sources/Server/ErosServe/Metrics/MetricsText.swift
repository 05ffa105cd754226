/// Writes the Prometheus text format, version 0.0.4.
struct MetricsText: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge
  }

  struct Sample: Sendable {
    let labels: [(name: String, value: String)]
    let value: Double

    init(_ value: some BinaryInteger, _ labels: KeyValuePairs<String, String> = [:]) {
      self.init(Double(value), labels)
    }

    init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
      self.labels = labels.map { (name: $0.key, value: $0.value) }
      self.value = value
    }
  }

  private var text = ""

  init() {}

  var bytes: [UInt8] { Array(text.utf8) }

  /// Adds a metric.
  ///
  /// With no samples, only its description is added.
  ///
  /// - Parameters:
  ///   - name: A valid name, unique in the document.
  ///   - kind: The type.
  ///   - help: The description.
  ///   - samples: Values with different labels.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n"
    let lines = samples.map { "\(name)\(Self.text($0.labels)) \(Self.text($0.value))\n" }
    text += lines.sorted(by: <).joined()
  }

  private static func text(_ labels: [(name: String, value: String)]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{"
      + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
      + "}"
  }

  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
