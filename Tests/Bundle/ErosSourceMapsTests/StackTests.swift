import ErosBundle
import ErosCore
import ErosSourceMaps
import ErosTestSupport
import Foundation
import Testing

/// Stacks of engines over the output of build tools.
@Suite("Stacks of engines", .temporaryFolder)
struct StackTests {
  /// An engine that runs scripts.
  enum Engine: String, CaseIterable {
    case node
    case javaScriptCore

    /// Runs a script, and returns the stack of the error that it catches.
    func stack(of script: String, url: String) async throws -> String {
      let folder = try TemporaryFolder.ofTest()
      let file = "run/pages/home/index.js"
      try folder.write(script, to: file)
      let result: ToolResult
      switch self {
      case .node:
        result = try await runTool(
          "node", ["-e", "require(process.argv[1]); console.log(stackOfTest)", folder.path(file)])
      case .javaScriptCore:
        let program = Tool.packageRoot.appending(
          path: "Tests/Bundle/ErosSourceMapsTests/javascriptcore.py")
        result = try await runTool(
          "python3", [program.path(percentEncoded: false), "stackOfTest", folder.path(file), url])
      }
      try #require(result.status == 0, "\(result)")
      return result.standardOutput
    }
  }

  private static let url = "file:///data/app/8a3c/bundle/pages/home/index.js?_x=1&y=/a/b.js"
  private static let script = "pages/home/index.js"
  /// The functions of the frames in the modules, innermost first.
  private static let functions = ["priceOf", "total", "render", "openPage", "start"]

  private func symbolicator(of bundle: SampleBundle, addedLines: Int = 0) throws -> Symbolicator {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(bundle.script, to: "maps/" + Self.script)
    try folder.write(bundle.map, to: "maps/\(Self.script).map")
    let maps = try SourceMapFolder(folder.path("maps"))
    let added = String(repeating: "// added\n", count: addedLines)
    return try Symbolicator(scripts: [BundlePath(Self.script), BundlePath("index.js")]) { path in
      try maps.read(Array((added + bundle.script).utf8), path)
    }
  }

  /// Returns the positions in the modules of the frames of a stack of the modules as they are.
  private func positions(in stack: String) -> [String] {
    let (_, firstLines) = SampleBundle.verbatim
    return stack.split(separator: "\n").compactMap { line -> String? in
      guard let frame = ScriptFrame(String(line)), frame.file.contains("pages/home/index.js"),
        let index = firstLines.lastIndex(where: { $0 <= frame.position.line })
      else { return nil }
      let line = frame.position.line - firstLines[index] + 1
      let module = SampleBundle.modules[index]
      guard line <= module.text.count(where: { $0 == "\n" }) else { return nil }
      return "\(module.name):\(line):\(frame.position.column)"
    }
  }

  private func check(_ engine: Engine, _ shape: SampleBundle.Shape) async throws {
    let truth = positions(
      in: try await engine.stack(of: SampleBundle.verbatim.script, url: Self.url))
    // JavaScriptCore and V8 both call `reduce` and `map` natively.
    #expect(truth.count == Self.functions.count, "\(truth)")
    let bundle = SampleBundle(shape)
    // Packing adds a line at the start.
    let stack = try await engine.stack(of: "// added\n" + bundle.script, url: Self.url)
    let result = try symbolicator(of: bundle, addedLines: 1).symbolicate(stack)
    let mapped = result.frames.filter { $0.original?.source.hasPrefix("src/") == true }
    #expect(mapped.map(Self.position) == truth, "\(stack)")
    for (frame, function) in zip(mapped, Self.functions) {
      // JavaScriptCore has no name for the last function, which is a value of `exports`.
      #expect((frame.function ?? "start").hasSuffix(function), "\(frame.frame)")
    }
    let lines = result.lines.filter { $0.contains("src/") }
    #expect(lines.first?.contains("src/cart.js:3:") == true, "\(result.lines)")
    #expect(lines.first?.hasSuffix(" (priceOf)") == true, "\(result.lines)")
  }

  private static func position(_ frame: Symbolication.Frame) -> String {
    frame.original.map { "\($0.source):\($0.position)" } ?? ""
  }

  @Test(
    "stacks of Node.js are mapped completely", .needs("node"),
    arguments: SampleBundle.Shape.allCases)
  func node(shape: SampleBundle.Shape) async throws { try await check(.node, shape) }

  @Test(
    "stacks of JavaScriptCore are mapped completely", .needs("python3"), .needsJavaScriptCore,
    arguments: SampleBundle.Shape.allCases)
  func javaScriptCore(shape: SampleBundle.Shape) async throws {
    try await check(.javaScriptCore, shape)
  }

  /// Hermes has the positions of V8, with columns from 0 for bytecode.
  @Test(
    "stacks of Hermes are mapped completely", .needs("node"),
    arguments: SampleBundle.Shape.allCases,
    [false, true])
  func hermes(shape: SampleBundle.Shape, isBytecode: Bool) async throws {
    let truth = positions(
      in: try await Engine.node.stack(of: SampleBundle.verbatim.script, url: Self.url))
    let bundle = SampleBundle(shape)
    let stack = try await Engine.node.stack(of: bundle.script, url: Self.url)
    let frames = stack.split(separator: "\n").compactMap { ScriptFrame(String($0)) }
    let lines = frames.map { frame in
      let column = frame.position.column - (isBytecode ? 1 : 0)
      let address = isBytecode ? "address at " : ""
      return
        "    at \(frame.function ?? "anonymous") (\(address)\(Self.script):\(frame.position.line):\(column))"
    }
    let text = "TypeError: x\n" + lines.joined(separator: "\n") + "\n    at map (native)\n"
    let result = try symbolicator(of: bundle).symbolicate(text)
    let mapped = result.frames.filter { $0.original?.source.hasPrefix("src/") == true }
    #expect(mapped.map(Self.position) == truth, "\(text)")
    #expect(result.lines.last == "    at map (native)")
  }
}
