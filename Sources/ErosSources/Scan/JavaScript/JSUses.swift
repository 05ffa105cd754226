public import ErosCore
public import ErosRegistry
import ErosSyntax

/// What the JavaScript of an app uses of its native side.
public struct JSUses: Sendable {
  /// One use of a name, at one place.
  public struct Use: Sendable {
    /// What is used.
    public let need: JSNeed
    /// The file, as it was found.
    public let file: String
    /// Where in the file.
    public let position: TextPosition

    /// Whether the code asks first whether the name is there.
    public let isGuarded: Bool

    /// Whether a call passes a function, and whether something takes its result.
    let passesFunction: Bool
    let takesResult: Bool

    /// Whether a module goes where its uses are not followed.
    let isLost: Bool

    var place: FilePosition { FilePosition(file: file, position: position) }

    init(
      _ need: JSNeed, at place: FilePosition, isGuarded: Bool = false,
      passesFunction: Bool = false,
      takesResult: Bool = false, isLost: Bool = false
    ) {
      self.need = need
      file = place.file
      position = place.position
      self.isGuarded = isGuarded
      self.passesFunction = passesFunction
      self.takesResult = takesResult
      self.isLost = isLost
    }
  }

  /// In the order of the files and their texts.
  public internal(set) var uses: [Use] = []
  /// Tags that the JavaScript itself defines, in kebab case.
  var ownTags: Set<String> = []
  /// The files and folders that could not be read or contain no scripts.
  ///
  /// `ParsedRegistry.drift(from:)` includes them.
  public internal(set) var findings: [RegistryFinding] = []
  /// How many files were read.
  public private(set) var fileCount = 0

  /// What could not be read, and the folders that have no JavaScript at all.
  public var unread: [RegistryFinding] {
    findings.filter { [.sourceUnreadable, .nothingToRead].contains($0.rule) }
  }

  /// Begins without any uses.
  public init() {}

  /// Scans everything below `folders`, each file once; a folder may be a file too.
  ///
  /// What cannot be read becomes a finding, and so does a folder without scripts.
  ///
  /// - Throws: `ErosError` when a folder itself cannot be read.
  public init(folders: [String]) throws {
    let found = try SourceFolders(folders, of: "JavaScript", isWanted: JSScanner.reads)
    findings += found.findings
    for file in found.files { add(JSScanner.scan(file)) }
  }

  /// Scans one file, by the end of its name.
  public mutating func add(_ bytes: [UInt8], file: String) {
    add(JSScanner.scan(SourceFile(path: file, bytes: bytes)))
  }

  private mutating func add(_ other: JSUses) {
    uses += other.uses
    ownTags.formUnion(other.ownTags)
    findings += other.findings
    fileCount += 1
  }

  /// Where modules go where their uses are not followed, so that more may be used of them.
  public var lostModules: [RegistryFinding] { uses.compactMap(\.loss) }

  /// Each need once, sorted; with guarded uses only when `includingGuarded`.
  public func needs(includingGuarded: Bool = true) -> [JSNeed] {
    Set(uses.filter { includingGuarded || !$0.isGuarded }.map(\.need)).sorted()
  }
}

extension JSUses.Use {
  /// What is not known of a module from here on.
  var loss: RegistryFinding? {
    guard isLost, case .module(let name) = need else { return nil }
    return RegistryFinding(
      .moduleNotFollowed, at: place,
      "the module '\(name.escapedForDisplay)' is kept where its uses are not followed",
      "give it a name of its own: const name = weex.requireModule('…')")
  }
}

/// Something that the native side has to offer to JavaScript.
public enum JSNeed: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// A module, by its name.
  case module(String)
  /// A method of a module.
  case method(module: String, name: String)
  /// A component, by its tag.
  case component(String)
  /// An attribute of a component.
  case attribute(component: String, name: String)
  /// An event of a component.
  case event(component: String, name: String)

  public var description: String {
    switch self {
    case .module(let name): "module \(name)"
    case .method(let module, let name): "method \(module).\(name)"
    case .component(let name): "component \(name)"
    case .attribute(let component, let name): "attribute \(name) of \(component)"
    case .event(let component, let name): "event \(name) of \(component)"
    }
  }

  public static func < (left: Self, right: Self) -> Bool {
    inByteOrder(left.description, right.description)
  }
}

extension RegistrySurface {
  /// Whether JavaScript finds `need` here.
  ///
  /// Of a component that declares neither attributes nor events nothing is known of these, so they
  /// count as there.
  public func offers(_ need: JSNeed) -> Bool {
    switch need {
    case .module(let name): modules[name] != nil
    case .method(let module, let name):
      modules[module].map { $0[name] != nil || Self.methodsOfAll.contains(name) } ?? false
    case .component(let name): components[name] != nil
    case .attribute(let component, let name):
      components[component].map { !$0.tellsMembers || $0.hasAttribute(name) } ?? false
    case .event(let component, let name):
      components[component].map { !$0.tellsMembers || $0.events[name] != nil } ?? false
    }
  }

  /// What every module has.
  private static let methodsOfAll = ["addEventListener", "removeAllEventListeners"]

  /// What of `needs` JavaScript would not find here, in their order.
  public func missing(_ needs: some Sequence<JSNeed>) -> [JSNeed] {
    needs.filter { !offers($0) }
  }

  /// The surface together with those of `others`, as when a host brings them along.
  ///
  /// Where both have a name, this surface's entry counts, and methods of the same module come
  /// together, as the JS framework does it.
  public func adding(_ others: [RegistrySurface]) -> RegistrySurface {
    others.reduce(into: self) { sum, other in
      sum.modules.merge(other.modules) { own, more in own.merging(more) { own, _ in own } }
      sum.components.merge(other.components) { own, _ in own }
      sum.widgets.merge(other.widgets) { own, _ in own }
      sum.containerAPIs.merge(other.containerAPIs) { own, _ in own }
      sum.embedViews.merge(other.embedViews) { own, _ in own }
      sum.jsAPIs.formUnion(other.jsAPIs)
    }
  }
}

extension RegistrySurface.Component {
  /// Vue takes `data-set` and `dataSet` for one attribute.
  fileprivate func hasAttribute(_ name: String) -> Bool {
    let kebab = JSScanner.kebab(name)
    return attributes[name] != nil || attributes.keys.contains { JSScanner.kebab($0) == kebab }
  }

  fileprivate var tellsMembers: Bool { !attributes.isEmpty || !events.isEmpty }
}
