import ErosCore

/// An app and one of its lines of releases, such as `my-app/production`.
///
/// Target paths and the name of the role contain it.
package struct ChannelName: Sendable, Hashable, CustomStringConvertible {
  private static let maximumLength = 80

  /// The same name as in the manifests of the bundles.
  package let app: String
  /// For example `production`.
  package let channel: String

  /// Parses a name such as `my-app/production`.
  ///
  /// - Throws: ``ChannelError/badName(_:)`` for any other form.
  package init(_ text: String) throws(ChannelError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isValid(parts[0]), Self.isValid(parts[1]) else {
      throw .badName(text)
    }
    app = String(parts[0])
    channel = String(parts[1])
  }

  /// Rejects characters with a meaning in patterns, URLs or file systems.
  private static func isValid(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, first.isAlphanumeric || first == UInt8(ascii: "_") else {
      return false
    }
    return part.utf8.count <= maximumLength
      && part.utf8.allSatisfy { $0.isDashedNamePart || $0 == UInt8(ascii: ".") }
  }

  /// The role that signs the channel.
  package var role: String { "\(app)-\(channel)" }

  /// Paths that the role may list.
  package var pattern: PathPattern { PathPattern("\(app)/\(channel)/*/*") }

  package func path(_ number: Int64, _ name: String) -> String {
    "\(app)/\(channel)/\(number)/\(name)"
  }

  /// Searching for this path loads the metadata of the role.
  var probePath: String { path(0, "bundle.zip") }

  package var description: String { "\(app)/\(channel)" }
}
