import ErosCore
package import ErosFiles

extension Parallel {
  /// The number of processors that this process may use.
  ///
  /// `taskset`, cpusets and container quotas can limit it.
  package static var processorCount: Int {
    min(schedulableProcessorCount, processorQuota() ?? .max)
  }

  /// Reads the quota from this process's control groups.
  ///
  /// Part of a processor counts as one.
  ///
  /// - Parameters:
  ///   - groups: The folder with the control groups.
  ///   - membership: The file that lists the process's groups.
  /// - Returns: The number of processors, or `nil` if there is no quota.
  static func processorQuota(
    groups: String = "/sys/fs/cgroup", membership: String = "/proc/self/cgroup"
  ) -> Int? {
    // Version 2: a line '0::/path', and the quota and the period, or 'max', in each group above it.
    let line = text(membership)?.split(separator: "\n").first { $0.hasPrefix("0::/") }
    var path = line?.dropFirst("0::/".count).split(separator: "/") ?? []
    var quota = quota(text(groups + "/cpu.max")?.split(separator: " "))
    while !path.isEmpty {
      let inner = Self.quota(
        text("\(groups)/\(path.joined(separator: "/"))/cpu.max")?.split(separator: " "))
      quota = [quota, inner].compactMap(\.self).min()
      path.removeLast()
    }
    if let quota { return quota }
    // Version 1: a file for the quota, which is -1 without a limit, and a file for the period.
    let numbers = ["quota", "period"].compactMap { text("\(groups)/cpu/cpu.cfs_\($0)_us")?[...] }
    return Self.quota(numbers)
  }

  /// Converts a quota and a period in microseconds to a number of processors.
  private static func quota(_ numbers: [Substring]?) -> Int? {
    guard let numbers, numbers.count == 2, let quota = Int(numbers[0]),
      let period = Int(numbers[1]),
      quota > 0, period > 0
    else { return nil }
    return (quota - 1) / period + 1
  }

  /// Reads a short file, except for the last line break.
  private static func text(_ path: String) -> String? {
    guard let bytes = try? ReadableFile(path).read(at: 0, count: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
