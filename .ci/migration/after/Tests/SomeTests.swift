import XCTest
@testable import ReactiveKit
@_spi(GooglePromises) import PromiseCore
import PromisesTestHelpers
private import PMKUIKit // is left
