import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { AttemptModel, NextStep, ProviderErrorCode } from "@skein/protocol";
import { withFallback } from "@skein/provider-kit";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { fetchOf } from "@skein/provider-conformance/servers";
import { never, requestOf, user } from "@skein/test-kit";
import { providerOf } from "./engines.ts";
import { refusedAnswers, type Kind } from "./refused-answers.ts";

/** What a kind must lead to: an independent copy of what the docs promise. */
interface Outcome {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
  /** Whether the next model of `fallback` is asked. */
  readonly movesOn: boolean;
  readonly hint: RegExp | undefined;
  readonly nextStep: NextStep["do"] | undefined;
}

const outcomes: Readonly<Record<Kind, Outcome>> = {
  key: {
    code: "auth",
    retryable: false,
    movesOn: false,
    hint: /^Check CORP_KEY|signin/,
    nextStep: "store-key",
  },
  account: { code: "auth", retryable: false, movesOn: false, hint: /blocked/, nextStep: "choose-provider" },
  access: {
    code: "auth",
    retryable: false,
    movesOn: false,
    hint: /Enable the model/,
    nextStep: "list-models",
  },
  region: { code: "auth", retryable: false, movesOn: false, hint: /region/, nextStep: "choose-provider" },
  credit: { code: "quota", retryable: false, movesOn: true, hint: /Add credit/, nextStep: undefined },
  quota: { code: "quota", retryable: false, movesOn: true, hint: /renewed/, nextStep: "name-model" },
  rate: { code: "rate-limited", retryable: true, movesOn: true, hint: undefined, nextStep: undefined },
  capacity: { code: "overloaded", retryable: true, movesOn: true, hint: undefined, nextStep: undefined },
  memory: {
    code: "overloaded",
    retryable: false,
    movesOn: true,
    hint: /smaller model/,
    nextStep: "name-model",
  },
  overflow: {
    code: "context-overflow",
    retryable: false,
    movesOn: false,
    hint: undefined,
    nextStep: undefined,
  },
  "allowed-size": {
    code: "context-overflow",
    retryable: false,
    movesOn: false,
    hint: /Raise/,
    nextStep: "name-model",
  },
  model: {
    code: "not-found",
    retryable: false,
    movesOn: false,
    hint: /model|ollama pull/,
    nextStep: "list-models",
  },
  parameter: {
    code: "bad-request",
    retryable: false,
    movesOn: false,
    hint: /Remove/,
    nextStep: "name-model",
  },
  tools: {
    code: "bad-request",
    retryable: false,
    movesOn: false,
    hint: /calls tools/,
    nextStep: "run-without-extensions",
  },
  "tool-calling": {
    code: "bad-request",
    retryable: false,
    movesOn: false,
    hint: /flag jinja/,
    nextStep: "run-without-extensions",
  },
  moderation: {
    code: "bad-request",
    retryable: false,
    movesOn: false,
    hint: /filter/,
    nextStep: "name-model",
  },
};

const request = requestOf([user("Hello")]);

/** Model whose endpoint gives this answer to everything but questions about the model. */
async function modelAt(
  engine: string,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<AttemptModel> {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const refuse = fetchOf(bytes, 4096, status, { "content-type": "application/json", ...headers });
  const answer: typeof fetch = (input, init) =>
    addressOf(input).endsWith("/api/show") ? Promise.resolve(Response.json({})) : refuse(input, init);
  const provider = await providerOf({ engine }, { fetch: answer });
  return provider.model("some-model");
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return typeof input === "string" ? input : "href" in input ? input.href : input.url;
}

async function errorOf(model: AttemptModel): Promise<ProviderError> {
  const { error } = await outcomeOf(model.stream(request, never));
  if (!ProviderError.is(error)) throw error;
  return error;
}

async function isNextAsked(model: AttemptModel): Promise<boolean> {
  let isAsked = false;
  const next: AttemptModel = {
    ...model,
    id: "next",
    stream() {
      isAsked = true;
      throw new ProviderError("bad-request", "No.", { provider: "next", retryable: false });
    },
  };
  await outcomeOf(withFallback(model, [() => Promise.resolve(next)]).stream(request, never));
  return isAsked;
}

const rows = Object.entries(refusedAnswers).flatMap(([vendor, { engine, answers }]) =>
  answers.map((answer) => ({ vendor, engine, ...answer })),
);

describe("a refusal", () => {
  it.each(rows)(
    "of $vendor with $status for $kind: code, next step and fallback",
    async ({ engine, kind, status, body }) => {
      const { code, retryable, movesOn, hint, nextStep } = outcomes[kind];
      const model = await modelAt(engine, status, body);
      const error = await errorOf(model);
      expect(error).toMatchObject({ code, retryable });
      expect(error.hint ?? "").toMatch(hint ?? /^$/);
      // Ollama's provider words some hints by itself, without a next step.
      expect([nextStep, ...(engine === "ollama" ? [undefined] : [])]).toContain(error.nextStep?.do);
      expect(await isNextAsked(model)).toBe(movesOn);
    },
  );

  it("is known of at least 15 vendors, and of at least 8 kinds of most of them", () => {
    const counts = Object.values(refusedAnswers).map(
      ({ answers }) => new Set(answers.map(({ kind }) => kind)).size,
    );
    expect(counts.filter((count) => count >= 8).length).toBeGreaterThanOrEqual(15);
  });
});

interface Sample {
  readonly provider: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly expected: string;
  readonly retry: boolean;
}

/** Error bodies that are shared between projects and not committed. */
const samples = join(import.meta.dirname, "../../../../shared/fixtures/error-bodies.json");
/** Codes of the bodies for which the shared file leaves the decision open. */
const decided: readonly (readonly [RegExp, ProviderErrorCode])[] = [
  [/Request too large|Extra usage is required/, "context-overflow"],
  [/organization has been disabled/, "auth"],
  [/content management policy/, "bad-request"],
];

describe.skipIf(!existsSync(samples))("the shared error bodies", () => {
  const all = existsSync(samples)
    ? Object.values(JSON.parse(readFileSync(samples, "utf8")) as Record<string, unknown>)
        .flatMap((value) => (Array.isArray(value) ? (value as Sample[]) : []))
        // Its provider has tests of its own: the wire is not one of definitions.
        .filter(({ provider }) => provider !== "bedrock")
    : [];
  it.each(all)(
    "$provider $status $body is $expected",
    async ({ provider, status, headers, body, expected, retry }) => {
      const own = ["anthropic", "google", "ollama"].includes(provider) ? provider : "openai";
      const error = await errorOf(await modelAt(own, status, body, headers));
      const text = JSON.stringify(body);
      const code = expected === "?" ? decided.find(([words]) => words.test(text))?.[1] : expected;
      expect(error).toMatchObject({ code, retryable: retry });
    },
  );
});
