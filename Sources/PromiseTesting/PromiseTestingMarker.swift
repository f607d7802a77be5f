/// Tells `PromiseCore` that the program has tests in it: it looks this class up by name when the first promise is made.
public final class PromiseTestingMarker: Sendable {}
