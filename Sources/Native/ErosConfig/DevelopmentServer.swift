import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A server on a developer's computer that delivers the pages while you edit them.
public struct DevelopmentServer: Hashable, Sendable, LosslessStringConvertible {
  /// The old tool notifies clients about changed pages on this port.
  private static let socketPort = 8890

  /// The base URL without a trailing slash, such as `http://192.0.2.1:8889`.
  public let address: String

  /// The URL where clients listen for changes, such as `ws://192.0.2.1:8890`.
  public let socketAddress: String

  /// Parses an `http` or `https` URL.
  public init?(_ description: String) {
    guard let components = URLComponents(string: description),
      let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
      components.host?.isEmpty == false
    else { return nil }
    var socket = URLComponents()
    socket.scheme = scheme == "https" ? "wss" : "ws"
    socket.encodedHost = components.encodedHost
    socket.port = Self.socketPort
    guard let socketAddress = socket.string else { return nil }
    self.address = description.hasSuffix("/") ? String(description.dropLast()) : description
    self.socketAddress = socketAddress
  }

  public var description: String { address }
}
