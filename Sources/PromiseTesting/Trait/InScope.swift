import PromiseCore
package import Testing

extension Trait where Self == ConditionTrait {
  /// For a test that asks what becomes of promises by way of their scope: of what is reported, or whether all is quiet.
  ///
  /// The tests are also run as in a program that is not tested, where promises have no scope.
  package static var inScope: Self { .enabled(if: Scope.ofNewPromise() != nil, "promises have no scope here") }
}
