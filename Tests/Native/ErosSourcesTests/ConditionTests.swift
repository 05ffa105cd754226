import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

@Suite("Registrations under conditions")
struct ConditionTests {
  private static let module = "[WXSDKEngine registerModule:@\"a\" withClass:[A class]];"
  private static let java = "WXSDKEngine.registerModule(\"a\", A.class);"
  private static let kotlin = "WXSDKEngine.registerModule(\"a\", A::class.java)"
  private static let swift = "WXSDKEngine.registerModule(\"a\", with: A.self)"

  /// Function bodies, with the condition of the registration.
  private static let rows: [(file: String, body: String, condition: String?)] = [
    ("a.java", "if (BuildConfig.DEBUG) { \(java) }", "if (BuildConfig.DEBUG)"),
    ("a.java", "if (BuildConfig.DEBUG) \(java)", "if (BuildConfig.DEBUG)"),
    ("a.java", "if (BuildConfig\n  .DEBUG)\n  \(java)", "if (BuildConfig .DEBUG)"),
    ("a.java", "if (x) { } else { \(java) }", "if (x) … else"),
    ("a.java", "if (x) f(); else \(java)", "else"),
    ("a.java", "switch (flavor) { case 1: \(java) break; }", "switch (flavor)"),
    ("a.java", "try { f(); } catch (Exception e) { \(java) }", "catch (Exception e)"),
    ("a.java", "if (x) { try { \(java) } catch (WXException e) { } }", "if (x)"),
    ("a.java", "try { \(java) } catch (WXException e) { }", nil),
    ("a.java", "if (x) { for (int i : list) { \(java) } }", "if (x)"),
    ("a.java", "for (int i : list) { \(java) }", nil),
    ("a.java", "if (!ready) { ready = true; \(java) }", nil),
    ("a.java", "if (this.shared == null) { this.shared = new S(); \(java) }", nil),
    ("a.java", "if (!ready) { other = true; \(java) }", "if (!ready)"),
    ("a.java", "if (mode == 1) { mode = 2; \(java) }", "if (mode == 1)"),
    ("a.java", "if (x != null) { x = null; \(java) }", "if (x != null)"),
    ("a.java", "if (x == null) { x = new S(); \(java) }", nil),
    ("a.java", "if (x) { f(); } \(java)", nil),
    ("a.kt", "if (BuildConfig.DEBUG) {\n\(kotlin)\n}", "if (BuildConfig.DEBUG)"),
    ("a.kt", "when (flavor) {\n1 -> \(kotlin)\n}", "when (flavor)"),
    ("a.swift", "if isDebug {\n\(swift)\n}", "if isDebug"),
    ("a.swift", "if let self {\n\(swift)\n}", nil),
    ("a.m", "if (DEBUG_MODE) { \(module) }", "if (DEBUG_MODE)"),
    ("a.m", "if (self.isDebug) \(module)", "if (self.isDebug)"),
    ("a.m", "if (self->isDebug) { \(module) }", "if (self->isDebug)"),
    ("a.m", "if (self = [super init]) { \(module) }", nil),
    ("a.m", "if (self == [D class]) { \(module) }", nil),
    ("a.m", "dispatch_async(q, ^{ if (x) { \(module) } });", "if (x)"),
    ("a.m", "if (y) { dispatch_async(q, ^{ \(module) }); }", "if (y)"),
    ("a.java", "if (x && \(java.dropLast())) { }", "x &&"),
    ("a.java", "boolean ok = x && \(java)", "x &&"),
    ("a.java", "ok = x == 1 && \(java)", "x == 1 &&"),
    ("a.java", "return x && \(java)", "x &&"),
    ("a.java", "switch (x) { case 1: if (a) return; break; case 2: \(java) }", "switch (x)"),
    ("a.java", "switch (x) { case 1: if (a) return; break; default: \(java) }", "switch (x)"),
    ("a.java", "if (!done.getAndSet(true)) { \(java) }", nil),
    ("a.java", "if (done.compareAndSet(false, true)) { \(java) }", nil),
    ("a.java", "if (done.getAndSet(true)) { \(java) }", "if (done.getAndSet(true))"),
    ("a.java", "if (p != null) { \(java) }", nil),
    ("a.java", "if (p == null) { \(java) }", "if (p == null)"),
    ("a.java", "if (other != null) { \(java) }", "if (other != null)"),
    ("a.java", "if (x) { f(); } else if (p != null) { \(java) }", "if (p != null)"),
    ("a.java", "if (ready != true) { ready = true; \(java) }", nil),
    ("a.swift", "if let this = self {\n\(swift)\n}", nil),
    ("a.swift", "if let owner = self.owner {\n\(swift)\n}", "if let owner = self.owner"),
    ("a.swift", "if let owner = self as? Owner {\n\(swift)\n}", "if let owner = self as? Owner"),
    ("a.swift", "if let self, isMain {\n\(swift)\n}", "if let self, isMain"),
    ("a.m", "if (strongSelf) { \(module) }", nil),
    ("a.m", "if (strongSelf.isDebug) { \(module) }", "if (strongSelf.isDebug)"),
    ("a.java", "if (a) return; if (b) { \(java) }", "if (b)"),
    ("a.kt", "isRelease || \(kotlin)", "isRelease ||"),
    ("a.kt", "f()\nx.y(1) && \(kotlin)", "x.y(1) &&"),
  ]

