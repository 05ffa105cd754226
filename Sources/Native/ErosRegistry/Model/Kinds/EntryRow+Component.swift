import ErosCore

extension EntryRow {
  /// A component, whose name pages use as a tag.
  static let component = EntryRow(
    noun: "component", members: [.attribute, .event, .method], isOpen: true,
    inheritedMethods: elementMethods, certainty: .ifDeclared)

  /// Methods that every element has in the JavaScript framework, and in browsers that show the
  /// page.
  private static let elementMethods: Set<String> = [
    "addEvent", "addEventListener", "animate", "appendBefore", "appendChild", "appendTo",
    "clear", "click", "cloneNode", "closest", "contains", "destroy", "dispatchEvent", "fireEvent",
    "getAttribute", "getBoundingClientRect", "getComputedStyle", "hasAttribute", "insertAfter",
    "insertBefore", "matches", "querySelector", "querySelectorAll", "remove", "removeAttribute",
    "removeChild", "removeEvent", "removeEventListener", "scrollIntoView", "setAttr",
    "setAttribute", "setAttrs", "setClassList", "setClassStyle", "setStyle", "setStyleBatch",
    "setStyles", "toJSON", "toStyle", "toString",
  ]
}
