import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, redactJson, restoreJson } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

const value = randomText(20, 1);
const redactor = createRedactor({ key, secrets: [{ name: "A", value }] });
const hidden = redactor.redact(value);

describe("a JSON value", () => {
  it("is hidden in all strings and keys, and turned back", () => {
    const before = { [value]: [value, 1, null, { b: `x${value}` }], c: true };
    const after = redactJson(before, redactor);
    expect(after).toEqual({ [hidden]: [hidden, 1, null, { b: `x${hidden}` }], c: true });
    expect(restoreJson(after, redactor)).toEqual(before);
  });

  it("keeps what is opaque", () => {
    const before = { sidecar: { data: [value] }, deep: [{ signature: value, text: value }] };
    expect(redactJson(before, redactor, { except: ["sidecar", "signature"] })).toEqual({
      sidecar: { data: [value] },
      deep: [{ signature: value, text: hidden }],
    });
    const answered = { signature: hidden, text: hidden };
    expect(restoreJson(answered, redactor, { except: ["signature"] })).toEqual({
      signature: hidden,
      text: value,
    });
  });

  it("is the same object where nothing was hidden", () => {
    const untouched = { a: ["b", { c: 1 }] };
    const before = { untouched, changed: [value] };
    expect(redactJson(untouched, redactor)).toBe(untouched);
    expect(redactJson(before, redactor).untouched).toBe(untouched);
  });

  it("of any shape comes back as it was", () => {
    const leaf = fc.constantFrom<unknown>(value, `a ${value}`, "text", 1, true, null);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom("a", value, "__proto__", "c"), tie("tree"), { maxKeys: 4 }),
      ),
    }));
    checkProperty(
      fc.property(tree, (before) => {
        const after = redactJson(before, redactor);
        expect(JSON.stringify(after)).not.toContain(value);
        expect(JSON.stringify(restoreJson(after, redactor))).toBe(JSON.stringify(before));
      }),
      { numRuns: 300 },
    );
  });
});
