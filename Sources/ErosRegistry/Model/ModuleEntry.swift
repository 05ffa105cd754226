/// A module that JavaScript gets with `weex.requireModule(name)`.
struct ModuleEntry: RegistryEntry {
  let name: Placed<String>
  let facts: EntryFacts
  let methods: [MethodEntry]
}
