/// A text in the reference that does not come from the description, in English.
///
/// Names in braces stand for values.
enum ReferenceTerm: String, CaseIterable {
  case nativeAPI = "native API"
  case nativeAPIOfApp = "{app}: native API"

  // Sections
  case modules = "Modules"
  case components = "Components"
  case widgets = "Widgets"
  case containerAPIs = "Container APIs"
  case embeddedViews = "Embedded views"
  case jsAPIs = "JS APIs"
  case types = "Types"

  // Introductions
  case moduleUse = "JavaScript gets a module by its name and calls its methods."
  case componentUse =
    "Pages use a component as a tag. Its methods are called on a ref, as in this.$refs.name."
  case widgetUse = "A page starts a widget by navigating to its address."
  case containerAPIUse = "The app answers requests for these addresses."
  case embeddedViewUse = "Mini programs embed these native views."
  case jsAPIUse = "Mini programs call these functions of the app."
  case typeUse = "Arguments, results and events have these types."
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
