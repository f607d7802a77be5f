@_exported public import PromiseConcurrency
// `#_sourceLocation`, the default argument of the expectations, is a macro of this module.
@_exported public import Testing
