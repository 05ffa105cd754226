import CFuzz

@testable import ErosCore
@testable import ErosSourceMaps

// The input is a source map and, after a byte 0, a stack. Maps the stack, looks up positions together and alone, and
// counts the bytes of the sources in the stack as if it were the script.

let path = try BundlePath("a.js")
let positions = [(1, 1), (1, 2), (1, 40), (2, 1), (2, 9), (3, 3), (400, 7)].map {
  TextPosition(line: $0, column: $1)
}

func check(_ map: SourceMap, script: [UInt8]) {
  guard let originals = try? map.originals(at: positions) else { return }
  for (position, original) in zip(positions, originals) {
    let alone = try? map.original(at: position)
    precondition(alone == original, "a position differs from the one that is found alone")
    precondition(original.map { map.sources.contains($0.source) } ?? true, "an unknown source")
  }
  if let sizes = try? map.sizes(in: script, skippingLines: 0) {
    precondition(sizes.reduce(0, +) <= script.count, "the sources are larger than the script")
  }
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let (json, stack) = (Array(parts[0]), Array(parts.dropFirst().first ?? []))
  let map = try? SourceMap(json, file: "map")
  if let map { check(map, script: stack) }
  let symbolicator = Symbolicator(scripts: [path]) { _ in
    map.map { .map(ScriptMap(map: $0, script: stack, skippedLines: 0)) }
  }
  let text = String(decoding: stack, as: UTF8.self)
  guard let result = try? symbolicator.symbolicate(text) else { fatalError("nothing is read") }
  precondition(result.lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } })
  precondition(result.frames.isEmpty == (result.stackHash == nil))
  precondition(result.frames.allSatisfy { ($0.original == nil) == ($0.reason != nil) })
  return 0
}
