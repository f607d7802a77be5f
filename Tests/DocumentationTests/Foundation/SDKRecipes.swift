import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of "Promises for Foundation and the SDK". Linux lacks Apple's SDK, so the private types below replace its
// types. Their declarations are those of the SDK, as far as the recipes use them.

private final class CLLocation: Sendable {}

private protocol CLLocationManagerDelegate: AnyObject {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

private class CLLocationManager {
  weak var delegate: (any CLLocationManagerDelegate)?

  func requestLocation() {
    nonisolated(unsafe) let manager = self  // used on the main queue only
    DispatchQueue.main.async { manager.delegate?.locationManager(manager, didUpdateLocations: [CLLocation()]) }
  }

  func stopUpdatingLocation() {}
}

private struct CLLocationCoordinate2D: Equatable {
  var latitude = 52.5
  var longitude = 13.4
}

private struct CLPlacemark {
  struct Location {
    var coordinate = CLLocationCoordinate2D()
  }

  var location: Location? = Location()
}

private class CLGeocoder {
  func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] { [CLPlacemark()] }
}

private final class WCSession: Sendable {
  func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?, errorHandler: ((any Error) -> Void)? = nil
  ) { replyHandler?(["name": "Ada"]) }
}

@MainActor private class UIView {
  var alpha = 1.0

  class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }
}

private final class CNContactStore {
  enum EntityType { case contacts }

  func requestAccess(
    for entityType: EntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { completionHandler(true, nil) }
}

// MARK: The recipes

private struct Recipes {
  func coordinate(of address: String) -> Promise<CLLocationCoordinate2D?> {
    Promise { try await CLGeocoder().geocodeAddressString(address).first?.location?.coordinate }
  }

  func contactsAccess() -> Promise<Bool> {
    wrap { handler in CNContactStore().requestAccess(for: .contacts, completionHandler: handler) }
  }

  func name(from session: WCSession) -> Promise<String> {
    Promise { resolver in
      session.sendMessage(
        ["wanted": "name"], replyHandler: { @Sendable reply in resolver.fulfill(reply["name"] as? String ?? "") },
        errorHandler: resolver.reject)
    }
  }

  @MainActor final class LocationRequest: NSObject, @MainActor CLLocationManagerDelegate {
    let manager = CLLocationManager()
    let resolver: Resolver<CLLocation>

    init(_ resolver: Resolver<CLLocation>) {
      self.resolver = resolver
      super.init()
      manager.delegate = self
      manager.requestLocation()
      // The promise retains this closure, and with it the delegate, until it settles.
      resolver.onCancel { Task { @MainActor in self.manager.stopUpdatingLocation() } }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
      if let location = locations.last { resolver.fulfill(location) }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      resolver.reject(error)
    }
  }

  @MainActor func currentLocation() -> Promise<CLLocation> {
    Promise { resolver in _ = LocationRequest(resolver) }
  }
}

extension UIView {
  func fadeOut() -> Guarantee<Bool> {
    Guarantee { seal in
      UIView.animate(withDuration: 0.3, animations: { self.alpha = 0 }, completion: seal)
    }
  }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SDKRecipes {
  @Test @MainActor func `recipes for the SDK`() async throws {
    let recipes = Recipes()
    #expect(try await recipes.coordinate(of: "Berlin").get() == CLLocationCoordinate2D())
    #expect(try await recipes.contactsAccess().get())
    #expect(try await recipes.name(from: WCSession()).get() == "Ada")
    #expect(await UIView().fadeOut().get())
    _ = try await recipes.currentLocation().get()
  }

  @Test func `a download that is canceled`() async throws {
    let session = CannedServer.session()
    let url = try #require(URL(string: "https://api.example/slow"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let shown = Log<String>()
    @Sendable func show(_ text: String) { shown(text) }
    let (download, cancel) = {
      let download = session.downloadTask(.promise, with: url, to: file).validate()
      download.onProgress { show("\(Int($0.fractionCompleted * 100)) %") }
      let cancel = { download.cancel() }  // stops the transfer, and removes what has been saved so far
      return (download, cancel)
    }()
    cancel()
    try await expectCancelled(download)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
