import CFuzz

@testable import ErosCore
@testable import ErosDevice

// Parses the input as the document of a device and as the log on its disk. What is written again must be read again
// with the same decisions.

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let log = DecisionLog(input)
  precondition(log.decisions.count <= DecisionLog.maximumCount, "the log is too long")
  precondition(DecisionLog(log.bytes) == log, "a decision of the log changed")
  if let record = try? DecisionRecord(input, file: "decisions") {
    let written = Array(record.text.utf8)
    do {
      let again = try DecisionRecord(written, file: "decisions")
      precondition(again.decisions == record.decisions && again.state == record.state)
    } catch {
      preconditionFailure("the document is not read again: \(error)")
    }
  }
  return 0
}
