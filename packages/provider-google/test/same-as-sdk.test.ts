import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentBySdk, withoutSdk } from "@skein/test-kit";
import { outgoingRequest } from "../src/outgoing-request.ts";
import type { Access, Call } from "../src/outgoing-request.ts";
import { throughSdk } from "../src/through-sdk.ts";

const calls: Readonly<Record<string, Call>> = {
  "a reply": { do: "generate", model: "gemini-3-pro", body: {} },
  "a reply of a model with its folder": { do: "generate", model: "models/gemini-3-pro", body: {} },
  "a reply of a tuned model": { do: "generate", model: "tunedModels/mine", body: {} },
  "a cache": { do: "create-cache", model: "models/gemini-3-pro", body: {} },
  "the list of models": { do: "list-models", pageSize: 1000 },
};

const header = fc.tuple(
  fc.constantFrom("x-team", "x-goog-api-key", "X-Goog-Api-Key", "ACCEPT", "Content-Type"),
  fc.constantFrom("blue", "a b", "text/plain"),
);

const accesses: fc.Arbitrary<Access> = fc.record({
  key: fc.constantFrom("AIza-1"),
  baseUrl: fc.constantFrom(
    "https://generativelanguage.googleapis.com",
    "https://gateway.example/a%20b",
    "http://127.0.0.1:8080",
  ),
  apiVersion: fc.constantFrom("v1beta", "v1"),
  headers: fc
    .uniqueArray(header, { maxLength: 3, selector: ([name]) => name.toLowerCase() })
    .map((entries) => Object.fromEntries(entries)),
});

describe("without the SDK, the request is the one that the SDK sends", () => {
  it.each(Object.entries(calls))("%s", async (_, call) => {
    await checkProperty(
      fc.asyncProperty(accesses, async (access) => {
        const theirs = await sentBySdk((fetchOnce) => throughSdk(access, call, fetchOnce));
        const { headers, ...ours } = outgoingRequest(access, call);
        // Its body is a stand-in for ours.
        const body = call.do === "list-models" ? {} : { body: theirs.body };
        expect({ ...ours, headers: withoutSdk(headers), ...body }).toEqual(theirs);
      }),
      { numRuns: 60 },
    );
  });
});