  /// Function bodies with a `return` before the registration, and its condition.
  private static let returns: [(file: String, body: String, condition: String?)] = [
    ("a.java", "if (!isMain) return; \(java)", "if (!isMain)"),
    ("a.java", "if (!isMain) { f(); return; } g(); \(java)", "if (!isMain)"),
    ("a.java", "if (!isMain) { if (x) return; f(); } \(java)", nil),
    ("a.java", "if (!isMain) { run(() -> { return; }); } \(java)", nil),
    ("a.java", "if (x) { if (y) return; } \(java)", nil),
    ("a.java", "if (a) return; if (b) return; \(java)", "if (b)"),
    ("a.java", "if (a) return; try { \(java) } catch (WXException e) { }", "if (a)"),
    ("a.java", "if (b) { if (a) return; \(java) }", "if (a)"),
    ("a.java", "\(java) if (a) return;", nil),
    ("a.java", "if (!ready) { ready = true; \(java) return; }", nil),
    ("a.java", "if (ready) return; ready = true; \(java)", nil),
    ("a.java", "if (this.shared != null) return; this.shared = new S(); \(java)", nil),
    ("a.java", "if (ready) return; other = true; \(java)", "if (ready)"),
    ("a.java", "if (mode == 1) return; mode = 1; \(java)", "if (mode == 1)"),
    ("a.java", "if (ready == true) return; ready = true; \(java)", nil),
    ("a.java", "if (ready != true) return; ready = true; \(java)", "if (ready != true)"),
    ("a.java", "if (done.getAndSet(true)) return; \(java)", nil),
    ("a.java", "if (first.getAndSet(false)) return; \(java)", "if (first.getAndSet(false))"),
    ("a.java", "if (!first.getAndSet(false)) return; \(java)", nil),
    ("a.java", "if (!done.compareAndSet(false, true)) return; \(java)", nil),
    (
      "a.java", "if (done.compareAndSet(false, true)) return; \(java)",
      "if (done.compareAndSet(false, true))"
    ),
    ("a.java", "if (p == null) return; \(java)", nil),
    ("a.java", "if (p != null) return; \(java)", "if (p != null)"),
    ("a.java", "if (p == null || x) return; \(java)", "if (p == null || x)"),
    ("a.java", "if (other == null) return; \(java)", "if (other == null)"),
    ("a.java", "switch (x) { case 1: if (a) return; \(java) }", "if (a)"),
    ("a.java", "if (x) { f(); } else { return; } \(java)", "if (x) … else"),
    ("a.java", "if (x) f(); else return; \(java)", "else"),
    ("a.java", "if (x) { f(); } else if (y) { g(); } else { return; } \(java)", "if (y) … else"),
    ("a.java", "if (x) { f(); } else if (y) return; \(java)", "if (y)"),
    ("a.java", "if (x) { f(); } else { g(); } \(java)", nil),
    ("a.java", "if (!ready) { ready = true; } else { return; } \(java)", nil),
    ("a.java", "if (p != null) { f(); } else { return; } \(java)", nil),
    ("a.kt", "if (x) {\nf()\n} else {\nreturn\n}\n\(kotlin)", "if (x) … else"),
    ("a.kt", "val w = window ?: return\n\(kotlin)", "window ?:"),
    ("a.kt", "f()\nwindow?.get()\n?: return\n\(kotlin)", "window?.get() ?:"),
    ("a.kt", "val w = window ?: return@lazy\n\(kotlin)", "window ?:"),
    ("a.kt", "val q = p ?: return\n\(kotlin)", nil),
    ("a.kt", "val q = p?.window ?: return\n\(kotlin)", "p?.window ?:"),
    ("a.kt", "val q = window ?: other\n\(kotlin)", nil),
    ("a.kt", "if (p == null) return\n\(kotlin)", nil),
    ("a.kt", "if (S == null) return\n\(kotlin)", "if (S == null)"),
    ("a.kt", "if (!isMain) {\nf()\nreturn\n}\n\(kotlin)", "if (!isMain)"),
    ("a.kt", "if (!isMain) return\n\(kotlin)", "if (!isMain)"),
    ("a.kt", "run {\nif (!isMain) return\n\(kotlin)\n}", "if (!isMain)"),
    ("a.swift", "guard isMain else { return }\n\(swift)", "guard isMain else"),
    ("a.swift", "if isMain {\nf()\n} else {\nreturn\n}\n\(swift)", "if isMain … else"),
    ("a.swift", "if !isMain, f() {\nreturn\n}\n\(swift)", "if !isMain, f()"),
    ("a.swift", "guard isMain else {\nf()\nreturn\n}\n\(swift)", "guard isMain else"),
    ("a.swift", "if case .main = kind, !f() { return }\n\(swift)", "if case .main = kind, !f()"),
    ("a.swift", "guard let self else { return }\n\(swift)", nil),
    ("a.swift", "guard let strongSelf = self else { return }\n\(swift)", nil),
    (
      "a.swift", "guard let window = self?.window else { return }\n\(swift)",
      "guard let window = self?.window else"
    ),
    ("a.swift", "guard p != nil else { return }\n\(swift)", nil),
    ("a.swift", "guard !isReady else { return }\nisReady = true\n\(swift)", nil),
    ("a.swift", "guard isMain else { return }\nqueue.async {\n\(swift)\n}", "guard isMain else"),
    ("a.m", "if (!isMain) return; \(module)", "if (!isMain)"),
    ("a.m", "if (self != [S class]) return; \(module)", nil),
    ("a.m", "if (!(self = [super init])) { return; } \(module)", nil),
    ("a.m", "if (!strongSelf) return; \(module)", nil),
    ("a.m", "if (isReady == YES) return; isReady = YES; \(module)", nil),
    ("a.m", "if (p == nil) return; \(module)", nil),
    ("a.m", "if (self.isReady) return; self.isReady = YES; \(module)", nil),
    ("a.m", "if (self.isOff) return; dispatch_async(q, ^{ \(module) });", "if (self.isOff)"),
  ]

