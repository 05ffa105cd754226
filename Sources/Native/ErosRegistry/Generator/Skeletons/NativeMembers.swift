import ErosCore

/// An entry's methods, attributes and events, as values for one language's templates.
struct NativeMembers {
  let spelling: NativeSpelling
  /// The entry's name in JavaScript.
  let owner: String

  private var language: NativeLanguage { spelling.language }

  // MARK: Methods

  func method(_ method: MethodEntry) -> TemplateContext {
    let signature = method.signature(on: language.platform)
    let names = argumentNames(signature.args)
    let types = signature.args.map { spelling.parameter($0.type, isOptional: $0.isOptional) }
    let result = signature.isSync ? spelling.result(signature.returns) : nil
    let native = nativeName(method)
    let notes = [method.doc, method.isDeprecated ? "Deprecated." : nil].compactMap { $0 }
    return [
      "name": .text(method.name.value), "function": .text(escaped(native)),
      "selector": .text(method.selector),
      "declaration": .text(declaration(method.selector, names, types)),
      "arguments": .text(arguments(names, types)), "isSync": .flag(signature.isSync),
      "macro": .text(spelling.sdk.macro + (signature.isSync ? "_SYNC" : "")),
      "export": .text(method.exportingFunction),
      "annotation": .text(annotation(method, native, isSync: signature.isSync)),
      "hasResult": .flag(result != nil), "resultType": .text(result?.type ?? "void"),
      "result": .text(result?.value ?? ""),
      "logMessage": "\(owner).\(method.name.value) is not implemented",
      "doc": .text(notes.joined(separator: " ")),
    ]
  }

  /// Returns the types in `methods`, for the imports.
  func typeNames(_ methods: [MethodEntry]) -> Set<String> {
    Set(
      methods.flatMap { method in
        let signature = method.signature(on: language.platform)
        let result = signature.isSync ? spelling.result(signature.returns)?.type : nil
        return signature.args.map { spelling.parameter($0.type, isOptional: $0.isOptional) }
          + [result].compactMap { $0 }
      })
  }

  private func nativeName(_ method: MethodEntry) -> String {
    guard language.platform == .android else { return method.name.value }
    let name = method.differences[.android]?.nativeName?.value ?? method.name.value
    // The name can change, because JavaScript calls the method by its alias.
    let isTaken =
      ReservedWords.javaObject.contains(name)
      || language == .java && ReservedWords.java.contains(name)
    return isTaken ? name + "_" : name
  }

  /// Returns `scan:(NSDictionary *)options callback:(WXModuleCallback)done`, for example.
  private func declaration(_ selector: String, _ names: [String], _ types: [String]) -> String {
    let keywords = selector.split(separator: ":", omittingEmptySubsequences: false)
    return zip(keywords, zip(names, types))
      .map { "\($0):(\($1.1))\($1.0)" }.joined(separator: " ")
      + (names.isEmpty ? selector : "")
  }

  private func arguments(_ names: [String], _ types: [String]) -> String {
    zip(names, types).map { name, type in
      switch language {
      case .objc: "(\(type))\(name)"
      case .swift: "_ \(name): \(type)"
      case .java: "\(type) \(name)"
      case .kotlin: "\(name): \(type)"
      }
    }.joined(separator: ", ")
  }

  private func annotation(_ method: MethodEntry, _ native: String, isSync: Bool) -> String {
    let alias = native == method.name.value ? "" : ", alias = \"\(method.name.value)\""
    let isOnMain = !isSync && method.differences[.android]?.isOnMainThread ?? true
    return "@\(spelling.sdk.androidName("method"))(uiThread = \(isOnMain)\(alias))"
  }

  private func argumentNames(_ arguments: [MethodEntry.Argument]) -> [String] {
    var taken: Set<String> = []
    return arguments.enumerated().map { index, argument in
      var name = argument.name.value
      // Kotlin reserves these names for unused parameters.
      if name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }) { name = "arg\(index + 1)" }
      while ReservedWords.of(language).contains(name) || !taken.insert(name).inserted {
        name += "_"
      }
      return name
    }
  }

  /// Puts a keyword in backticks if the language allows that.
  private func escaped(_ name: String) -> String {
    let isEscaped = language == .kotlin || language == .swift
    return isEscaped && ReservedWords.of(language).contains(name) ? "`\(name)`" : name
  }

  // MARK: Attributes and events

  func attributes(_ attributes: [EntryMember]) -> TemplateValue {
    var taken: Set<String> = []
    return .objects(
      attributes.map { attribute in
        var name = TypeScriptNames.pascalCase(attribute.name.value)
        while !taken.insert(name).inserted { name += "_" }
        let spelled = spelling.attribute(attribute.type)
        return [
          "name": .text(attribute.name.value), "setter": .text("set" + name),
          // Without a prefix the name could collide with a member of the base class.
          "variable": .text(name.lowercasedFirst + "Attribute"),
          "type": .text(spelled.type), "conversion": .text(spelled.conversion),
          "doc": .text(ifPresent: attribute.doc),
        ]
      })
  }

  func events(_ events: [EntryMember]) -> TemplateValue {
    var taken: Set<String> = []
    return .objects(
      events.map { event in
        var name = "fire" + TypeScriptNames.pascalCase(event.name.value)
        while !taken.insert(name).inserted { name += "_" }
        return [
          "name": .text(event.name.value), "function": .text(name),
          "doc": .text(ifPresent: event.doc),
        ]
      })
  }
}

extension ReservedWords {
  static func of(_ language: NativeLanguage) -> Set<String> {
    switch language {
    case .objc: objectiveC
    case .swift: swift
    case .java: java
    case .kotlin: kotlin
    }
  }
}
