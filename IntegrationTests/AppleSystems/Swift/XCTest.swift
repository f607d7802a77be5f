// Stand-in for XCTest.
public import Foundation

open class XCTest: NSObject {
  open var name: String { fatalError() }
  open var testRun: XCTestRun? { fatalError() }
  open func setUpWithError() throws { fatalError() }
  open func setUp() { fatalError() }
  open func tearDown() { fatalError() }
}
open class XCTestRun: NSObject {
  open var totalFailureCount: Int { fatalError() }
}
open class XCTestExpectation: NSObject, @unchecked Sendable {
  open func fulfill() { fatalError() }
}
open class XCTestCase: XCTest {
  open func expectation(description: String) -> XCTestExpectation { fatalError() }
  @available(*, noasync, message: "Use await fulfillment(of:timeout:enforceOrder:) instead.")
  open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) { fatalError() }
  @available(*, deprecated)
  open func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) { fatalError() }
}
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) { fatalError() }
public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
  line: UInt = #line
) { fatalError() }
public func XCTAssertFalse(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
  line: UInt = #line
) { fatalError() }
public func XCTAssertEqual<T: Equatable>(
  _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
public func XCTAssertThrowsError<T>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
  line: UInt = #line, _ errorHandler: (_ error: any Error) -> Void = { _ in }
) { fatalError() }
public func XCTAssertNil(
  _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
  line: UInt = #line
) { fatalError() }
public func XCTSkipIf(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil, file: StaticString = #filePath,
  line: UInt = #line
) throws { fatalError() }
