package import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Parallel {
  /// The number of processors that this process may use.
  ///
  /// `taskset`, cpusets and the quotas of containers limit it.
  package static var processorCount: Int {
    min(affineProcessorCount, ProcessInfo.processInfo.activeProcessorCount)
  }
}
