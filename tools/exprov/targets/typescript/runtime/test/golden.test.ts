/** Every golden fixture. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { casesOf, counts, topics, verify } from "./golden.js";

let verified = 0;

for (const { topic, file, cases } of topics) {
  describe(topic, () => {
    const found = casesOf(file);
    assert.equal(found.length, cases);
    for (const one of found) {
      test(one.id, () => {
        verify(one);
        verified++;
      });
    }
  });
}

test("every case was run", () => {
  assert.equal(verified, counts.cases);
});
