/// A thenable that may be rejected: a promise, and not a guarantee. From PromiseKit.
///
/// What deals with errors is written here: `catch`, `recover`, `ensure`, `finally` and their like.
public protocol CatchMixin<Value>: Thenable where Failure == any Error {}

extension Promise: CatchMixin {}
