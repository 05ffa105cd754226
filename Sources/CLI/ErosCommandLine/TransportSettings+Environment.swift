package import ErosHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPTransport.Settings {
  /// The settings of the programs, which use the proxy of the environment.
  package static var program: HTTPTransport.Settings {
    var settings = HTTPTransport.Settings()
    settings.proxy = HTTPSProxy(environment: ProcessInfo.processInfo.environment)
    return settings
  }
}
