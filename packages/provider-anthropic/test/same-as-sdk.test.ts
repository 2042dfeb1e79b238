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
  messages: [{ role: "user", content: "Größe 🔍 \u2028" }],
  none: undefined,
};
const beta = { "anthropic-beta": "one,two" };

const calls: Readonly<Record<string, Call>> = {
  "a reply": { method: "post", path: "/v1/messages", body, headers: {} },
  "a reply with betas": { method: "post", path: "/v1/messages", body, headers: beta },
  "the list of models": { method: "get", path: "/v1/models?limit=1000", headers: {} },
};

const header = fc.tuple(
  fc.constantFrom(
    "x-team",
    "X-Api-Key",
    "Authorization",
    "ACCEPT",
    "Content-Type",
    "anthropic-beta",
    "Anthropic-Version",
  ),
  fc.constantFrom("blue", "a b", "text/plain"),
);

const accesses: fc.Arbitrary<Access> = fc.record({
  key: fc.constantFrom("sk-ant-1"),
  baseUrl: fc.constantFrom(
    "https://api.anthropic.com",
    "https://gateway.example/a%20b",
    "http://127.0.0.1:8080",
  ),
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
