#if os(Linux)
import Foundation
import Testing

/// Returns the largest amount of memory that the process has used, in bytes.
///
/// Tests share a process, so call it in a process of its own (`processExitsWith`).
public func peakMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(Int(line.filter(\.isNumber))) << 10
}
#endif
