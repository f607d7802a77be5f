// XCTest. What subclasses use; the assertions are those of the tests.
public import Foundation

open class XCTest: NSObject {}
open class XCTestCase: XCTest {}
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) { fatalError() }
