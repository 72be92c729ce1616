# frozen_string_literal: true

# The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
# in ops.rb. One JSON object per line on standard input and output. Print nothing else there; standard error is yours.

require "base64"
require "json"
require "rbconfig"
require_relative "ops"

# The members of the result that the op gives.
def perform(message)
  op, carrier = message.values_at("op", "carrier")
  return { "output" => output(emit(message["input"]["facts"], carrier)) } if op == "emit"

  data = input_bytes(message["input"])
  case op
  when "validate"
    found = validate(data, carrier, message["level"])
    findings = found.map { |rule, path| { "rule" => rule, "path" => path } }
    { "verdict" => found.empty? ? "valid" : "invalid", "findings" => findings }
  when "roundtrip"
    { "output" => output(roundtrip(data, carrier)) }
  else
    form, digest = canonical(data, carrier)
    form.nil? ? { "output" => nil } : { "output" => output(form), "digest" => digest }
  end
end

def input_bytes(given)
  given.key?("b64") ? Base64.strict_decode64(given["b64"]) : given["text"].b
end

def output(data)
  text = data.dup.force_encoding(Encoding::UTF_8)
  text.valid_encoding? ? { "text" => text } : { "b64" => Base64.strict_encode64(data) }
end

def answer(message)
  result = { "type" => "result", "id" => message["id"] }
  unless DECLARED["ops"].include?(message["op"])
    return result.merge("status" => "unsupported", "unsupported" => { "feature" => message["op"] })
  end

  result.merge("status" => "ok", **perform(message))
rescue NotWritten => e
  result.merge("status" => "error", "error" => { "message" => e.message })
rescue StandardError, SystemStackError => e
  error = { "message" => "#{e.class}: #{e.message}", "trace" => e.backtrace.join("\n") }
  result.merge("status" => "error", "error" => error)
end

def hello(message)
  unless message["protocol"].include?(1)
    abort "this adapter speaks protocol 1, and the driver speaks #{message['protocol']}"
  end
  engine = {
    "name" => ENGINE_NAME, "version" => ENGINE_VERSION,
    "language" => "ruby", "runtime" => "#{RUBY_ENGINE} #{RUBY_VERSION}", "os" => RbConfig::CONFIG["host_os"]
  }
  { "type" => "hello", "protocol" => 1, "run" => message["run"], "engine" => engine, **DECLARED }
end

# One line, and out at once: the driver waits for it.
def send_line(message)
  $stdout.write("#{JSON.generate(message)}\n")
  $stdout.flush
end

# In UTF-8, whatever the encoding of the machine; a line may be nested deeper than JSON.parse allows by default.
$stdin.binmode
$stdout.binmode
answered = 0
$stdin.each_line("\n") do |line|
  message = JSON.parse(line.force_encoding(Encoding::UTF_8), max_nesting: false)
  case message["type"]
  when "hello"
    send_line(hello(message))
  when "case"
    send_line(answer(message))
    answered += 1
  when "bye"
    send_line("type" => "bye", "answered" => answered)
    break
  end
end
