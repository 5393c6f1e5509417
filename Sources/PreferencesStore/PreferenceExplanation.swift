public import PropertyLists

/// Every layer's answer for one name, in the order in which they are asked.
public struct PreferenceExplanation: Sendable {
  /// One layer's answer.
  public struct Answer: Sendable {
    /// The layer's name: `file`, `registered` or `default`.
    public var layer: String

    /// The path of the layer's file, where it has one.
    public var path: String?

    /// What the layer holds; nil where it has no entry.
    public var value: PropertyList?

    /// Whether this answer is the one that counts.
    public var isEffective: Bool

    /// Creates an answer.
    public init(layer: String, path: String?, value: PropertyList?, isEffective: Bool) {
      self.layer = layer
      self.path = path
      self.value = value
      self.isEffective = isEffective
    }
  }

  /// The name asked for.
  public var name: String

  /// The answers: the first that has a value is the effective one, or the default where a key cannot
  /// use that value.
  public var answers: [Answer]

  /// Creates an explanation.
  public init(name: String, answers: [Answer]) {
    self.name = name
    self.answers = answers
  }
}
