import { describe, expect, it } from "vitest";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { addressVariableOf, defineProvider, readDefinition } from "../src/index.ts";
import type { DefinedModel } from "../src/definition.ts";
import { engines } from "./engines.ts";

const all = Object.entries(bundledDefinitions).map(([id, bundled]) => ({ id, bundled }));

/** What a budget and compaction need to know of a model, and do not. */
function missingOf(model: DefinedModel | undefined): readonly string[] {
  return [
    ...(model?.price === undefined ? ["price"] : []),
    ...(model?.limits.contextTokens === undefined ? ["context_limit"] : []),
  ];
}

describe("the definitions that come along", () => {
  it.each(all)("$id is whole, and says what the list says of it", async ({ id, bundled }) => {
    const { default: fields } = await bundled.load();
    const { definition, warnings } = await readDefinition(JSON.stringify(fields), `${id}.json`);
    expect(warnings).toEqual([]);
    expect(definition.name).toBe(id);
    expect({
      description: definition.description,
      keyVariables: definition.keyVariables,
      isKeyOptional: definition.keyVariables.length > 0 && !definition.needsKey,
      addressVariable: addressVariableOf(definition),
      defaultModel: definition.defaultModel,
      catalogId: definition.catalogId,
      neededVariables: definition.variables
        .filter((variable) => variable.default === undefined && definition.baseUrl.includes(variable.name))
        .map(({ name }) => name),
    }).toEqual({
      description: bundled.description,
      keyVariables: bundled.keyVariables,
      isKeyOptional: bundled.isKeyOptional ?? false,
      addressVariable: bundled.addressVariable,
      defaultModel: bundled.defaultModel,
      catalogId: bundled.catalogId,
      neededVariables: bundled.neededVariables ?? [],
    });
    const { sources } = fields as {
      readonly sources: readonly { readonly url: string; readonly read?: string }[];
    };
    expect(sources.length).toBeGreaterThan(0);
    for (const { url, read = "2026-01-01" } of sources)
      expect([URL.canParse(url), read]).toEqual([true, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(defineProvider(definition, engines, { env: {} }).id).toBe(id);
  });

  it.each(all)("$id has a price and a context window for its default model", async ({ id, bundled }) => {
    const { default: fields } = await bundled.load();
    const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
    const { defaultModel, models } = definition;
    const listed = models.find((model) => model.id === defaultModel);
    expect(defaultModel === undefined ? [] : missingOf(listed)).toEqual([]);
  });

  it.each(all)("$id costs nothing on this machine, if it runs the models itself", async ({ id, bundled }) => {
    const { default: fields } = await bundled.load();
    const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
    const priceAt = (address: string, model = "new") =>
      defineProvider(definition, engines, { env: { [bundled.addressVariable]: address } }).model(model).price;
    const runsModels = ["llamacpp", "lmstudio", "ollama-chat", "vllm"].includes(id);
    expect(priceAt("http://127.0.0.1:9")?.output).toBe(runsModels ? 0 : undefined);
    const isOllama = id === "ollama-chat";
    for (const model of ["glm-4.6:cloud", "qwen3-coder:480b-cloud"])
      expect(priceAt("http://127.0.0.1:9", model)?.output).toBe(runsModels && !isOllama ? 0 : undefined);
    expect(priceAt("http://models.example:9")).toBeUndefined();
    expect(priceAt("no address")).toBeUndefined();
  });

  it("have names of their own, and keys under names of their own", () => {
    const variables = all.flatMap(({ bundled }) => bundled.keyVariables);
    expect(new Set(variables).size).toBe(variables.length);
  });
});
