internal import Testing

/// Runs the tests of the package.
///
/// SwiftPM takes a file of this name as the entry point of the tests on Linux. Without the file, it
/// searches the compiler's index for XCTest tests, so builds would have to write the index.
@main
enum TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
