import ErosCore
import ErosTemplates
import HTTPTypes
import Hummingbird

/// The pages of the console: the console itself, and the login form.
///
/// Both are self-contained. Their content security policy lists the digests of their own style and
/// script, and allows no others.
package struct ConsolePage: Sendable {
  private let console: [UInt8]
  private let form: [UInt8]
  private let refusedForm: [UInt8]
  private let consolePolicy: String
  private let formPolicy: String

  /// - Throws: `CryptoError`.
  package init() throws {
    console = PageTemplate.console.served(title: "eros console")
    form = Self.form(message: "")
    refusedForm = Self.form(message: #"<p class="notice" role="alert">The token is wrong.</p>"#)
    let directives = "connect-src 'self'; form-action 'self'; frame-ancestors 'none'"
    consolePolicy = try PageTemplate.console.policy(directives)
    formPolicy = try PageTemplate.signIn.policy(directives)
  }

  private static func form(message: String) -> [UInt8] {
    PageTemplate.signIn.served(
      title: "Sign in – eros console", ["message": Array(message.utf8)])
  }

  /// The console.
  var response: Response { response(console, policy: consolePolicy) }

  /// The login form.
  var formResponse: Response { response(form, policy: formPolicy) }

  /// The login form after a wrong token.
  var refusal: Response {
    response(refusedForm, policy: formPolicy, status: .forbidden)
  }

  private func response(
    _ page: [UInt8], policy: String, status: HTTPResponse.Status = .ok
  ) -> Response {
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
