import ErosCore
import HTTPTypes
import Synchronization

/// The sessions of the console.
///
/// The cookie of a session contains its expiry, a random ID, and a message authentication code
/// derived from the token. The ID distinguishes sessions that start in the same second: ending one
/// session does not end the other.
final class ConsoleSession: Sendable {
  private static let name = "eros-console"
  private static let lifetime: Int64 = 12 * 3600

  private let token: Mutex<AccessToken?>
  private let isSecure: Bool
  private let now: @Sendable () -> Timestamp
  /// The cookies of sessions that were ended before their expiry, and their expiry.
  private let ended = Mutex<[String: Int64]>([:])

  /// - Parameters:
  ///   - token: The token of the console, or `nil` to authorize no request.
  ///   - isSecure: Whether the cookie is sent over TLS only.
  ///   - now: Returns the time.
  init(
    _ token: AccessToken?, isSecure: Bool, now: @escaping @Sendable () -> Timestamp
  ) {
    self.token = Mutex(token)
    self.isSecure = isSecure
    self.now = now
  }

  /// Replaces the token; another token, or `nil`, ends all sessions.
  func replace(_ token: AccessToken?) { self.token.withLock { $0 = token } }

  private var current: AccessToken? { token.withLock { $0 } }

  /// Returns whether a request has a valid cookie, or the token in the header field
  /// `Authorization`.
  func authorizes(_ headers: HTTPFields) -> Bool {
    if current?.authorizes(headers) ?? false { return true }
    return cookies(in: headers).contains { expiry(of: $0) != nil }
  }

  /// Ends the sessions of a request, also for other pages with the same cookies.
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

  /// Returns whether `text` is the token.
  func accepts(_ text: String) -> Bool { current?.matches(text) ?? false }

  /// Returns the value of the header field `Set-Cookie` for a new session; `nil` without a token.
  ///
  /// A proxy with TLS sets `X-Forwarded-Proto`. A client that forges the field only loses its own
  /// session.
  func cookie(for headers: HTTPFields) throws -> String? {
    guard let token = current else { return nil }
    let expiry = now().milliseconds / 1000 + Self.lifetime
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    let code = try token.code(of: Self.message(expiry, id: id))
    return attributes("\(expiry).\(id).\(code)", age: Self.lifetime, headers)
  }

  /// Returns the value of `Set-Cookie` that deletes the cookie in the browser.
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
