import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createRequestHasher } from "../src/context/model-context.ts";

it("a request's hash is the same whatever was hashed before it", () => {
  const pool = ["a", "b", "c"].map(
    (text) => ({ role: "user", from: "user", content: [{ type: "text", text }] }) as const,
  );
  const request = fc.tuple(
    fc.constantFrom("", "one", "two"),
    fc.array(fc.nat(2), { maxLength: 4 }),
    fc.constantFrom({}, { temperature: 1 }),
  );
  checkProperty(
    fc.property(fc.array(request, { maxLength: 8 }), (requests) => {
      const hasher = createRequestHasher();
      for (const [context, at, options] of requests) {
        const messages = at.map((one) => pool[one]!);
        expect(hasher.hash(context, messages, options)).toBe(
          createRequestHasher().hash(context, messages, options),
        );
      }
    }),
  );
});
