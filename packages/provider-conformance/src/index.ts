import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Material } from "./recorded/cases.ts";
import { casesOf, notApplicable, verdictOf } from "./run.ts";
import type { Subject } from "./subject.ts";

export { type Dialect } from "./dialect.ts";
export { anthropicMessages } from "./dialects/anthropic-messages.ts";
export { bedrockConverse } from "./dialects/bedrock-converse.ts";
export { gemini } from "./dialects/gemini.ts";
export { ollamaChat } from "./dialects/ollama.ts";
export { openaiChat } from "./dialects/openai-chat.ts";
export { openaiResponses } from "./dialects/openai-responses.ts";
export { type Material } from "./recorded/cases.ts";
export { type Deviation } from "./recorded/replay.ts";
export { type Subject, type SubjectSettings } from "./subject.ts";

/**
 * Declares the suite for a provider with vitest: call it at the top level of a
 * test file. Each case is a test.
 *
 * Cases that the wire cannot express are not declared; `runConformance` of
 * `./cases` lists them with their reasons.
 *
 * The suite needs no network and no key. It starts servers on 127.0.0.1 for
 * cases about connections, and stops them again. Times are short: a stream that
 * falls silent must be given up after 80 ms.
 *
 * A folder of recordings that exists must not contain two recordings of one
 * name: a deviation would apply to both.
 *
 * @param material - recordings made by others, if there are any. Default: none.
 *
 * @example
 * ```ts
 * function testProvider(provider: Subject["provider"]): void {
 *   conformance({ name: "example", dialect: openaiChat, provider, modelId: "gpt-test" });
 * }
 * ```
 */
export function conformance(subject: Subject, material: Material = {}): void {
  describe(`${subject.name} conforms`, () => {
    const all = casesOf(subject, material).filter((one) => notApplicable(one, subject) === undefined);
    it.each(all)("$id: $title", async (one) => {
      expect(await verdictOf(one, subject)).toEqual({ kind: "pass" });
    });
  });
  const { exchanges, hostile, tools } = material;
  const folders = Object.entries({ exchanges, hostile, tools }).flatMap(([kind, path]) =>
    path === undefined ? [] : [{ kind, path }],
  );
  for (const { kind, path } of folders)
    it.skipIf(!existsSync(path))(`material for ${subject.name} has ${kind} that are named once each`, () => {
      const ids = casesOf(subject, material).map(({ id }) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    });
}
