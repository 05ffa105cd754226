import ErosCore

/// The name of a channel: an app and one of its lines of releases, such as `my-app/production`.
///
/// The paths of its targets and the name of its role contain it.
package struct ChannelName: Sendable, Hashable, CustomStringConvertible {
  private static let maximumLength = 80

  /// The app, equal to the app name in the manifests of its bundles.
  package let app: String
  /// The line of releases, for example `production`.
  package let channel: String

  /// Parses a name such as `my-app/production`.
  ///
  /// - Throws: ``ChannelError/badName(_:)``.
  package init(_ text: String) throws(ChannelError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isValid(parts[0]), Self.isValid(parts[1]) else {
      throw .badName(text)
    }
    app = String(parts[0])
    channel = String(parts[1])
  }

  /// Excludes characters with a special meaning in patterns, URLs or file systems.
  private static func isValid(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, first.isAlphanumeric || first == UInt8(ascii: "_") else {
      return false
    }
    return part.utf8.count <= maximumLength
      && part.utf8.allSatisfy { $0.isDashedNamePart || $0 == UInt8(ascii: ".") }
  }

  /// The name of the role that signs the channel.
  package var role: String { "\(app)-\(channel)" }

  /// The pattern of the target paths that the role may list.
  package var pattern: PathPattern { PathPattern("\(app)/\(channel)/*/*") }

  /// Returns the target path of a file in the release `number`.
  package func path(_ number: Int64, _ name: String) -> String {
    "\(app)/\(channel)/\(number)/\(name)"
  }

  /// A path of the role; a search for it loads the role's metadata.
  var probePath: String { path(0, "bundle.zip") }

  package var description: String { "\(app)/\(channel)" }
}
