import ErosFiles

#if canImport(Darwin)
// On Apple's systems, these are pointers that the C functions set.
typealias SpawnActions = posix_spawn_file_actions_t?
typealias SpawnAttributes = posix_spawnattr_t?

@unsafe
func emptySpawnActions() -> SpawnActions { nil }
func emptySpawnAttributes() -> SpawnAttributes { nil }
#else
typealias SpawnActions = posix_spawn_file_actions_t
typealias SpawnAttributes = posix_spawnattr_t

@unsafe
func emptySpawnActions() -> SpawnActions { unsafe posix_spawn_file_actions_t() }
func emptySpawnAttributes() -> SpawnAttributes { posix_spawnattr_t() }
#endif
