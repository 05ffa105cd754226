import ErosTestSupport
import Testing

@testable import ErosServe

/// A strict parser of the text format of Prometheus.
struct ParsedMetrics {
  struct Fault: Error {
    let line: String
  }

  /// The values by name and labels, as written.
  private(set) var values: [String: Double] = [:]
  private(set) var labels: [String: [String: String]] = [:]
  private(set) var types: [String: String] = [:]

  init(_ text: String) throws {
    guard text.isEmpty || text.hasSuffix("\n") else { throw Fault(line: "end") }
    var name = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# HELP ") {
        name = String(line.dropFirst(7).prefix { $0 != " " })
        guard types[name] == nil, name.wholeMatch(of: /[a-z_]+/) != nil else {
          throw Fault(line: String(line))
        }
      } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge)/) {
        guard match.1 == name, (match.2 == "counter") == name.hasSuffix("_total") else {
          throw Fault(line: String(line))
        }
        types[name] = String(match.2)
      } else {
        try readSample(line, of: name)
      }
    }
  }

  private mutating func readSample(_ line: Substring, of name: String) throws {
    let label = /([a-z_]+)="((?:[^"\\\n]|\\[\\"n])*)"/
    guard let match = line.wholeMatch(of: /([a-z_]+)(\{(?s:.*)\})? (-?[0-9][0-9.e+-]*)/),
      match.1 == name, types[name] != nil, let value = Double(match.3)
    else { throw Fault(line: String(line)) }
    let key = "\(name)\(match.2 ?? "")"
    guard values[key] == nil else { throw Fault(line: String(line)) }
    values[key] = value
    guard let list = match.2?.dropFirst().dropLast() else { return }
    let found = list.matches(of: label)
    guard found.map({ String($0.0) }).joined(separator: ",") == list else {
      throw Fault(line: String(line))
    }
    labels[key] = Dictionary(
      uniqueKeysWithValues: found.map { (String($0.1), Self.unescaped($0.2)) })
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) })
  }
}

@Suite("Metrics", .phase(.ownServer))
struct MetricsTests {
  @Test("every label value is read back by a parser")
  func escaping() throws {
    let hostile = ["", "a\"b", "a\\", "\\n", "line\nbreak", "}{,=\" 1", "日本", "\u{0}\t\r"]
    var text = MetricsText()
    text.add(
      "a_total", .counter, "First\nsecond \\ \"third\".", hostile.map { .init(1, ["x": $0]) })
    text.add(
      "b", .gauge, "Values.", [.init(-5), .init(0.25, ["x": "1"]), .init(1e300, ["x": "2"])])
    text.add("c", .gauge, "Nothing.", [])
    let document = String(decoding: text.bytes, as: UTF8.self)
    let parsed = try ParsedMetrics(document)
    #expect(Set(parsed.labels.values.compactMap { $0["x"] }).isSuperset(of: hostile))
    #expect(parsed.values["b"] == -5)
    #expect(parsed.values[#"b{x="1"}"#] == 0.25)
    #expect(parsed.values[#"b{x="2"}"#] == 1e300)
    #expect(parsed.types == ["a_total": "counter", "b": "gauge", "c": "gauge"])
    #expect(document.contains("# HELP a_total First\\nsecond \\\\ \"third\".\n"))
  }
}
