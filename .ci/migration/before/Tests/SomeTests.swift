import XCTest
@testable import ReactiveKit
@testable import Promises
import PromisesTestHelpers
private import PMKUIKit // is left
