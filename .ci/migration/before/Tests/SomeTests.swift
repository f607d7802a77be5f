import XCTest
@testable import BrightFutures
@testable import Promises
import PromisesTestHelpers
