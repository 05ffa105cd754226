import ErosCore

/// The input of `eros-rehearse`: scripts, and the runs that execute them.
///
/// On standard input, this is one line of JSON, followed by the bytes of the scripts.
package struct RehearsalInput: Sendable {
  /// The version of the messages in both directions.
  static let format = 7

  package struct Script: Sendable {
    /// The script's name in stacks.
    package let url: String
    package let text: [UInt8]

    package init(url: String, text: [UInt8]) {
      self.url = url
      self.text = text
    }
  }

  package struct Run: Sendable {
    /// The indices of the scripts, in order.
    package let scripts: [Int]
    /// The environment's settings as JSON, or `nil` to check only the syntax.
    package let settings: String?
    package let surface: Int

    package init(scripts: [Int], settings: String?, surface: Int) {
      self.scripts = scripts
      self.settings = settings
      self.surface = surface
    }
  }

  package struct Limits: Sendable {
    /// Processor time in milliseconds.
    package let milliseconds: Int
    /// Memory in bytes.
    package let bytes: Int

    package init(milliseconds: Int, bytes: Int) {
      self.milliseconds = milliseconds
      self.bytes = bytes
    }
  }

  package let limits: Limits
  package let scripts: [Script]
  package let surfaces: [String]
  package let runs: [Run]

  package init(limits: Limits, scripts: [Script], surfaces: [String], runs: [Run]) {
    self.limits = limits
    self.scripts = scripts
    self.surfaces = surfaces
    self.runs = runs
  }

  package var bytes: [UInt8] {
    let header = JSONValue.sorted([
      "format": .integer(Self.format), "milliseconds": .integer(limits.milliseconds),
      "bytes": .integer(limits.bytes),
      "scripts": .list(
        scripts.map { .sorted(["url": .string($0.url), "bytes": .integer($0.text.count)]) }),
      "surfaces": .strings(surfaces),
      "runs": .list(
        runs.map { run in
          var members: [String: JSONValue] = [
            "scripts": .list(run.scripts.map { .integer($0) }), "surface": .integer(run.surface),
          ]
          members["settings"] = run.settings.map { .string($0) }
          return .sorted(members)
        }),
    ])
    let line = JSONWriter.write(header) + [UInt8(ascii: "\n")]
    return scripts.reduce(into: line) { $0 += $1.text }
  }

  /// Reads the bytes from standard input.
  ///
  /// - Throws: `JSONError` or `JSONFieldFailure` if the input has a different version.
  package static func read(_ bytes: [UInt8]) throws -> RehearsalInput {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let limits = JSONReader.Limits(bytes: 1 << 30, values: 10_000_000)
    let root = try JSONReader.read(Array(bytes[..<end]), file: "the input", limits: limits)
    var fields = try JSONFields(root, "the input")
    let format = Int64(Self.format)
    _ = try fields.integer("format", from: format, to: format)
    var offset = end + 1
    let scripts = try fields.objects("scripts") { fields throws(JSONFieldFailure) in
      let count = Int(try fields.integer("bytes", from: 0, to: Int64(max(0, bytes.count - offset))))
      defer { offset += count }
      return Script(url: try fields.string("url"), text: Array(bytes[offset..<(offset + count)]))
    }
    let maximum = Int64(Int32.max)
    return RehearsalInput(
      limits: Limits(
        milliseconds: Int(try fields.integer("milliseconds", from: 1, to: maximum)),
        bytes: Int(try fields.integer("bytes", from: 1, to: .max))),
      scripts: scripts, surfaces: try fields.optionalStrings("surfaces") ?? [],
      runs: try fields.objects("runs") { fields throws(JSONFieldFailure) in
        Run(
          scripts: try fields.value("scripts", expected: "a list of scripts") { value in
            value.array?.compactMap { $0.value.integer.map { Int($0) } }
          },
          settings: try fields.optionalString("settings"),
          surface: Int(try fields.integer("surface", from: 0, to: maximum)))
      })
  }
}

extension JSONFields {
  fileprivate mutating func objects<Value>(
    _ key: String, _ read: (inout JSONFields) throws(JSONFieldFailure) -> Value
  ) throws(JSONFieldFailure) -> [Value] {
    var values: [Value] = []
    for node in try value(key, expected: "an array", { $0.array }) {
      var fields = try JSONFields(node, "an item of '\(key)'")
      values.append(try read(&fields))
    }
    return values
  }
}
