import LeavingStep1
import LeavingStep2
import LeavingStep3
import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport

/// The steps in which the module leaves.
enum Step: Int, CaseIterable {
  case promises, bothForms, asyncForms, noPromises

  /// Creates the module as it is in this step.
  func app(
    _ sdk: FakeSDK, mirrors: [String] = ["a", "b"], clock: any Clock<Duration> = TestClock()
  ) -> any PodcastApp {
    let type: any PodcastApp.Type =
      switch self {
      case .promises: Step0App.self
      case .bothForms: LeavingStep1.Podcasts.self
      case .asyncForms: LeavingStep2.Podcasts.self
      case .noPromises: LeavingStep3.Podcasts.self
      }
    return type.init(sdk: sdk, mirrors: mirrors, clock: clock)
  }
}
