import ErosCore

/// A page of two modules, built in the shape of the output of a build tool.
///
/// No build tool is called: the generator writes each token of the modules with a mapping, as the tools do.
struct SampleBundle {
  /// The tools whose output is imitated.
  enum Shape: String, CaseIterable {
    /// One line with a table of modules; local names are shortened.
    case webpack
    /// The lines and names of the modules, one after the other.
    case rollup
    /// One line of wrapped modules after a line with helpers; local names are shortened.
    case esbuild
    /// webpack's shape as an index map with a section for each module.
    case sections
  }

  /// The names of the sources in the map are `prefix` and these.
  static let modules: [(name: String, text: String)] = [
    (
      "src/cart.js",
      """
      // The cart of the shop.
      function priceOf(item) {
        return item.price;
      }

      const sum = (prices) => {
        return prices.reduce((a, b) => a + b);
      };

      exports.total = function total(items) {
        return sum(items.map(priceOf));
      };

      """
    ),
    (
      "src/home.js",
      """
      const cart = require("src/cart.js");

      class Page {
        constructor(items) {
          this.items = items;
        }

        /* Shows the “total” 😀 */ render() { const text = "“😀”"; return text + cart.total(this.items);
        }
      }

      function openPage(items) {
        const page = new Page(items);
        return page.render();
      }

      exports.start = function () {
        return openPage([{ price: 1 }, null]);
      };

      """
    ),
  ]

  private static let shortNames = [
    "priceOf": "a", "item": "b", "sum": "c", "prices": "d", "items": "e", "cart": "f", "Page": "g",
    "page": "h", "openPage": "i", "text": "j",
  ]

  /// The script, without its source map.
  let script: String
  /// The source map.
  let map: String

  init(_ shape: Shape) {
    let isShortened = shape != .rollup
    let wrapped = Self.modules.map { module in
      isShortened
        ? ("\"\(module.name)\":(module,exports,require)=>{", "}")
        : ("define(\"\(module.name)\",(module,exports,require)=>{\n", "});\n")
    }
    var output = Output(isShortened: isShortened)
    output.append(Self.head(shape))
    for (index, (open, close)) in wrapped.enumerated() {
      output.append(open)
      output.appendModule(index)
      output.append(close + (isShortened && index == 0 ? "," : ""))
    }
    output.append(Self.end(shape))
    script = output.text
    map = output.map(shape)
  }

  private static func head(_ shape: Shape) -> String {
    switch shape {
    case .webpack, .sections: "(()=>{var t={"
    case .rollup: "var t = {};\nfunction define(name, body) { t[name] = body; }\n"
    case .esbuild: "var __commonJS=(t)=>t;\n(()=>{var t=__commonJS({"
    }
  }

  private static func end(_ shape: Shape) -> String {
    let run =
      "function r(n){var m={exports:{}};t[n](m,m.exports,r);return m.exports}try{r(\"src/home.js\").start()}catch(x){globalThis.stackOfTest=x.stack}"
    return switch shape {
    case .webpack, .sections: "};" + run + "})();\n"
    case .rollup: run + "\n"
    case .esbuild: "});" + run + "})();\n"
    }
  }

  /// A script with the modules as they are, and the first line of each module.
  static var verbatim: (script: String, firstLines: [Int]) {
    var script = "var t = {};\n"
    var firstLines: [Int] = []
    for module in modules {
      script += "t[\"\(module.name)\"] = (module, exports, require) => {\n"
      firstLines.append(script.count { $0 == "\n" } + 1)
      script += module.text + "};\n"
    }
    return (script + end(.rollup), firstLines)
  }
}

/// The script and the mappings while they are written.
private struct Output {
  let isShortened: Bool
  private(set) var text = ""
  private var line = 0
  /// The column in UTF-16 code units.
  private var column = 0
  private var segments:
    [[(line: Int, column: Int, module: Int?, at: TextPosition, name: String?)]] =
      []

  init(isShortened: Bool) { self.isShortened = isShortened }

  mutating func append(
    _ added: String, module: Int? = nil, at: TextPosition = .start, name: String? = nil
  ) {
    if segments.isEmpty { segments.append([]) }
    segments[segments.count - 1].append((line, column, module, at, name))
    text += added
    for unit in added.utf16 {
      column += 1
      if unit == 10 { (line, column) = (line + 1, 0) }
    }
  }

  /// Appends the tokens of a module; a shortened module has no comments and no spaces that are not needed.
  mutating func appendModule(_ index: Int) {
    segments.append([])
    var wasWord = false
    var wasDot = false
    for (token, position) in Tokens(SampleBundle.modules[index].text) {
      let isSpace = token.allSatisfy(\.isWhitespace)
      if isSpace || token.hasPrefix("//") || token.hasPrefix("/*") {
        if !isShortened { append(token, module: index, at: position) }
        continue
      }
      let isWord = token.first.map { $0.isLetter || $0 == "_" } ?? false
      let short = isShortened && isWord && !wasDot ? SampleBundle.shortName(token) : nil
      if isShortened, isWord, wasWord { append(" ", module: index, at: position) }
      append(short ?? token, module: index, at: position, name: short == nil ? nil : token)
      (wasWord, wasDot) = (isWord, token == ".")
    }
    segments.append([])
  }

