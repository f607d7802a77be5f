// Stand-in for Darwin: the declarations that the SDK adds to the C library in Swift.
@_exported import CDarwin

public var errno: Int32 {
  get { fatalError() }
  set { fatalError() }
}
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }
public var SIG_IGN: sig_t? { fatalError() }
public var SIG_DFL: sig_t? { nil }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func ioctl(_ fd: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }
