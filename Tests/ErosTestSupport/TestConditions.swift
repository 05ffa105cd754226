import Foundation
public import Testing

/// The tests with large inputs, which only run on request.
public enum SlowTests {
  /// Whether the variable `EROS_SLOW_TESTS` enables slow tests and larger inputs.
  public static let areEnabled = ProcessInfo.processInfo.environment["EROS_SLOW_TESTS"] == "1"
}

// Each condition has a reason: `scripts/lib/skipped-tests` prints it.
extension Trait where Self == ConditionTrait {
  /// Skips a test on a machine without one of the programs that it calls.
  public static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !Tool.isInstalled($0) }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Skips a test on a machine without the library that runs pages.
  public static var needsJavaScriptCore: Self {
    let library = "libjavascriptcoregtk-4.1.so.0"
    let isInstalled =
      ProcessInfo.processInfo.environment["EROS_ALL_TOOLS"] == "1"
      || dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil
    return .enabled(if: isInstalled, "not installed: \(library)")
  }

  /// Skips a test without the Python packages that `scripts/install-packages tests` installs.
  public static var needsPythonPackages: Self {
    .enabled(
      if: Tool.isInstalled(Tool.testPython),
      "run `scripts/install-packages tests` for the Python packages")
  }

  /// Skips a test unless `EROS_SLOW_TESTS=1`.
  public static var slow: Self {
    .enabled(if: SlowTests.areEnabled, "EROS_SLOW_TESTS=1 enables it")
  }

  /// Skips a test unless file permissions restrict the tests; `scripts/test` then runs it again.
  public static var needsFilePermissions: Self {
    .enabled("file permissions do not restrict root") { Permissions.areEnforced }
  }

  /// Skips a test unless it can mount a file system; `scripts/test` then runs it again.
  public static var needsMount: Self {
    .enabled("mounting a file system is not permitted") { try await SmallDisk.isAvailable() }
  }
}
