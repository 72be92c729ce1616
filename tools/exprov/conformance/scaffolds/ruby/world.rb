# frozen_string_literal: true

# Why there is no answer. transient: calling the same provider again may succeed, within the same attempt.
Failure = Struct.new(:error_class, :message, :transient)

# The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.
#
# Plan over `providers` in their order, leave out those with `objections`, and `call` the rest until one succeeds. Look at
# `cancelled` before `check`, before each attempt, and after each call and event: the user cancels meanwhile.
#
# - `before-attempts`: cancelled before `check` if there is no plan, else during it: the plan is made, nothing is attempted.
# - `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
# - `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
class World
  # providers: "providerId", and "locality" and "configuredModel" where they are declared. facts: has the request.
  attr_reader :facts, :providers, :cancelled

  def initialize(facts)
    @facts = facts
    plan = facts.fetch("plan", { "rejections" => [], "chain" => [] })
    @rejected = plan["rejections"].to_h { |one| one.values_at("providerId", "reasonCodes") }
    @calls = Hash.new(0)
    @providers = [*@rejected.keys, *plan["chain"]].map { |id| find("candidates", id) }
    @cancelled = facts["cancelled"] == "before-attempts" && !facts.key?("plan")
  end

  # The validation of the request, before the plan: nil if it may go on.
  def check
    error = @facts["planError"]
    return Failure.new(*error.values_at("errorClass", "message"), false) if error

    @cancelled ||= @facts["cancelled"] == "before-attempts"
    nil
  end

  # The reason codes why a provider cannot take the request; empty if it can.
  def objections(provider_id)
    @rejected.fetch(provider_id, [])
  end

  # Call a provider: `opened` gets the model that it reports or nil, `text` a piece of the answer. nil: no failure.
  def call(provider_id, opened, text)
    attempt = find("attempts", provider_id)
    text.call(attempt["payload"]) if attempt["buffered"]
    return Failure.new("Unavailable", "try again", true) if (@calls[provider_id] += 1) <= attempt["retries"]

    opened.call(attempt["reportedModel"])
    text.call(attempt["payload"]) if attempt["committed"] || attempt["did"] == "answered"
    failed = attempt["did"] == "failed"
    moment = failed ? "between-attempts" : "during-attempt"
    @cancelled ||= attempt.equal?(@facts["attempts"].last) && @facts["cancelled"] == moment
    Failure.new(*attempt.values_at("errorClass", "message"), false) if failed
  end

  private

  def find(list, provider_id)
    @facts[list].find { |one| one["providerId"] == provider_id }
  end
end
