/// A module.
///
/// JavaScript requires it with `weex.requireModule(name)`.
package struct ModuleEntry: RegistryEntry {
  package let name: Located<String>
  package let facts: EntryFacts
  package let methods: [MethodEntry]
}
