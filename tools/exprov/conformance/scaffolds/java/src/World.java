import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The world around your engine in an {@code emit} case, made from its facts: providers that replay their part, and a user.
 *
 * <p>Plan over {@code providers} in their order, leave out those with {@code objections}, and {@code call} the rest until one
 * succeeds. Look at {@code cancelled} before {@code check}, before each attempt, and after each call and event: the user
 * cancels meanwhile.
 *
 * <ul>
 * <li>{@code before-attempts}: cancelled before {@code check} if there is no plan, else during it: the plan is made, nothing is
 *     attempted.
 * <li>{@code between-attempts}: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
 * <li>{@code during-attempt}: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
 * </ul>
 */
final class World {
    /** Why there is no answer. transientFailure: calling the same provider again may succeed, within the same attempt. */
    record Failure(String errorClass, String message, boolean transientFailure) {}

    /** What a provider declares; null for what it does not. */
    record Provider(String id, String locality, String configuredModel) {}

    final JsonObject facts;
    final List<Provider> providers = new ArrayList<>();
    boolean cancelled;
    private final Map<String, List<String>> rejected = new HashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();

    World(JsonObject facts) {
        this.facts = facts;
        cancelled = isCancelled("before-attempts") && !facts.has("plan");
        if (facts.has("plan")) {
            JsonObject plan = facts.getAsJsonObject("plan");
            for (JsonElement one : plan.getAsJsonArray("rejections")) {
                JsonObject rejection = one.getAsJsonObject();
                List<String> codes = new ArrayList<>();
                rejection.getAsJsonArray("reasonCodes").forEach(code -> codes.add(code.getAsString()));
                rejected.put(text(rejection, "providerId"), codes);
                providers.add(provider(text(rejection, "providerId")));
            }
            plan.getAsJsonArray("chain").forEach(id -> providers.add(provider(id.getAsString())));
        }
    }

    /** The validation of the request, before the plan: null if it may go on. */
    Failure check() {
        if (facts.has("planError")) {
            return failure(facts.getAsJsonObject("planError"));
        }
        cancelled |= isCancelled("before-attempts");
        return null;
    }

    /** The reason codes why a provider cannot take the request; empty if it can. */
    List<String> objections(String providerId) {
        return rejected.getOrDefault(providerId, List.of());
    }

    /** Call a provider: opened gets the model that it reports or null, text a piece of the answer. Null: no failure. */
    Failure call(String providerId, Consumer<String> opened, Consumer<String> text) {
        JsonArray attempts = facts.getAsJsonArray("attempts");
        JsonObject attempt = find(attempts, providerId);
        if (isTrue(attempt, "buffered")) {
            text.accept(text(attempt, "payload"));
        }
        if (calls.merge(providerId, 1, Integer::sum) <= attempt.get("retries").getAsInt()) {
            return new Failure("Unavailable", "try again", true);
        }
        opened.accept(text(attempt, "reportedModel"));
        String did = text(attempt, "did");
        if (did.equals("answered") || isTrue(attempt, "committed")) {
            text.accept(text(attempt, "payload"));
        }
        boolean failed = did.equals("failed");
        if (attempt == attempts.get(attempts.size() - 1)) {
            cancelled |= isCancelled(failed ? "between-attempts" : "during-attempt");
        }
        return failed ? failure(attempt) : null;
    }

    private boolean isCancelled(String when) {
        return when.equals(text(facts, "cancelled"));
    }

    private Provider provider(String id) {
        JsonObject found = find(facts.getAsJsonArray("candidates"), id);
        return new Provider(id, text(found, "locality"), text(found, "configuredModel"));
    }

    private static JsonObject find(JsonArray all, String providerId) {
        for (JsonElement one : all) {
            if (text(one.getAsJsonObject(), "providerId").equals(providerId)) {
                return one.getAsJsonObject();
            }
        }
        throw new IllegalArgumentException("the facts have no provider " + providerId);
    }

    private static Failure failure(JsonObject error) {
        return new Failure(text(error, "errorClass"), text(error, "message"), false);
    }

    private static boolean isTrue(JsonObject object, String name) {
        return object.has(name) && object.get(name).getAsBoolean();
    }

    private static String text(JsonObject object, String name) {
        return object.has(name) ? object.get(name).getAsString() : null;
    }
}
