@_exported public import PromiseConcurrency
// The default argument `#_sourceLocation` of the expectations is a macro of this module.
@_exported public import Testing
