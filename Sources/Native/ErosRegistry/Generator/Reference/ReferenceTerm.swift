/// A text in the reference that does not come from the description or a kind's row, in English.
///
/// Names in braces stand for values.
enum ReferenceTerm: String, CaseIterable {
  case nativeAPI = "native API"
  case nativeAPIOfApp = "{app}: native API"

  // Explanations
  case legend =
    "The columns of the platforms have the first version of the app with an item, “yes” if the description does not name a version, and “–” if the platform does not have it."
  case callbacks =
    "A {callback} is a function that the app calls at most once, with a T. The app may call a {kept} many times."

  // Groups and columns
  case attributes = "Attributes"
  case attribute = "Attribute"
  case parameters = "Parameters"
  case parameter = "Parameter"
  case response = "Response"
  case value = "Value"
  case events = "Events"
  case event = "Event"
  case messages = "Messages"
  case message = "Message"
  case fields = "Fields"
  case field = "Field"
  case methods = "Methods"
  case name = "Name"
  case type = "Type"
  case description = "Description"
  case contents = "Contents"

  // Facts
  case yes = "yes"
  case since = "{platform} since {version}"
  case separator = ", "
  case period = "."
  case required = "Required."
  case optional = "Optional."
  case dynamic = "Can change later."
  case defaultValue = "Default: {value}."
  case synchronous = "Synchronous: blocks the JS thread."
  case deprecated = "Deprecated."
  case deprecatedFor = "Deprecated: {text}"
  case usedTypes = "Types: {types}"
  case entries = "{count} entries"
}
