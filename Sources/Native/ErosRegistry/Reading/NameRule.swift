import ErosConfig
package import ErosCore

/// Rules for names, by what they name.
///
/// The JSON Schema has the same patterns. Checking in code lets a message show the invalid
/// character and the reason.
package enum NameRule: CaseIterable {
  case module, tag, method, identifier, type, prefix
  case iosClass, javaClass, javaPackage, selector, header
  case attribute, event, embedType, jsAPI
  case widgetPath, containerPath, condition, scheme, host, mapURL, relativePath, version

  private static let maximumLength = 64

  package func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch self {
    case .module:
      return bytes.count <= Self.maximumLength
        && parts(bytes, "/").allSatisfy {
          isIdentifier(Array($0), \.isIdentifierStart, \.isDashedNamePart)
        }
    case .method: return isName(bytes, \.isIdentifierStart, \.isIdentifierPart)
    case .embedType: return isName(bytes, \.isLetter, \.isDashedNamePart)
    case .tag: return bytes.count <= Self.maximumLength && isTag(bytes)
    case .identifier: return isIdentifier(bytes)
    case .attribute: return isIdentifier(bytes, \.isIdentifierStart, \.isDashedNamePart)
    case .event: return isIdentifier(bytes, \.isLetter, \.isDashedNamePart)
    case .type, .prefix: return isIdentifier(bytes, Self.upper, \.isAlphanumeric)
    case .jsAPI: return isIdentifier(bytes, \.isLetter, Self.isDottedNamePart)
    case .iosClass: return (1...2).contains(parts(bytes, ".").count) && areIdentifiers(bytes, ".")
    case .javaClass: return isJavaClass(bytes)
    case .javaPackage: return isJavaPackage(bytes)
    case .selector: return isSelector(bytes)
    case .header: return isHeader(text)
    case .widgetPath: return text.begins(with: "/widget/") && isPath(bytes)
    case .containerPath: return isPath(bytes)
    case .condition: return PreprocessorCondition.isValid(text)
    case .scheme: return isIdentifier(bytes, Self.lower, Self.schemeByte)
    case .host: return parts(bytes, ".").allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
    case .mapURL: return isURL(text)
    case .relativePath: return text.isPathInside
    case .version: return ConfigText.isVersion(text)
    }
  }

  /// The requirements, as a phrase after "must be".
  package var expectation: Message {
    switch self {
    case .module: "up to 64 letters, digits, '_', '-' and '/'"
    case .tag: "a tag of up to 64 letters and digits, in parts separated by single '-'"
    case .method: "up to 64 letters, digits and '_', so that `weex.supports` can read it"
    case .identifier: "an identifier in C and Java: letters, digits and '_'"
    case .type: "a name of letters and digits that starts with an uppercase letter"
    case .prefix: "a class prefix of letters and digits that starts with an uppercase letter"
    case .iosClass: "a class such as AcmeModule, or Module.Class for Swift"
    case .javaClass: "a class with its package, such as com.acme.ScanModule"
    case .javaPackage: "a lowercase package with at least one dot, such as com.acme.eros"
    case .selector: "a selector such as scan:callback:"
    case .header: "a header such as Foo.h or <Pod/Foo.h>"
    case .attribute: "letters, digits, '_' and '-'"
    case .event: "letters, digits, '_' and '-', starting with a letter"
    case .embedType: "up to 64 letters, digits, '_' and '-', starting with a letter"
    case .jsAPI: "letters, digits, '_' and '.', starting with a letter"
    case .widgetPath: "a path below /widget/ of letters, digits and '_'"
    case .containerPath: "a path such as /geo of letters, digits and '_'"
    case .condition: "a condition of names, '&&', '||', '!', parentheses and defined(NAME)"
    case .scheme: "the lowercase scheme of an address"
    case .host: "a host of letters, digits, '_', '-' and '.', such as rexxar-container"
    case .mapURL: "an absolute http or https URL, such as https://example.com/routes.json"
    case .relativePath: "a relative path without '.', '..', backslashes and control characters"
    case .version: NativeVersion.form
    }
  }

  /// Returns the first character in `text` that names of this kind cannot contain.
  ///
  /// Returns `nil` if only the order of characters or the length is invalid.
  func invalidCharacter(in text: String) -> Unicode.Scalar? {
    text.first { !String($0).utf8.allSatisfy(isPart) }
  }

  private func isPart(_ byte: UInt8) -> Bool {
    switch self {
    case .module, .tag, .attribute, .event, .embedType: byte.isDashedNamePart
    case .host: byte.isDashedNamePart || byte == UInt8(ascii: ".")
    case .mapURL: byte.isAlphanumeric || "-._~:/?@!$&'()*+,;=%".utf8.contains(byte)
    case .method, .identifier: byte.isIdentifierPart
    case .type, .prefix: byte.isAlphanumeric
    case .iosClass, .javaPackage, .jsAPI: Self.isDottedNamePart(byte)
    case .javaClass: Self.isDottedNamePart(byte) || byte == UInt8(ascii: "$")
    case .selector: byte.isIdentifierPart || byte == UInt8(ascii: ":")
    case .widgetPath, .containerPath: byte.isIdentifierPart || byte == UInt8(ascii: "/")
    case .version: byte.isDigit || byte == UInt8(ascii: ".")
    case .scheme: Self.schemeByte(byte)
    case .header, .condition, .relativePath: true
    }
  }

  // MARK: Characters

  private static func upper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func lower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDottedNamePart(_ byte: UInt8) -> Bool {
    byte.isIdentifierPart || byte == UInt8(ascii: ".")
  }

  private static func schemeByte(_ byte: UInt8) -> Bool {
    lower(byte) || byte.isDigit || "+.-".utf8.contains(byte)
  }

  private static func packageByte(_ byte: UInt8) -> Bool {
    lower(byte) || byte.isDigit || byte == UInt8(ascii: "_")
  }

  // MARK: Structure

  private func isIdentifier(
    _ bytes: some Collection<UInt8>, _ start: (UInt8) -> Bool = \.isIdentifierStart,
    _ continuation: (UInt8) -> Bool = \.isIdentifierPart
  ) -> Bool {
    guard let first = bytes.first else { return false }
    return start(first) && bytes.dropFirst().allSatisfy(continuation)
  }

  private func isName(
    _ bytes: [UInt8], _ start: (UInt8) -> Bool, _ continuation: (UInt8) -> Bool
  ) -> Bool {
    bytes.count <= Self.maximumLength && isIdentifier(bytes, start, continuation)
  }

  private func parts(_ bytes: [UInt8], _ separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  private func areIdentifiers(_ bytes: [UInt8], _ separator: Unicode.Scalar) -> Bool {
    parts(bytes, separator).allSatisfy { isIdentifier($0) }
  }

  private func isTag(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first.isLetter else { return false }
    return parts(bytes, "-").allSatisfy {
      !$0.isEmpty && $0.allSatisfy(\.isAlphanumeric)
    }
  }

  private func isJavaClass(_ bytes: [UInt8]) -> Bool {
    let nested = parts(bytes, "$")
    let outer = Array(nested[0])
    return parts(outer, ".").count > 1 && areIdentifiers(outer, ".")
      && nested.dropFirst().allSatisfy { isIdentifier($0) }
  }

  private func isJavaPackage(_ bytes: [UInt8]) -> Bool {
    let components = parts(bytes, ".")
    return components.count > 1
      && components.allSatisfy {
        isIdentifier($0, { Self.lower($0) || $0 == UInt8(ascii: "_") }, Self.packageByte)
      }
  }

  private func isSelector(_ bytes: [UInt8]) -> Bool {
    let keywords = parts(bytes, ":")
    return isIdentifier(keywords[0])
      && keywords.dropFirst().allSatisfy { $0.isEmpty || isIdentifier($0) }
  }

  private func isHeader(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isSystem = text.begins(with: "<") && text.ends(with: ">")
    let path = isSystem ? bytes.dropFirst().dropLast() : bytes[...]
    return path.count > 2 && path.suffix(2).elementsEqual(".h".utf8)
      && path.allSatisfy { !"<>\"\\".utf8.contains($0) && $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether every version of iOS makes a URL of `text`.
  ///
  /// Older ones return no URL for a character that is not escaped, or a `%` that escapes nothing.
  private func isURL(_ text: String) -> Bool {
    ConfigText.isURL(text, schemes: ["http", "https"]) && text.utf8.allSatisfy(isPart)
      && parts(Array(text.utf8), "%").dropFirst().allSatisfy {
        $0.count > 1 && $0.prefix(2).allSatisfy(\.isHexadecimalDigit)
      }
  }

  private func isPath(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "/") else { return false }
    return parts(bytes, "/").dropFirst().allSatisfy {
      !$0.isEmpty && $0.allSatisfy(\.isIdentifierPart)
    }
  }
}
