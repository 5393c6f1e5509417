/// A class that marks its store by ``PreferenceStore()``.
///
/// ``ObservablePreferences()`` makes it one, so that a class that derives from it and stores its own
/// properties elsewhere is refused. There is nothing to conform to by hand.
public protocol ModelWithStore: AnyObject {}