  private func adoption(_ file: String, _ body: String) throws -> Adoption {
    let text =
      switch file {
      case "a.java": "package p; class S { void f(App p) { \(body) } }"
      case "a.kt": "package p\nclass S {\nfun f(\np: App?\n) {\n\(body)\n}\n}"
      case "a.swift": "class S {\nfunc f(p: App?) {\n\(body)\n}\n}"
      default: "@implementation S\n- (void)f:(App *)p { \(body) }\n@end"
      }
    return try adoption([file: text])
  }

  private func adoption(_ files: [String: String]) throws -> Adoption {
    var sources = NativeSources()
    for (name, text) in files { sources.add(Array(text.utf8), file: name) }
    return try Adoption(of: sources)
  }

  @Test("are described with a warning that names the condition", arguments: rows)
  func conditions(file: String, body: String, condition: String?) throws {
    let adoption = try adoption(file, body)
    #expect(adoption.addedCount == 1)
    let warnings = adoption.findings.filter { $0.rule == .conditionIgnored }
    #expect(
      warnings.map(\.message.description)
        == (condition.map { condition in
          [
            "only code under '\(condition)' registers the module 'a', but the generated code always does"
          ]
        } ?? []))
    #expect(warnings.allSatisfy { $0.severity == .warning && $0.remedy != nil })
  }

  @Test("count if an earlier branch returns", arguments: returns)
  func earlyReturns(file: String, body: String, condition: String?) throws {
    let found = try adoption(file, body).findings.filter { $0.rule == .conditionIgnored }
    let end = file == "a.swift" ? "{ return } …" : "return; …"
    #expect(
      found.map { $0.message.description.split(separator: "'").dropFirst().first.map(String.init) }
        == (condition.map { ["\($0) \(end)"] } ?? []))
  }

  @Test("are one finding for each condition of a file")
  func grouped() throws {
    let second = Self.java.replacing("\"a\"", with: "\"b\"")
    let found = try adoption("a.java", "if (x) { \(Self.java) \(second) } if (y) { \(second) }")
    #expect(
      found.findings.filter { $0.rule == .conditionIgnored }.map(\.message.description) == [
        "only code under 'if (x)' registers the module 'a' and also 'b', but the generated code always does"
      ])
  }

  @Test("do not count if other code registers the same class")
  func elsewhere() throws {
    let found = try adoption("a.java", "if (x) { \(Self.java) } \(Self.java)")
    #expect(found.findings.filter { $0.rule == .conditionIgnored } == [])
    let rows: [(body: String, condition: String?)] = [
      ("\n#if X\n\(Self.module)\n#endif\n", "X"),
      ("\n#if X\n\(Self.module)\n#endif\n\(Self.module)\n", nil),
      ("\n#if X\n\(Self.module)\n#else\n\(Self.module)\n#endif\n", nil),
      ("\n#if X\n\(Self.module)\n#endif\n#if X\n\(Self.module)\n#endif\n", "X"),
    ]
    for (body, condition) in rows {
      let modules = try adoption("a.m", body).description.object?["modules"]?.array ?? []
      #expect(
        modules.map { $0.value.object?["ios"]?.object?["if"]?.string } == [condition], "\(body)")
    }
  }

  @Test("count around the call of a function that registers its arguments, unless they check them")
  func functions() throws {
    let helper = "void add(String n, Class c) { if (%) WXSDKEngine.registerModule(n, c); }"
    let call = "package p; class S { void f() { # add(\"a\", A.class); } "
    let rows: [(String, String, String?)] = [
      ("n != null", "", nil), ("n != null", "if (x)", "if (x)"), ("isOn", "", "if (isOn)"),
      ("isOn", "if (x)", "if (x)"),
    ]
    for (own, outer, condition) in rows {
      let text = call.replacing("#", with: outer) + helper.replacing("%", with: own) + " }"
      let found = try adoption(["a.java": text]).findings.filter { $0.rule == .conditionIgnored }
      #expect(
        found.map {
          $0.message.description.split(separator: "'").dropFirst().first.map(String.init)
        }
          == (condition.map { [$0] } ?? []), "\(text)")
    }
  }

  @Test("count around all calls of the method that registers")
  func callers() throws {
    let methods = "void reg() { \(Self.java) } void f() { # } void g() { % }"
    let rows: [(f: String, g: String, condition: String?)] = [
      ("if (x) { reg(); }", "", "if (x)"), ("if (x) reg();", "reg();", nil), ("", "", nil),
      ("if (x) g();", "this.reg();", "if (x)"),
      ("WXSDKEngine.initialize(this, null); reg();", "if (x) f();", nil),
    ]
    for (f, g, condition) in rows {
      let text = methods.replacing("#", with: f).replacing("%", with: g)
      let found = try adoption(["a.java": "package p; class S { \(text) }"])
      #expect(
        found.findings.filter { $0.rule == .conditionIgnored }
          .map { $0.message.description.split(separator: "'").dropFirst().first.map(String.init) }
          == (condition.map { [$0] } ?? []), "\(text)")
    }
    let ios =
      "@implementation S\n- (void)reg { \(Self.module) }\n- (void)f {\n#if DEBUG\n[self reg];\n#endif\n}\n@end"
    let found = try adoption(["a.m": ios]).findings.filter { $0.rule == .conditionIgnored }
    #expect(found.map { $0.message.contains("'#if DEBUG'") } == [true])
  }

  /// Returns the conditions of the findings about a Java class with `members`, by module.
  private func conditionsByModule(_ members: String) throws -> [String: String] {
    let found = try adoption(["a.java": "package p; class S { \(members) }"]).findings
    return found.filter { $0.rule == .conditionIgnored }.reduce(into: [:]) { conditions, finding in
      // The first quoted text is the condition, and the others are modules.
      let texts = finding.message.description.split(
        separator: "'", omittingEmptySubsequences: false)
      for index in stride(from: 3, to: texts.count, by: 2) {
        conditions[String(texts[index])] = String(texts[1])
      }
    }
  }

  private func registration(_ name: String) -> String {
    "WXSDKEngine.registerModule(\"\(name)\", \(name.uppercased()).class); "
  }

  @Test("count for each of the registrations in a function")
  func severalInFunction() throws {
    let rows: [(before: String, name: String, after: String, condition: String?)] = [
      ("", "a", "", nil), ("if (x) return; ", "b", "", "if (x) return; …"),
      ("", "c", "", "if (x) return; …"), ("if (y) { f(); return; } ", "d", "", "if (y) return; …"),
      ("{ if (z) return; ", "e", "} ", "if (z) return; …"), ("", "g", "", "if (y) return; …"),
      ("if (w) { ", "h", "return; } ", "if (w)"), ("", "i", "", "if (w) return; …"),
      ("switch (k) { case 1: ", "j", "break; ", "switch (k)"),
      ("case 2: if (v) return; ", "l", "", "if (v) return; …"),
      ("case 3: ", "m", "} ", "switch (k)"), ("", "n", "", "if (w) return; …"),
    ]
    let body = rows.map { $0.before + registration($0.name) + $0.after }.joined()
    let expected: [String: String] = rows.reduce(into: [:]) { $0[$1.name] = $1.condition }
    #expect(try conditionsByModule("void f() { \(body) }") == expected)
  }

  @Test("count around the calls of each of the methods that register")
  func severalCallers() throws {
    let indexes = 0..<40
    let methods = indexes.map { "void reg\($0)() { \(registration("m\($0)")) } " }
    let calls = indexes.map { index in
      switch index % 4 {
      case 0: "if (x\(index)) { reg\(index)(); } "
      case 1: "reg\(index)(); "
      case 2: "run(() -> { if (y) { g(reg\(index)()); } }); "
      default: ""
      }
    }
    let f = "void f() { \(calls.joined()) } "
    let members = methods.prefix(20).joined() + f + methods.dropFirst(20).joined()
    let expected: [String: String] = indexes.reduce(into: [:]) { expected, index in
      if index % 4 == 0 { expected["m\(index)"] = "if (x\(index))" }
      if index % 4 == 2 { expected["m\(index)"] = "if (y)" }
    }
    #expect(try conditionsByModule(members) == expected)
    // All of them run if the method that calls them starts the engine.
    let starting = members.replacing("void f() {", with: "void f() { WXSDKEngine.initialize(); ")
    #expect(try conditionsByModule(starting) == expected)
  }

  @Test("a condition around objects that a host receives is named")
  func objects() throws {
    let text = """
      @interface W : NSObject <RXRWidget>
      @end
      @implementation W
      - (BOOL)canPerformWithURL:(NSURL *)url { return [url.path isEqualToString:@"/widget/w"]; }
      @end
      @implementation S
      - (void)f { if (isDebug) { controller.widgets = @[[W new]]; } }
      @end
      """
    let adoption = try adoption(["a.m": text + "\n// RXRViewController"])
    #expect(adoption.addedCount == 1)
    #expect(
      adoption.findings.map(\.message.description).filter { $0.contains("'if (isDebug)'") }.count
        == 1,
      "\(adoption.findings)")
  }

  @Test("are named by the comparison with the description")
  func manual() throws {
    var sources = NativeSources()
    let text = "class S { void f() { if (x) \(Self.java) } }"
    sources.add(Array(text.utf8), file: "a.java")
    let parsed = try read(
      config(
        around:
          #""generate": {"android": {"out": "o", "package": "p.q"}}, "modules": [{"name": "a", "android": "p.A"}]"#
      ))
    let duplicates = parsed.drift(from: sources).filter { $0.rule == .registeredManually }
    #expect(duplicates.map { $0.message.contains("here under 'if (x)' and in") } == [true])
  }
}
