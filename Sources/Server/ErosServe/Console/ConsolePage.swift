import ErosCore
import ErosTemplates
import HTTPTypes
import Hummingbird

/// The console and its login form, in one language.
///
/// Both pages are self-contained. Their content security policy allows only their own style and
/// script, by digest.
struct ConsolePage: Sendable {
  private let language: Language
  private let console: [UInt8]
  private let form: [UInt8]
  private let refusedForm: [UInt8]
  private let consolePolicy: String
  private let formPolicy: String

  init(in language: Language) throws {
    self.language = language
    let template = PageTemplate.console(in: language)
    let signIn = PageTemplate.signIn(in: language)
    console = template.served(title: language.text("eros console"))
    let form = { (message: String) in
      signIn.served(
        title: language.text("Sign in – eros console"), ["message": Array(message.utf8)])
    }
    self.form = form("")
    let refusal = language.text("The token is wrong.")
    refusedForm = form("<p class=\"notice\" role=\"alert\">\(refusal)</p>")
    let directives = "connect-src 'self'; form-action 'self'; frame-ancestors 'none'"
    consolePolicy = try template.policy(directives)
    formPolicy = try signIn.policy(directives)
  }

  var response: Response { response(console, policy: consolePolicy) }

  var formResponse: Response { response(form, policy: formPolicy) }

  /// After a wrong token.
  var refusal: Response {
    response(refusedForm, policy: formPolicy, status: .forbidden)
  }

  private func response(
    _ page: [UInt8], policy: String, status: HTTPResponse.Status = .ok
  ) -> Response {
    var response = Response.contents(page, status: status, type: "text/html; charset=utf-8")
    response.headers[.contentSecurityPolicy] = policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.contentLanguage] = language.rawValue
    response.headers[.vary] = "Accept-Language"
    for (name, value) in [
      "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    ] {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }
}
