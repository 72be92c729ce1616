import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops in
 * Ops.java. One JSON object per line on standard input and output. Print nothing else there; standard error is yours.
 */
final class Adapter {
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
    private static final PrintStream OUTPUT = System.out;

    public static void main(String[] arguments) throws IOException {
        InputStream input = new BufferedInputStream(System.in, 1 << 16);
        int answered = 0;
        for (String line = readLine(input); line != null; line = readLine(input)) {
            JsonObject message = JsonParser.parseString(line).getAsJsonObject();
            switch (text(message, "type")) {
                case "hello" -> send(hello(message));
                case "case" -> {
                    send(answer(message));
                    answered++;
                }
                case "bye" -> {
                    JsonObject bye = object("type", "bye");
                    bye.addProperty("answered", answered);
                    send(bye);
                    return;
                }
                default -> { }
            }
        }
    }

    /** The next line without its line feed, or null at the end. A carriage return ends no line here, unlike in a Reader. */
    private static String readLine(InputStream input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = input.read(); next != -1; next = input.read()) {
            if (next == '\n') {
                return bytes.toString(StandardCharsets.UTF_8);
            }
            bytes.write(next);
        }
        return null;
    }

    /** One line, and out at once: the driver waits for it. In UTF-8, whatever the encoding of the machine. */
    private static void send(JsonObject message) throws IOException {
        OUTPUT.write((GSON.toJson(message) + "\n").getBytes(StandardCharsets.UTF_8));
        OUTPUT.flush();
    }

    private static JsonObject hello(JsonObject message) {
        if (!message.getAsJsonArray("protocol").contains(new JsonPrimitive(1))) {
            System.err.println("this adapter speaks protocol 1, and the driver speaks " + message.get("protocol"));
            System.exit(1);
        }
        JsonObject hello = object("type", "hello");
        hello.addProperty("protocol", 1);
        hello.add("run", message.get("run"));
        hello.add("engine", object(
            "name", Ops.ENGINE_NAME,
            "version", Ops.ENGINE_VERSION,
            "language", "java",
            "runtime", "Java " + System.getProperty("java.version"),
            "os", System.getProperty("os.name")));
        Ops.DECLARED.entrySet().forEach(one -> hello.add(one.getKey(), one.getValue()));
        return hello;
    }

    private static JsonObject answer(JsonObject question) {
        String op = text(question, "op");
        JsonObject result = object("type", "result", "id", text(question, "id"), "status", "ok");
        if (!Ops.DECLARED.getAsJsonArray("ops").contains(new JsonPrimitive(op))) {
            result.addProperty("status", "unsupported");
            result.add("unsupported", object("feature", op));
            return result;
        }
        try {
            perform(op, question, result);
        } catch (Ops.NotWritten missing) {
            fail(result, object("message", missing.getMessage()));
        } catch (Exception | StackOverflowError fault) {
            StringWriter trace = new StringWriter();
            fault.printStackTrace(new PrintWriter(trace));
            fail(result, object("message", fault.toString(), "trace", trace.toString()));
        }
        return result;
    }

    private static void fail(JsonObject result, JsonObject error) {
        result.addProperty("status", "error");
        result.add("error", error);
    }

    /** Adds the members that the op gives to the result. */
    private static void perform(String op, JsonObject question, JsonObject result) {
        JsonObject input = question.getAsJsonObject("input");
        String carrier = question.has("carrier") ? text(question, "carrier") : null;
        if (op.equals("emit")) {
            result.add("output", output(Ops.emit(input.getAsJsonObject("facts"), carrier)));
            return;
        }
        byte[] data = input.has("b64")
            ? Base64.getDecoder().decode(text(input, "b64"))
            : text(input, "text").getBytes(StandardCharsets.UTF_8);
        switch (op) {
            case "validate" -> {
                JsonArray findings = new JsonArray();
                for (Ops.Finding one : Ops.validate(data, carrier, text(question, "level"))) {
                    findings.add(object("rule", one.rule(), "path", one.path()));
                }
                result.addProperty("verdict", findings.isEmpty() ? "valid" : "invalid");
                result.add("findings", findings);
            }
            case "roundtrip" -> result.add("output", output(Ops.roundtrip(data, carrier)));
            default -> {
                Ops.Canonical found = Ops.canonical(data, carrier);
                result.add("output", found == null ? JsonNull.INSTANCE : output(found.form()));
                if (found != null) {
                    result.addProperty("digest", found.digest());
                }
            }
        }
    }

    private static JsonObject output(byte[] data) {
        try {
            return object("text", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString());
        } catch (CharacterCodingException notText) {
            return object("b64", Base64.getEncoder().encodeToString(data));
        }
    }

    private static JsonObject object(String... members) {
        JsonObject object = new JsonObject();
        for (int place = 0; place < members.length; place += 2) {
            object.addProperty(members[place], members[place + 1]);
        }
        return object;
    }

    private static String text(JsonObject object, String name) {
        return object.get(name).getAsString();
    }

    private Adapter() {}
}
