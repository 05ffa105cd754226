import ErosFiles
package import ErosHTTP
import ErosProcess

extension HTTPTransport.Settings {
  /// Settings for the programs, including the proxy that the environment names.
  package static var program: HTTPTransport.Settings {
    var settings = HTTPTransport.Settings()
    settings.proxy = HTTPSProxy(environment: EnvironmentVariable.all)
    return settings
  }
}
