// Declarations from other modules, so that a host imports only this module.

@_exported public import ErosTransport

@_exported public import struct ErosCore.ClockTime
@_exported public import protocol ErosCore.ErosError
@_exported public import enum ErosCore.ExitStatus
@_exported public import struct ErosCore.NativeVersion
@_exported public import enum ErosCore.Platform
@_exported public import enum ErosCore.ReleaseUrgency
@_exported public import struct ErosCore.TimeLength
@_exported public import struct ErosCore.Timestamp
@_exported public import struct ErosCore.TreeHash
@_exported public import struct ErosFiles.FileError
