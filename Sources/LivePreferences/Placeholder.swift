// Placeholder until the layer arrives.
