@_exported public import PromiseConcurrency
@_exported public import PromiseTracing
// The default argument `#_sourceLocation` of the expectations is a macro of this module.
@_exported public import Testing
