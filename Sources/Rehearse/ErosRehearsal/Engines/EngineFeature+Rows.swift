/// One row for each syntax, with the first versions of iOS and of the WebView.
extension EngineFeature {
  static let arrow = syntax("=>", "10", "45")
  static let asyncFunction = syntax("async function", "10.3", "55")
  static let asyncGenerator = syntax("async function*", "12", "63")
  static let bigInt = syntax("10n", "14", "67")
  static let binaryNumber = syntax("0b1", "9", "41")
  static let callSpread = syntax("f(...a)", "8", "46")
  static let catchWithoutBinding = syntax("catch {", "11.3", "66")
  static let classDeclaration = syntax("class", "9", "49")
  /// Later versions of iOS fixed bugs in their values.
  static let classField = syntax("class { a = 1 }", "14.5", "72")
  static let codePointEscape = syntax(#"\u{1f600}"#, "9", "44")
  static let computedName = syntax("{ [a]: 1 }", "8", "47")
  static let constant = syntax("const", "6", "21")
  static let defaultParameter = syntax("function (a = 1)", "10", "49")
  static let destructuring = syntax("var { a } = b", "8", "49")
  static let dotAll = syntax("/a/s", "11.3", "62")
  static let dynamicImport = syntax("import()", "11.3", "63")
  static let exponent = syntax("**", "10.3", "52")
  static let forAwait = syntax("for await", "12", "63")
  static let forOf = syntax("for (a of b)", "7", "38")
  static let generator = syntax("function*", "10", "39")
  static let indicesFlag = syntax("/a/d", "15", "90")
  static let letDeclaration = syntax("let", "10", "49")
  static let listSpread = syntax("[...a]", "8", "46")
  static let logicalAssignment = syntax("??=", "14", "85")
  static let lookBehind = syntax("(?<=a)", "16.4", "62")
  static let namedGroup = syntax("(?<name>a)", "11.3", "64")
  static let newTarget = syntax("new.target", "11", "46")
  static let nullish = syntax("??", "13.4", "80")
  static let numberSeparator = syntax("1_000", "13", "75")
  static let objectSpread = syntax("{ ...a }", "11.3", "60")
  static let optionalChaining = syntax("?.", "13.4", "80")
  static let privateCheck = syntax("#a in b", "15", "91")
  static let privateMethod = syntax("#a() {}", "15", "84")
  static let privateName = syntax("#a", "14.5", "74")
  static let propertyClass = syntax(#"\p{L}"#, "11.3", "64")
  static let restParameter = syntax("function (...a)", "10", "47")
  static let setsFlag = syntax("/a/v", "17", "112")
  static let shorthandMethod = syntax("{ a() {} }", "9", "39")
  static let shorthandProperty = syntax("{ a }", "9", "43")
  static let staticBlock = syntax("static {", "16.4", "94")
  static let stickyFlag = syntax("/a/y", "10", "49")
  static let template = syntax("`a`", "9", "41")
  static let trailingComma = syntax("f(a,)", "10", "58")
  static let unicodeFlag = syntax("/a/u", "10", "50")
}

/// One row for the classes and methods that came with the same versions.
extension EngineFeature {
  static let all: [EngineFeature] = [
    named(.global, "Promise", "8", "32", isInWeex: true),
    named(.global, "Map Set", "8", "38"),
    named(.global, "WeakMap", "8", "36"),
    named(.global, "WeakSet", "9", "36"),
    named(.global, "Proxy Reflect", "10", "49"),
    named(.global, "globalThis", "12.2", "71"),
    named(.global, "BigInt", "14", "67"),
    named(.global, "AggregateError", "14", "85"),
    named(.global, "WeakRef FinalizationRegistry", "14.5", "84"),

    named(.member(of: "Array"), "from", "9", "45", isInWeex: true),
    named(.member(of: "Array"), "of", "9", "45"),
    named(.member(of: "Array"), "fromAsync", "16.4", "121"),
    named(.member(of: "Math"), "acosh asinh atanh cbrt cosh expm1 fround hypot", "8", "38"),
    named(.member(of: "Math"), "log10 log1p log2 sinh tanh trunc", "8", "38"),
    named(.member(of: "Math"), "clz32", "7", "38"),
    named(.member(of: "Math"), "imul", "7", "28"),
    named(.member(of: "Math"), "sign", "9", "38"),
    named(.member(of: "Number"), "isFinite", "9", "19"),
    named(.member(of: "Number"), "isNaN", "9", "25"),
    named(.member(of: "Number"), "isInteger isSafeInteger parseFloat parseInt", "9", "34"),
    named(.member(of: "Object"), "is", "9", "19"),
    named(.member(of: "Object"), "setPrototypeOf", "9", "34", isInWeex: true),
    named(.member(of: "Object"), "getOwnPropertySymbols", "9", "38"),
    named(.member(of: "Object"), "assign", "9", "45", isInWeex: true),
    named(.member(of: "Object"), "getOwnPropertyDescriptors", "10", "54"),
    named(.member(of: "Object"), "entries values", "10.3", "54"),
    named(.member(of: "Object"), "fromEntries", "12.2", "73"),
    named(.member(of: "Object"), "hasOwn", "15.4", "93"),
    named(.member(of: "Object"), "groupBy", "17.4", "117"),
    named(.member(of: "Promise"), "allSettled", "13", "76"),
    named(.member(of: "Promise"), "any", "14", "85"),
    named(.member(of: "Promise"), "withResolvers", "17.4", "119"),
    named(.member(of: "Promise"), "try", "18.2", "128"),
    named(.member(of: "String"), "fromCodePoint raw", "9", "41"),

    named(.method, "codePointAt endsWith startsWith", "9", "41"),
    named(.method, "padEnd padStart", "10", "57"),
    named(.method, "finally", "11.3", "63"),
    named(.method, "trimEnd trimStart", "12", "66"),
    named(.method, "flat flatMap", "12", "69"),
    named(.method, "matchAll", "13", "73"),
    named(.method, "replaceAll", "13.4", "85"),
    named(.method, "findLast findLastIndex", "15.4", "97"),
    named(.method, "toReversed toSorted toSpliced", "16", "110"),
    named(.methodOfList, "fill find findIndex", "8", "45"),
    named(.methodOfList, "includes", "9", "47"),
    named(.methodOfString, "includes repeat", "9", "41"),
    named(.methodOfString, "normalize", "10", "34"),
    named(.methodOfLiteral, "at", "15.4", "92"),
  ].flatMap(\.self)

  /// The rows in ``all`` by the last part of their name.
  static let byName = Dictionary(grouping: all, by: \.name)
}
