// The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
// in Ops.cs. One JSON object per line on standard input and output. Print nothing else there; standard error is yours.

using System.Runtime.InteropServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

// Not Console.In and Console.Out: they have the encoding of the machine, and a carriage return ends no line here.
var utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
var options = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
using var input = new BufferedStream(Console.OpenStandardInput(), 1 << 16);
using var output = Console.OpenStandardOutput();
var answered = 0;
while (ReadLine() is { } line)
{
    var message = JsonNode.Parse(line)!.AsObject();
    switch ((string?)message["type"])
    {
        case "hello":
            var protocols = message["protocol"]!.AsArray();
            if (!protocols.Any(one => (int?)one == 1))
            {
                Console.Error.WriteLine($"this adapter speaks protocol 1, and the driver speaks {protocols.ToJsonString()}");
                return 1;
            }
            Send(Hello(message));
            break;
        case "case":
            Send(Answer(message));
            answered++;
            break;
        case "bye":
            Send(new JsonObject { ["type"] = "bye", ["answered"] = answered });
            return 0;
    }
}
return 0;

// The next line without its line feed, or null at the end.
byte[]? ReadLine()
{
    using var bytes = new MemoryStream();
    for (var next = input.ReadByte(); next != -1; next = input.ReadByte())
    {
        if (next == '\n') return bytes.ToArray();
        bytes.WriteByte((byte)next);
    }
    return null;
}

// One line, and out at once: the driver waits for it.
void Send(JsonObject message)
{
    output.Write(utf8.GetBytes(message.ToJsonString(options) + "\n"));
    output.Flush();
}

JsonObject Hello(JsonObject message)
{
    var hello = new JsonObject
    {
        ["type"] = "hello",
        ["protocol"] = 1,
        ["run"] = (string?)message["run"],
        ["engine"] = new JsonObject
        {
            ["name"] = Ops.EngineName,
            ["version"] = Ops.EngineVersion,
            ["language"] = "csharp",
            ["runtime"] = RuntimeInformation.FrameworkDescription,
            ["os"] = RuntimeInformation.OSDescription,
        },
    };
    foreach (var (name, value) in JsonNode.Parse(Ops.Declared)!.AsObject()) hello[name] = value?.DeepClone();
    return hello;
}

JsonObject Answer(JsonObject message)
{
    var op = (string)message["op"]!;
    var result = new JsonObject { ["type"] = "result", ["id"] = (string?)message["id"], ["status"] = "ok" };
    var ops = JsonNode.Parse(Ops.Declared)!["ops"]!.AsArray();
    if (!ops.Any(one => (string?)one == op))
    {
        result["status"] = "unsupported";
        result["unsupported"] = new JsonObject { ["feature"] = op };
        return result;
    }
    try
    {
        Perform(op, message, result);
    }
    catch (NotWritten missing)
    {
        result["status"] = "error";
        result["error"] = new JsonObject { ["message"] = missing.Message };
    }
    catch (Exception fault)
    {
        result["status"] = "error";
        result["error"] = new JsonObject { ["message"] = fault.Message, ["trace"] = fault.ToString() };
    }
    return result;
}

// Adds the members that the op gives to the result.
void Perform(string op, JsonObject message, JsonObject result)
{
    var given = message["input"]!.AsObject();
    var carrier = (string?)message["carrier"];
    if (op == "emit")
    {
        result["output"] = Written(Ops.Emit(given["facts"]!.AsObject(), carrier));
        return;
    }
    var data = given["b64"] is { } b64 ? Convert.FromBase64String((string)b64!) : utf8.GetBytes((string)given["text"]!);
    switch (op)
    {
        case "validate":
            var found = Ops.Validate(data, carrier, (string)message["level"]!);
            var findings = found.Select(one => new JsonObject { ["rule"] = one.Rule, ["path"] = one.Path });
            result["verdict"] = found.Count == 0 ? "valid" : "invalid";
            result["findings"] = new JsonArray(findings.ToArray<JsonNode>());
            break;
        case "roundtrip":
            result["output"] = Written(Ops.Roundtrip(data, carrier));
            break;
        default:
            result["output"] = null;
            if (Ops.Canonical(data, carrier) is (var form, var digest))
            {
                result["output"] = Written(form);
                result["digest"] = digest;
            }
            break;
    }
}

JsonObject Written(byte[] data)
{
    try
    {
        return new JsonObject { ["text"] = utf8.GetString(data) };
    }
    catch (DecoderFallbackException)
    {
        return new JsonObject { ["b64"] = Convert.ToBase64String(data) };
    }
}
