package import ErosFiles
import NIOCore

extension Parallel {
  /// The number of processors that this process may use.
  ///
  /// `taskset`, cpusets and the quotas of containers limit it.
  package static var processorCount: Int { min(schedulableProcessorCount, System.coreCount) }
}
