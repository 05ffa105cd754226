import Foundation
public import Testing

/// The tests with large inputs, which only run on request.
public enum SlowTests {
  /// `true` if `EROS_SLOW_TESTS=1` enables slow tests and larger inputs.
  public static let areEnabled = ProcessInfo.processInfo.environment["EROS_SLOW_TESTS"] == "1"
}

// Each condition has a reason: `scripts/lib/skipped-tests` prints it.
extension Trait where Self == ConditionTrait {
  /// Skips a test unless all programs that it calls are installed.
  public static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !Tool.isInstalled($0) }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Skips a test unless the library that runs pages is installed.
  public static var needsJavaScriptCore: Self {
    let library = "libjavascriptcoregtk-4.1.so.0"
    let isInstalled =
      ProcessInfo.processInfo.environment["EROS_ALL_TOOLS"] == "1"
      || dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil
    return .enabled(if: isInstalled, "not installed: \(library)")
  }

  /// Skips a test unless `scripts/install-packages tests` has installed its Python packages.
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
