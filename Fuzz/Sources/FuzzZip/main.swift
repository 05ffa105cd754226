import CFuzz
import ErosBundle

// Verifies the input as a complete bundle.

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  _ = try? BundleVerifier(threads: 1).verify(ZipBytes(input, path: "input"))
  return 0
}
