import ArgumentParser
import ErosCore
import ErosFiles

struct ConnectionOptions: ParsableArguments {
  @Option(help: "The certificate chain for TLS, a PEM file.", completion: .file())
  var tlsCertificate: String?

  @Option(help: "The private key of the certificate, a PEM file.", completion: .file())
  var tlsKey: String?

  @Option(help: "The seconds after which a connection without a complete request is closed.")
  var idleTime = 10.0

  @Option(help: "The seconds for which a stopping server waits for downloads.")
  var stopTime = 30.0

  @Option(help: "The maximum number of open connections.")
  var maximumConnections = 10_000

  @Option(help: "The requests per second that each address may send (default: any number).")
  var rate: Double?

  @Option(
    help: "The requests that each address may send without a pause (default: 4 seconds' worth).")
  var burst: Double?

  @Option(help: "A proxy, such as 10.0.0.0/8, whose X-Forwarded-For is trusted; repeatable.")
  var trustedProxy: [String] = []

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("'--tls-certificate' and '--tls-key' must be passed together")
    }
    guard idleTime >= 1, idleTime <= 3600 else {
      throw ValidationError("'--idle-time' must be from 1 to 3600 seconds")
    }
    guard stopTime >= 0, stopTime <= 3600 else {
      throw ValidationError("'--stop-time' must be from 0 to 3600 seconds")
    }
    guard rate != nil || burst == nil else {
      throw ValidationError("'--burst' is only valid with '--rate'")
    }
    guard maximumConnections > 0, rate ?? 1 > 0, burst ?? 1 >= 1 else {
      throw ValidationError("'--maximum-connections', '--rate' and '--burst' are positive numbers")
    }
    for proxy in trustedProxy where AddressRange(proxy) == nil {
      throw ValidationError("'\(proxy)' is not an address or a range such as 10.0.0.0/8")
    }
  }

  /// Reserved for the store, the log, the database and the console.
  private static let reservedDescriptors = 100

  /// Returns the number of connections that fit into `descriptors`.
  ///
  /// A download takes two: one for the connection and one for the file.
  func connections(descriptors: Int) -> Int {
    min(maximumConnections, max(1, (descriptors - Self.reservedDescriptors) / 2))
  }

  /// `address` has a form such as `127.0.0.1:8080`.
  func settings(listening address: String) throws -> UpdateServer.Settings {
    var settings = UpdateServer.Settings()
    (settings.host, settings.port) = try Self.hostAndPort(address)
    settings.idleTime = .milliseconds(Int(idleTime * 1000))
    settings.stopTime = .milliseconds(Int(stopTime * 1000))
    settings.maximumConnections = connections(descriptors: OpenFiles.raiseLimit())
    settings.trustedProxies = trustedProxy.compactMap { AddressRange($0) }
    settings.limit = rate.map { RateLimit(rate: $0, burst: burst ?? $0 * 4) }
    settings.certificate = try certificate()
    return settings
  }

  /// Returns `nil` if TLS is off.
  func certificate() throws -> ServerCertificate? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return try ServerCertificate(tlsCertificate, key: tlsKey)
  }

  static func hostAndPort(_ text: String) throws(ServeError) -> (String, Int) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { throw .badAddress(text) }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { throw .badAddress(text) }
    return (String(host), Int(port))
  }
}
