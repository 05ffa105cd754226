import ErosCore
import HTTPTypes
import Synchronization

/// Decides who may see the console.
///
/// The cookie of a session contains its expiry, a random ID, and a message authentication code that
/// depends on the token. Thanks to the ID, ending one session does not end another that started in
/// the same second.
final class ConsoleSession: Sendable {
  private static let name = "eros-console"
  private static let lifetime: Int64 = 12 * 3600

  private let token: Mutex<AccessToken?>
  private let isSecure: Bool
  private let now: @Sendable () -> Timestamp
  /// Cookies of sessions that ended early, with their expiry.
  private let ended = Mutex<[String: Int64]>([:])

  /// - Parameters:
  ///   - token: The token of the console, or `nil` to refuse every request.
  ///   - isSecure: `true` if cookies are for TLS only.
  ///   - now: Returns the time.
  init(
    _ token: AccessToken?, isSecure: Bool, now: @escaping @Sendable () -> Timestamp
  ) {
    self.token = Mutex(token)
    self.isSecure = isSecure
    self.now = now
  }

  /// Replaces the token.
  ///
  /// If it differs, all sessions end.
  func replace(_ token: AccessToken?) { self.token.withLock { $0 = token } }

  private var current: AccessToken? { token.withLock { $0 } }

  /// Accepts a valid cookie, or the token in `Authorization`.
  func authorizes(_ headers: HTTPFields) -> Bool {
    if current?.authorizes(headers) ?? false { return true }
    return cookies(in: headers).contains { expiry(of: $0) != nil }
  }

  /// Ends the sessions of a request, in every page that uses the same cookies.
  func end(_ headers: HTTPFields) {
    let seconds = now().milliseconds / 1000
    for cookie in cookies(in: headers) {
      guard let expiry = expiry(of: cookie) else { continue }
      ended.withLock { ended in
        ended = ended.filter { $0.value > seconds }
        ended[cookie] = expiry
      }
    }
  }

  private func cookies(in headers: HTTPFields) -> [String] {
    headers[values: .cookie].flatMap { cookies in
      cookies.split(separator: ";").compactMap { pair in
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix(Self.name + "=") else { return nil }
        return String(pair.dropFirst(Self.name.utf8.count + 1))
      }
    }
  }

  /// Returns the expiry of a valid cookie, in seconds since 1970.
  private func expiry(of cookie: String) -> Int64? {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let expiry = Int64(parts[0]), "\(expiry)" == parts[0],
      expiry > now().milliseconds / 1000,
      current?.isValid(code: String(parts[2]), of: Self.message(expiry, id: parts[1])) ?? false,
      ended.withLock({ $0[cookie] == nil })
    else { return nil }
    return expiry
  }

  func accepts(_ text: String) -> Bool { current?.matches(text) ?? false }

  /// Returns `Set-Cookie` for a new session, or `nil` if there is no token.
  ///
  /// A TLS proxy sets `X-Forwarded-Proto`. A client that forges it only loses its own session.
  func cookie(for headers: HTTPFields) throws -> String? {
    guard let token = current else { return nil }
    let expiry = now().milliseconds / 1000 + Self.lifetime
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    let code = try token.code(of: Self.message(expiry, id: id))
    return attributes("\(expiry).\(id).\(code)", age: Self.lifetime, headers)
  }

  /// Returns a `Set-Cookie` that makes the browser delete the cookie.
  func endCookie(for headers: HTTPFields) -> String { attributes("", age: 0, headers) }

  private func attributes(_ value: String, age: Int64, _ headers: HTTPFields) -> String {
    let isForwarded = HTTPField.Name("X-Forwarded-Proto").map { headers[$0] == "https" } ?? false
    return "\(Self.name)=\(value); Path=/console; Max-Age=\(age); HttpOnly; SameSite=Strict"
      + (isSecure || isForwarded ? "; Secure" : "")
  }

  private static func message(_ expiry: Int64, id: some StringProtocol) -> String {
    "console session \(id) until \(expiry)"
  }
}
