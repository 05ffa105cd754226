/// A module that JavaScript gets with `weex.requireModule(name)`.
package struct ModuleEntry: RegistryEntry {
  package let name: Placed<String>
  let facts: EntryFacts
  let methods: [MethodEntry]
}
