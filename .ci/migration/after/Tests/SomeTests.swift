import XCTest
@testable import ReactiveKit
@_spi(GooglePromises) import PromiseCore
import PromiseTesting
private import PMKUIKit // is left
