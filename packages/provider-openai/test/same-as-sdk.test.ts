import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyText } from "@skein/provider-kit";
import { sentBySdk, withoutSdk } from "@skein/test-kit";
import { outgoingRequest } from "../src/outgoing-request.ts";
import type { Access, Call } from "../src/outgoing-request.ts";
import { throughSdk } from "../src/through-sdk.ts";

const body = {
  model: "m",
  stream: true,
  input: [{ role: "user", content: "Größe 🔍 \u2028" }],
  none: undefined,
};

const calls: Readonly<Record<string, Call>> = {
  "Responses, a reply": { method: "post", path: "/responses", body },
  "Chat Completions, a reply": { method: "post", path: "/chat/completions", body },
  "the list of models": { method: "get", path: "/models" },
};

const header = fc.tuple(
  fc.constantFrom(
    "x-team",
    "Authorization",
    "accept",
    "ACCEPT",
    "Content-Type",
    "OpenAI-Project",
    "User-Agent",
  ),
  fc.constantFrom("blue", "a b", "text/plain"),
);

const accesses: fc.Arbitrary<Access> = fc.record({
  key: fc.constantFrom("sk-1", undefined),
  baseUrl: fc.constantFrom(
    "https://api.openai.com/v1",
    "https://gateway.example/a%20b/v1/",
    "http://127.0.0.1:8080",
    "https://gateway.example/v1?api-version=2026&x=%20y",
  ),
  organization: fc.constantFrom("org-1", undefined),
  project: fc.constantFrom("proj-1", undefined),
  headers: fc
    .uniqueArray(header, { maxLength: 3, selector: ([name]) => name.toLowerCase() })
    .map((entries) => Object.fromEntries(entries)),
});

describe("without the SDK, the request is the one that the SDK sends", () => {
  it.each(Object.entries(calls))("%s", async (_, call) => {
    await checkProperty(
      fc.asyncProperty(accesses, async (access) => {
        const theirs = await sentBySdk((fetchOnce) => throughSdk(access, call, fetchOnce));
        const ours = outgoingRequest(access, call);
        const text = ours.body && bodyText(ours.body);
        expect({ ...ours, headers: withoutSdk(ours.headers), body: text }).toEqual(theirs);
      }),
      { numRuns: 60 },
    );
  });
});
