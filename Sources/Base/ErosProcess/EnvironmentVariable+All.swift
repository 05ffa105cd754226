package import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EnvironmentVariable {
  /// All variables, to pass to other programs, or to code that reads several of them.
  package static var all: [String: String] { ProcessInfo.processInfo.environment }
}
