import {
  anthropicMessages,
  casesOf,
  openaiChat,
  openaiResponses,
  runConformance,
  type Dialect,
  type Subject,
} from "@skein/provider-conformance/cases";
import { describe, expect, it } from "vitest";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { defineProvider, readDefinition, type ProviderDefinition } from "../src/index.ts";
import { engines } from "./engines.ts";

function dialectOf({ engine, api }: ProviderDefinition): Dialect {
  if (engine === "anthropic") return anthropicMessages;
  return api === "responses" ? openaiResponses : openaiChat;
}

/** Cases that a definition says its endpoint cannot do. */
function notApplicable({
  listsModels,
  checkBy,
  quirks,
}: ProviderDefinition): Readonly<Record<string, string>> {
  const { thoughtsField, keepsThoughts, omit } = quirks;
  const without = (ids: readonly string[], reason: string) =>
    Object.fromEntries(ids.map((id) => [id, reason]));
  return {
    ...(listsModels ? {} : without(["models/list", "models/check"], "It does not list its models.")),
    ...(checkBy === "reply"
      ? without(["models/check"], "A reply proves the key: its list is open to all.")
      : {}),
    ...(thoughtsField !== undefined || keepsThoughts === false
      ? without(["turns/reasoning-details"], "Thoughts go back in one field, or not at all.")
      : {}),
    ...(omit.includes("tools")
      ? without(["tools/schemas", "tools/names", "tools/own-names"], "Its models call no tools.")
      : {}),
  };
}

/** What leads to the vendor's own host. */
const here = {
  runsModels: false,
  basePath: undefined,
  query: {},
  tokenExchange: undefined,
  browserLogin: undefined,
} as const;

/** A definition on the wire of its engine, at an address of the suite's own. */
async function subjectOf(id: string): Promise<Subject> {
  const { default: fields } = await bundledDefinitions[id]!.load();
  const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
  const values = definition.variables.map(({ name, default: value }) => [name, value ?? "x"]);
  return {
    name: id,
    dialect: dialectOf(definition),
    notApplicable: notApplicable(definition),
    modelId: definition.engine === "anthropic" ? "claude-test" : "gpt-test",
    provider: (settings) =>
      defineProvider({ ...definition, ...here }, engines, {
        ...settings,
        env: Object.fromEntries(values) as Record<string, string>,
      }),
  };
}

describe("each bundled definition", () => {
  it.each(Object.keys(bundledDefinitions))("%s conforms", async (id) => {
    const subject = await subjectOf(id);
    const results = await runConformance(subject, casesOf(subject, {}));
    const failed = results.flatMap(({ id: name, verdict }) =>
      verdict.kind === "fail" ? [[name, JSON.stringify(verdict).slice(0, 300)]] : [],
    );
    expect(failed).toEqual([]);
    expect(results.length).toBeGreaterThan(60);
  });
});
