/** A valid record with one attempt. */

import type { ExecutionProvenance } from "../src/index.js";

export const ATTEMPT_RECORD: ExecutionProvenance = {
  schemaVersion: "1.0",
  attemptCount: 1,
  attempts: [{ providerId: "cloud_a", outcome: "succeeded" }],
  fallbackOccurred: false,
  locality: "cloud",
  modelProfile: "auto",
  providerId: "cloud_a",
  configuredModel: "example-large",
  routeRejections: [],
};
