using System.Text.Json.Nodes;

/// <summary>What your engine does, and how.</summary>
static class Ops
{
    public const string EngineName = "my-engine";
    public const string EngineVersion = "0.0.0";

    /// <summary>
    /// What you take away here is not asked and is counted as unsupported; what you leave must work. features: of "carriers",
    /// "exact-numbers", "limits". limits: the biggest integer that stays exact, the deepest nesting; null: no end. findings: or
    /// "first", if your engine stops at the first finding. window: how many cases may wait here at once.
    /// </summary>
    public const string Declared = """
        {
          "contract": ["1.0"],
          "ops": ["validate", "roundtrip", "canonical", "emit"],
          "levels": ["reader", "writer"],
          "features": [],
          "limits": {"integer": null, "depth": null},
          "findings": "all",
          "window": 1
        }
        """;

    /// <summary>Every finding that counts at this level. carrier is null where data is the record itself.</summary>
    public static IReadOnlyList<Finding> Validate(byte[] data, string? carrier, string level) =>
        throw new NotWritten("not written yet: validate");

    /// <summary>data, read by your engine and written again.</summary>
    public static byte[] Roundtrip(byte[] data, string? carrier) =>
        throw new NotWritten("not written yet: roundtrip");

    /// <summary>The canonical form (RFC 8785) of data, and its SHA-256 in lower-case hexadecimal; null if there is none.</summary>
    public static (byte[] Form, string Digest)? Canonical(byte[] data, string? carrier) =>
        throw new NotWritten("not written yet: canonical");

    /// <summary>The record that your engine emits when it goes through the facts, see World; or the payload of this kind.</summary>
    public static byte[] Emit(JsonObject facts, string? carrier) =>
        throw new NotWritten("not written yet: emit");
}

record Finding(string Rule, string Path);

/// <summary>This op has no code yet.</summary>
class NotWritten(string message) : Exception(message);
