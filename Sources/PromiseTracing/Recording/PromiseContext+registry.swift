package import PromiseCore

extension PromiseContext {
  /// The promises of the context that are recorded, or `nil` if the context records none.
  package var registry: PromiseRegistry? { recorder as? PromiseRegistry }
}

/// Creates the recorder of the process. The loader of PromiseTracing passes this function to PromiseCore, which calls it
/// when it needs the recorder for the first time.
@_cdecl("swift_promises_make_recorder")
package func makeRecorder() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(RecorderBox(PromiseRegistry.ofProcess)).toOpaque()
}

extension PromiseRegistry {
  /// The promises that belong to no test.
  static let ofProcess = PromiseRegistry(recordsAlways: false)
}
