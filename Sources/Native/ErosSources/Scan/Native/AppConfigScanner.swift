import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for Eros's `res/xml/app_config.xml` that follows the rules of the host.
struct AppConfigScanner {
  private let file: SourceFile
  private var position = 0
  private var unit: SourceUnit

  static func scan(_ file: SourceFile) -> SourceUnit {
    var scanner = AppConfigScanner(file: file)
    scanner.run()
    return scanner.unit
  }

  private init(file: SourceFile) {
    self.file = file
    unit = SourceUnit(.android, file: file.path)
  }

  private mutating func run() {
    while position < file.bytes.count {
      guard isNext("<") else {
        position += 1
        continue
      }
      if isNext("<!--") {
        skip(to: "-->")
      } else if isNext("<![CDATA[") {
        skip(to: "]]>")
      } else if isNext("<?") {
        skip(to: "?>")
      } else if let element = element() {
        readElement(element)
      } else {
        position += 1
      }
    }
  }

  private func isNext(_ text: String) -> Bool {
    file.bytes[position...].starts(with: text.utf8)
  }

  private mutating func skip(to text: String) {
    let first = text.utf8.first
    while position < file.bytes.count {
      if file.bytes[position] == first, isNext(text) {
        position += text.utf8.count
        return
      }
      position += 1
    }
  }

  // MARK: Elements

  private struct Element {
    let name: String
    let start: Int
    var attributes: [(name: String, value: String, start: Int)] = []
    var isEmpty = false
  }

  private func isName(_ byte: UInt8) -> Bool {
    byte.isDashedNamePart || ".:".utf8.contains(byte) || byte >= 0x80
  }

  private mutating func name() -> String {
    let start = position
    while position < file.bytes.count, isName(file.bytes[position]) { position += 1 }
    return String(decoding: file.bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while position < file.bytes.count, file.bytes[position] <= 0x20 { position += 1 }
  }

  /// The opening tag here, or `nil`.
  private mutating func element() -> Element? {
    let start = position
    position += 1
    let name = name()
    guard !name.isEmpty else {
      position = start
      return nil
    }
    var element = Element(name: name, start: start)
    while position < file.bytes.count {
      skipBlanks()
      guard position < file.bytes.count, file.bytes[position] != UInt8(ascii: "<") else { break }
      if file.bytes[position] == UInt8(ascii: ">") {
        position += 1
        break
      }
      if file.bytes[position] == UInt8(ascii: "/") {
        element.isEmpty = true
        position += 1
        continue
      }
      readAttribute(&element)
    }
    return element
  }

  private mutating func readAttribute(_ element: inout Element) {
    let start = position
    let name = name()
    skipBlanks()
    guard !name.isEmpty, position < file.bytes.count, file.bytes[position] == UInt8(ascii: "=")
    else {
      position = max(position, start + 1)
      return
    }
    position += 1
    skipBlanks()
    guard position < file.bytes.count, "\"'".utf8.contains(file.bytes[position]) else { return }
    let quote = file.bytes[position]
    let value = position + 1
    position = value
    while position < file.bytes.count, file.bytes[position] != quote { position += 1 }
    element.attributes.append((name, text(value..<position), start))
    position = min(position + 1, file.bytes.count)
  }

  private func text(_ range: Range<Int>) -> String {
    let text = String(decoding: file.bytes[range], as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  // MARK: Registrations

  private mutating func readElement(_ element: Element) {
    let kind: SourceRegistration.Kind
    switch element.name {
    case "module": kind = .module
    case "component": kind = .component
    default: return
    }
    guard let first = element.attributes.first, first.name == "name" else {
      let position = element.attributes.first?.start ?? element.start
      unit.findings.append(
        Finding(
          .appConfigMisread, at: file.position(at: position),
          "the host reads only the first attribute of <\(element.name)>, which must be 'name'",
          "write 'name' first"))
      return
    }
    let start = position
    while position < file.bytes.count, file.bytes[position] != UInt8(ascii: "<") { position += 1 }
    let written = element.isEmpty ? "" : text(start..<position)
    let className = Self.trimmed(written)
    guard !className.isEmpty else { return }
    if kind == .module, className != written {
      unit.findings.append(
        Finding(
          .appConfigMisread, at: file.position(at: start),
          "the class name of the module '\(first.value.escapedForDisplay)' has surrounding white "
            + "space, which the host does not remove",
          "write <module name=\"…\">class</module> without white space"))
    }
    unit.registrations.append(
      WrittenRegistration(
        kind: kind, names: [.text(first.value)], className: .typeNamed(.text(className)),
        mechanism: .file, position: file.position(at: element.start)))
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    let end = (bytes.lastIndex { $0 > 0x20 } ?? start - 1) + 1
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }
}
