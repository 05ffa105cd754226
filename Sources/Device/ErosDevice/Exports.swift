// Declarations from other modules, so that a host imports only this module.

@_exported public import ErosTransport

@_exported public import protocol ErosCore.ErosError
@_exported public import enum ErosCore.ExitStatus
@_exported public import struct ErosCore.NativeVersion
@_exported public import enum ErosCore.Platform
@_exported public import enum ErosCore.ReleaseUrgency
@_exported public import struct ErosCore.Timestamp
@_exported public import struct ErosCore.TreeHash
@_exported public import struct ErosFetch.DecisionRecord
@_exported public import enum ErosFetch.FetchError
@_exported public import struct ErosFetch.FetchResult
@_exported public import struct ErosFetch.ReportServer
@_exported public import struct ErosFiles.FileError
@_exported public import struct ErosSandbox.Decision
@_exported public import enum ErosSandbox.DecisionReason
@_exported public import struct ErosSandbox.DeliveredBundle
@_exported public import enum ErosSandbox.LaunchKind
@_exported public import enum ErosSandbox.RollbackTarget
@_exported public import enum ErosSandbox.SandboxError
@_exported public import enum ErosSandbox.SandboxNote
@_exported public import struct ErosSandbox.SandboxStatus
