import XCTest
@testable import BrightFutures
@_spi(GooglePromises) import PromiseCore
import PromiseTesting
