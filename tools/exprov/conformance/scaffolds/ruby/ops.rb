# frozen_string_literal: true

# What your engine does, and how.

ENGINE_NAME = "my-engine"
ENGINE_VERSION = "0.0.0"

# What you take away here is not asked and is counted as unsupported; what you leave must work.
DECLARED = {
  "contract" => ["1.0"],
  "ops" => %w[validate roundtrip canonical emit],
  "levels" => %w[reader writer],
  "features" => [], # of "carriers", "exact-numbers", "limits"
  # The biggest integer that stays exact, the deepest nesting; nil: no end.
  "limits" => { "integer" => nil, "depth" => nil },
  "findings" => "all", # or "first", if your engine stops at the first finding
  "window" => 1 # how many cases may wait here at once
}.freeze

# This op has no code yet.
class NotWritten < StandardError; end

# Every finding that counts at `level`, as [rule, path]. `carrier` is nil where `data` is the record itself.
def validate(data, carrier, level)
  raise NotWritten, "not written yet: validate"
end

# `data`, read by your engine and written again.
def roundtrip(data, carrier)
  raise NotWritten, "not written yet: roundtrip"
end

# The canonical form (RFC 8785) of `data`, and its SHA-256 in lower-case hexadecimal; nil if there is none.
def canonical(data, carrier)
  raise NotWritten, "not written yet: canonical"
end

# The record that your engine emits when it goes through `facts`, see world.rb; or the payload of kind `carrier`.
def emit(facts, carrier)
  raise NotWritten, "not written yet: emit"
end
