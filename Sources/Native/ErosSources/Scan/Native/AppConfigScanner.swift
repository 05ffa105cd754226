import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads Eros's `res/xml/app_config.xml` as the host does.
enum AppConfigScanner {
  static func scan(_ file: SourceFile) -> SourceUnit {
    .reading(file, on: .android) { unit in
      var reader = try XMLReader(ByteScanner(file.bytes), .projectFile)
      var event = try reader.next()
      while let start = event {
        event = try reader.next()
        guard case .start(let name, let attributes) = start.content else { continue }
        var text = ""
        var textStart = start.range.upperBound
        while let next = event, case .text(let part) = next.content {
          if text.isEmpty { textStart = next.range.lowerBound }
          text += part
          event = try reader.next()
        }
        unit.addElement(name, attributes, at: start.range.lowerBound, text, at: textStart, in: file)
      }
    }
  }
}

extension SourceUnit {
  fileprivate mutating func addElement(
    _ element: String, _ attributes: [XMLAttribute], at offset: Int, _ text: String,
    at textOffset: Int, in file: SourceFile
  ) {
    let kinds: [String: SourceRegistration.Kind] = ["module": .module, "component": .component]
    guard let kind = kinds[element] else { return }
    guard let first = attributes.first, first.name == "name" else {
      return findings.append(
        Finding(
          .tableMisread, at: file.position(at: attributes.first?.offset ?? offset),
          "the host reads only the first attribute of <\(element)>, which must be 'name'",
          "write 'name' first"))
    }
    let className = text.trimmed
    guard !className.isEmpty else {
      return findings.append(
        Finding(
          .sourceUnreadable, at: file.position(at: offset),
          "<\(element)> does not contain the name of a class",
          "write the name of the class between the tags"))
    }
    if kind == .module, className != text {
      findings.append(
        Finding(
          .tableMisread, at: file.position(at: textOffset),
          "the class name of the module '\(first.value.escapedForDisplay)' has surrounding white "
            + "space, which the host does not remove",
          "write `<module name=\"…\">class</module>`, without white space"))
    }
    register(kind, first.value, className, at: file.position(at: offset))
  }
}
