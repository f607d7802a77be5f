@_exported public import PromiseConcurrency
// The location of a call, in a file of XCTests, is a macro of that module.
@_exported public import Testing
