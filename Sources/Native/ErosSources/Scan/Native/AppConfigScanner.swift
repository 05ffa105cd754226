import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for Eros's `res/xml/app_config.xml` that follows the rules of the host.
struct AppConfigScanner {
  private let file: SourceFile
  private var unit: SourceUnit

  static func scan(_ file: SourceFile) -> SourceUnit {
    var scanner = AppConfigScanner(file: file)
    do throws(SyntaxFailure) { try scanner.run() } catch { scanner.unit.report(error, in: file) }
    return scanner.unit
  }

  private init(file: SourceFile) {
    self.file = file
    unit = SourceUnit(.android, file: file.path)
  }

  private mutating func run() throws(SyntaxFailure) {
    var reader = try XMLReader(ByteScanner(file.bytes), .projectFile)
    var event = try reader.next()
    while let start = event {
      guard case .start(let name, let attributes) = start.content else {
        event = try reader.next()
        continue
      }
      var text = ""
      var textStart = start.range.upperBound
      event = try reader.next()
      while let next = event {
        guard case .text(let part) = next.content else { break }
        if text.isEmpty { textStart = next.range.lowerBound }
        text += part
        event = try reader.next()
      }
      readElement(name, attributes, at: start.range.lowerBound, text, at: textStart)
    }
  }

  private mutating func readElement(
    _ element: String, _ attributes: [XMLAttribute], at offset: Int, _ text: String,
    at textOffset: Int
  ) {
    guard let kind = SourceRegistration.Kind(rawValue: element),
      [.module, .component].contains(kind)
    else { return }
    guard let first = attributes.first, first.name == "name" else {
      unit.findings.append(
        Finding(
          .appConfigMisread, at: file.position(at: attributes.first?.offset ?? offset),
          "the host reads only the first attribute of <\(element)>, which must be 'name'",
          "write 'name' first"))
      return
    }
    let className = text.trimmed
    guard !className.isEmpty else { return }
    if kind == .module, className != text {
      unit.findings.append(
        Finding(
          .appConfigMisread, at: file.position(at: textOffset),
          "the class name of the module '\(first.value.escapedForDisplay)' has surrounding white "
            + "space, which the host does not remove",
          "write `<module name=\"…\">class</module>`, without white space"))
    }
    unit.register(kind, first.value, className, at: file.position(at: offset))
  }
}
