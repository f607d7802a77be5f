// Limits are in Dispatch's units: with `.seconds(2)`, a test needs no further import.
@_exported public import Dispatch
@_exported public import PromiseConcurrency
// `#_sourceLocation`, the default argument of the expectations, is a macro of this module.
@_exported public import Testing
