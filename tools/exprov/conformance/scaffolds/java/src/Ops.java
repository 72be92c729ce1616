import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;

/** What your engine does, and how. */
final class Ops {
    static final String ENGINE_NAME = "my-engine";
    static final String ENGINE_VERSION = "0.0.0";

    /**
     * What you take away here is not asked and is counted as unsupported; what you leave must work. features: of "carriers",
     * "exact-numbers", "limits". limits: the biggest integer that stays exact, the deepest nesting; null: no end. findings: or
     * "first", if your engine stops at the first finding. window: how many cases may wait here at once.
     */
    static final JsonObject DECLARED = JsonParser.parseString("""
        {
          "contract": ["1.0"],
          "ops": ["validate", "roundtrip", "canonical", "emit"],
          "levels": ["reader", "writer"],
          "features": [],
          "limits": {"integer": null, "depth": null},
          "findings": "all",
          "window": 1
        }
        """).getAsJsonObject();

    record Finding(String rule, String path) {}

    record Canonical(byte[] form, String digest) {}

    static final class NotWritten extends RuntimeException {
        NotWritten(String message) {
            super(message);
        }
    }

    /** Every finding that counts at {@code level}. {@code carrier} is null where {@code data} is the record itself. */
    static List<Finding> validate(byte[] data, String carrier, String level) {
        throw new NotWritten("not written yet: validate");
    }

    /** {@code data}, read by your engine and written again. */
    static byte[] roundtrip(byte[] data, String carrier) {
        throw new NotWritten("not written yet: roundtrip");
    }

    /** The canonical form (RFC 8785) of {@code data}, and its SHA-256 in lower-case hexadecimal; null if there is none. */
    static Canonical canonical(byte[] data, String carrier) {
        throw new NotWritten("not written yet: canonical");
    }

    /** The record that your engine emits when it goes through the facts, see World; or the payload of kind {@code carrier}. */
    static byte[] emit(JsonObject facts, String carrier) {
        throw new NotWritten("not written yet: emit");
    }

    private Ops() {}
}
