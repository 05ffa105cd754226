import CFuzz

@testable import ErosCore
@testable import ErosRegistry

// Parses the input as a template, checks its names and renders it.

let names = [
  "class", "name", "methods", "method", "doc", "header", "imports", "item", "line", "prefix",
  "params", "events", "groups", "isSplit",
]
let member: TemplateContext = Dictionary(
  uniqueKeysWithValues: names.map { ($0, TemplateValue.text($0)) })
let context = Dictionary(
  uniqueKeysWithValues: names.map { name in
    let isList = name.utf8.last == UInt8(ascii: "s") && name != "class"
    return (name, isList ? TemplateValue.objects([member, [:], member]) : .object(member))
  })

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(TemplateError) {
    let nodes = try Template(input).nodes
    var renderer = TemplateRenderer(context)
    renderer.stepLimit = 100_000
    renderer.outputLimit = 1 << 20
    try renderer.render(nodes)
    // A template that is rendered can have a misspelled name in another part.
    var checker = TemplateChecker(context)
    try checker.check(nodes)
  } catch {
    precondition((0...input.count).contains(error.offset), "the error is outside of the template")
  }
  return 0
}
