package import ErosHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPTransport.Settings {
  /// Settings for the programs, including the proxy that the environment names.
  package static var program: HTTPTransport.Settings {
    var settings = HTTPTransport.Settings()
    settings.proxy = HTTPSProxy(environment: ProcessInfo.processInfo.environment)
    return settings
  }
}
