import { describe, expect, it } from "vitest";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { addressVariableOf, defineProvider, readDefinition } from "../src/index.ts";
import { engines } from "./engines.ts";

const all = Object.entries(bundledDefinitions).map(([id, bundled]) => ({ id, bundled }));

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
      neededVariables: definition.variables
        .filter((variable) => variable.default === undefined && definition.baseUrl.includes(variable.name))
        .map(({ name }) => name),
    }).toEqual({
      description: bundled.description,
      keyVariables: bundled.keyVariables,
      isKeyOptional: bundled.isKeyOptional ?? false,
      addressVariable: bundled.addressVariable,
      defaultModel: bundled.defaultModel,
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

  it("have names of their own, and keys under names of their own", () => {
    const variables = all.flatMap(({ bundled }) => bundled.keyVariables);
    expect(new Set(variables).size).toBe(variables.length);
  });
});
