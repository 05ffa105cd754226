import ErosCore

/// Header fields of a request or response, in order.
///
/// ```swift
/// var fields: TransportFields = ["Accept": "application/json"]
/// fields["accept"]  // "application/json"
/// ```
///
/// Upper and lower case do not matter in names.
public struct TransportFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One header field.
  public struct Field: Sendable, Hashable {
    /// The name, as written.
    public let name: String
    /// The value.
    public let value: String
  }

  /// The fields in the order of transmission.
  public private(set) var list: [Field] = []

  /// Creates fields.
  ///
  /// Each name occurs once.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Adds a field, even if the name exists.
  public mutating func append(_ name: String, _ value: String) {
    list.append(Field(name: name, value: value))
  }

  /// The first value for a name.
  ///
  /// Setting it replaces all fields with this name.
  public subscript(name: String) -> String? {
    get { values(of: name).first }
    set {
      list.removeAll { Self.areEqual($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// Returns all values for a name.
  public func values(of name: String) -> [String] {
    list.filter { Self.areEqual($0.name, name) }.map(\.value)
  }

  /// `names` are lowercase.
  func filtered(to names: Set<String>) -> TransportFields {
    var result = TransportFields()
    result.list = list.filter { names.contains($0.name.lowercased()) }
    return result
  }

  /// Throws if a field would change the request's structure, for example by a line break.
  package func validate() throws(TransportError) {
    for field in list {
      let isName =
        !field.name.isEmpty
        && field.name.utf8.allSatisfy { byte in
          byte.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      let isValue = field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isName, isValue else { throw .invalidField(field.name.escapedForDisplay) }
    }
  }

  private static func areEqual(_ first: String, _ second: String) -> Bool {
    first.utf8.count == second.utf8.count && first.lowercased() == second.lowercased()
  }
}
