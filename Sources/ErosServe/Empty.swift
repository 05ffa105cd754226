import Hummingbird
import HummingbirdTLS
import Logging
import ServiceLifecycle

package func emptyServer() async throws {
  let responder = CallbackResponder<BasicRequestContext> { _, _ in Response(status: .ok) }
  let application = Application(responder: responder)
  try await application.runService()
}
