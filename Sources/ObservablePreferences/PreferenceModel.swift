/// A class whose stored properties are preferences.
///
/// ``ObservablePreferences()`` makes it one, which is how a class that derives from another one is
/// known. There is nothing to conform to by hand.
public protocol PreferenceModel: AnyObject {}