  /// Returns the source map in the form of the tool.
  func map(_ shape: SampleBundle.Shape) -> String {
    switch shape {
    case .webpack:
      return map(of: segments.flatMap(\.self), prefix: "webpack://shop/./", bootstrap: true)
    case .rollup: return map(of: segments.flatMap(\.self), prefix: "../", bootstrap: false)
    case .esbuild: return map(of: segments.flatMap(\.self), prefix: "../../", bootstrap: false)
    case .sections:
      let parts = segments.filter { !$0.isEmpty }.map { part in
        let start = part[0]
        let relative = part.map { item in
          (
            item.line - start.line, item.column - (item.line == start.line ? start.column : 0),
            item.module, item.at, item.name
          )
        }
        let map = map(of: relative, prefix: "webpack:///./", bootstrap: false)
        return "{\"offset\":{\"line\":\(start.line),\"column\":\(start.column)},\"map\":\(map)}"
      }
      return "{\"version\":3,\"file\":\"home.js\",\"sections\":[\(parts.joined(separator: ","))]}"
    }
  }

  /// Returns a map; code of the tool has the source `webpack/bootstrap`, or none.
  private func map(
    of segments: [(line: Int, column: Int, module: Int?, at: TextPosition, name: String?)],
    prefix: String, bootstrap: Bool
  ) -> String {
    var names: [String] = []
    var mappings = Mappings()
    for item in segments {
      let source = item.module ?? (bootstrap ? SampleBundle.modules.count : nil)
      let index = item.name.map { name in
        if !names.contains(name) { names.append(name) }
        return names.firstIndex(of: name) ?? 0
      }
      mappings.add(item.line, item.column, source.map { ($0, item.at, index) })
    }
    let sources =
      SampleBundle.modules.map { prefix + $0.name }
      + (bootstrap ? ["webpack://shop/webpack/bootstrap"] : [])
    func list(_ texts: [String]) -> String {
      texts.map { "\"\($0)\"" }.joined(separator: ",")
    }
    return
      "{\"version\":3,\"sources\":[\(list(sources))],\"sourcesContent\":[null],\"names\":[\(list(names))],\"mappings\":\"\(mappings.text)\"}"
  }
}

extension SampleBundle {
  fileprivate static func shortName(_ name: String) -> String? { shortNames[name] }
}

/// A writer for mappings.
struct Mappings {
  private(set) var text = ""
  private var line = 0
  private var column = 0
  private var source = 0
  private var original = TextPosition.start
  private var name = 0
  private var isFirst = true

  /// Adds a segment; the numbers of the script are from 0.
  mutating func add(
    _ line: Int, _ column: Int, _ original: (source: Int, at: TextPosition, name: Int?)?
  ) {
    while self.line < line {
      text += ";"
      self.line += 1
      (self.column, isFirst) = (0, true)
    }
    if !isFirst { text += "," }
    isFirst = false
    text += Self.number(column - self.column)
    self.column = column
    guard let original else { return }
    text += Self.number(original.source - source)
    text += Self.number(original.at.line - self.original.line)
    text += Self.number(original.at.column - self.original.column)
    (source, self.original) = (original.source, original.at)
    guard let name = original.name else { return }
    text += Self.number(name - self.name)
    self.name = name
  }

  /// Returns a number in Base64 VLQ.
  static func number(_ value: Int) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var rest = value < 0 ? -value << 1 | 1 : value << 1
    var text = ""
    repeat {
      let digit = rest & 31
      rest >>= 5
      text.append(digits[rest > 0 ? digit | 32 : digit])
    } while rest > 0
    return text
  }
}

/// The tokens of a script: words, strings, comments, white space and single characters.
private struct Tokens: Sequence, IteratorProtocol {
  private var rest: Substring
  private var position = TextPosition.start

  init(_ text: String) { rest = text[...] }

  mutating func next() -> (String, TextPosition)? {
    guard let first = rest.first else { return nil }
    var token: Substring
    if rest.hasPrefix("//") {
      token = rest.prefix { $0 != "\n" }
    } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
      token = rest[..<end.upperBound]
    } else if first.isWhitespace {
      token = rest.prefix { $0.isWhitespace }
    } else if first.isLetter || first == "_" {
      token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    } else if first == "\"" {
      let end = rest.dropFirst().firstIndex(of: "\"") ?? rest.startIndex
      token = rest[...end]
    } else {
      token = rest.prefix(1)
    }
    defer {
      for unit in token.utf16 {
        position =
          unit == 10
          ? TextPosition(line: position.line + 1, column: 1)
          : TextPosition(line: position.line, column: position.column + 1)
      }
      rest = rest.dropFirst(token.count)
    }
    return (String(token), position)
  }
}
