import ErosCore
import ErosCrypto
import ErosTemplates
import HTTPTypes
import Hummingbird

/// The pages of the console: the console itself, and the form for the token.
///
/// Both are self-contained. Their policy allows only their own style and script, by their digests.
package struct ConsolePage: Sendable {
  private let console: [UInt8]
  private let form: [UInt8]
  private let refusedForm: [UInt8]
  private let policy: String

  /// - Throws: `CryptoError`.
  package init() throws {
    let (style, script) = (ConsoleTemplate.style, ConsoleTemplate.script)
    console = PageTemplate.fill(ConsoleTemplate.page, with: ["style": style, "script": script])
    form = PageTemplate.fill(ConsoleTemplate.form, with: ["style": style, "message": []])
    let message = Array(#"<p class="notice" role="alert">The token is wrong.</p>"#.utf8)
    refusedForm = PageTemplate.fill(
      ConsoleTemplate.form, with: ["style": style, "message": message])
    policy = """
      default-src 'none'; style-src '\(try Self.digest(of: style))'; \
      script-src '\(try Self.digest(of: script))'; connect-src 'self'; img-src data:; \
      form-action 'self'; base-uri 'none'; frame-ancestors 'none'
      """
  }

  private static func digest(of text: [UInt8]) throws -> String {
    let digest = try SHA256Digest.of(text.span).bytes
    return "sha256-" + Base64.encode((0..<SHA256Digest.byteCount).map { digest[$0] })
  }

  /// The console.
  var answer: Response { answer(console) }

  /// The form for the token.
  var formAnswer: Response { answer(form) }

  /// The form after a wrong token.
  var refusal: Response { answer(refusedForm, status: .forbidden) }

  private func answer(_ page: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    var response = Response.contents(page, status: status, type: "text/html; charset=utf-8")
    response.headers[.contentSecurityPolicy] = policy
    response.headers[.xContentTypeOptions] = "nosniff"
    for (name, value) in [
      "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    ] {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }
}
