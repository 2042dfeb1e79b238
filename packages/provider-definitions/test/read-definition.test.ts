import { ConfigError } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outsideFiles } from "./outside.ts";
import { readDefinition } from "../src/index.ts";

async function definitionOf(fields: object) {
  return (await readDefinition(JSON.stringify(fields), "corp.json")).definition;
}

const least = { engine: "openai", base_url: "https://corp.example/v1" };

describe("a definition", () => {
  it("is read from YAML as from JSON", async () => {
    const yaml = [
      "# of our own",
      "name: corp",
      "engine: openai_compatible",
      "base_url: https://corp.example/v1",
      "api_key_env: CORP_KEY",
      "headers: { x-team: 7 }",
      "models:",
      "  - name: big",
      "    context_limit: 1000",
      "    input_token_cost: 0.00000125",
      "    output_token_cost: 9e-8",
      "    currency: USD",
    ].join("\n");
    const { definition, warnings } = await readDefinition(yaml, "corp.yaml");
    expect(warnings).toEqual([]);
    expect(definition).toMatchObject({
      name: "corp",
      engine: "openai",
      keyVariables: ["CORP_KEY"],
      needsKey: true,
      headers: { "x-team": "7" },
      defaultModel: "big",
      models: [{ id: "big", limits: { contextTokens: 1000 }, price: { input: 1.25, output: 0.09 } }],
    });
  });

  it("takes its name from its file when no field says it, and needs no key when it names none", async () => {
    const { definition } = await readDefinition(JSON.stringify(least), "/home/me/providers/My-Server.yaml");
    expect(definition).toMatchObject({ name: "my-server", needsKey: false, keyVariables: [] });
  });

  it("leaves unknown what is not said: windows, prices, prices in other money", async () => {
    const models = [
      { name: "a" },
      { name: "b", context_limit: null, input_token_cost: null, output_token_cost: 1e-6 },
      { name: "c", input_token_cost: 1e-6, output_token_cost: 1e-6, currency: "EUR" },
    ];
    const { definition, warnings } = await readDefinition(JSON.stringify({ ...least, models }), "corp.json");
    expect(definition.models.map(({ limits, price }) => ({ limits, price }))).toEqual(
      models.map(() => ({ limits: {}, price: undefined })),
    );
    expect(warnings).toEqual([expect.stringContaining("EUR") as string]);
  });

  it("reads the higher rates of long prompts, and refuses a tier without a bound or without rates", async () => {
    const rates = { input_token_cost: 2e-6, output_token_cost: 6e-6 };
    const long = { input_token_cost: 4e-6, output_token_cost: 12e-6, cache_read_token_cost: 1e-6 };
    const of = (tier: object) =>
      readDefinition(
        JSON.stringify({ ...least, models: [{ name: "a", ...rates, price_tiers: [tier] }] }),
        "c",
      );
    const { definition } = await of({ above_input_tokens: 200_000, ...long });
    expect(definition.models[0]?.price).toEqual({
      input: 2,
      output: 6,
      tiers: [{ aboveInputTokens: 200_000, input: 4, output: 12, cacheRead: 1 }],
    });
    await expect(of(long)).rejects.toMatchObject({
      hint: expect.stringContaining("models[0].price_tiers[0].above_input_tokens") as string,
    });
    await expect(of({ above_input_tokens: 5 })).rejects.toMatchObject({
      hint: expect.stringContaining("models[0].price_tiers[0].input_token_cost") as string,
    });
  });

  it("says all that is wrong at once, with the file, the field and what to write", async () => {
    const wrong = {
      name: "no spaces",
      engine: "opanai",
      base_url: "https://user:secret@corp.example",
      api_key_env: "sk-live-12345678",
      headers: { "bad name": "x", fine: { no: 1 } },
      timeout_seconds: -1,
      supports_streaming: "yes",
      models: [{ context_limit: 10 }, "x", { name: "m", max_tokens: "many" }],
      env_vars: {},
      efforts: { low: 3 },
    };
    const failure: unknown = await readDefinition(JSON.stringify(wrong), "corp.json").catch(
      (error: unknown) => error,
    );
    expect(ConfigError.is(failure)).toBe(true);
    const { message, hint = "" } = failure as ConfigError;
    expect(message).toMatch(/^corp\.json: \d+ fields cannot be used\.$/);
    for (const field of [
      "name",
      "engine",
      "base_url",
      "api_key_env",
      "headers",
      "timeout_seconds",
      "supports_streaming",
      "models[0].name",
      "models[1]",
      "models[2].max_tokens",
      "env_vars",
      "efforts.low",
    ])
      expect(hint).toContain(`- ${field}: `);
    expect(message + hint).not.toContain("sk-live");
    expect(message + hint).not.toContain("secret");
  });

  it("warns about unknown fields, also nested ones", async () => {
    const fields = { ...least, colour: 1, models: [{ name: "m", size: 2 }], token_exchange: null };
    const { warnings } = await readDefinition(JSON.stringify(fields), "corp.json");
    expect(warnings).toEqual([
      "corp.json: colour is not a field of definitions, and is not used.",
      "corp.json: models[0].size is not a field of definitions, and is not used.",
    ]);
  });

  it.each(["", "- a\n- b", "a: [", "{", "*x", '"text"', "a: &x [*x]"])("refuses %j", async (text) => {
    const failure: unknown = await readDefinition(text, "corp.yaml").catch((error: unknown) => error);
    expect(ConfigError.is(failure)).toBe(true);
    expect((failure as ConfigError).message).toContain("corp.yaml");
  });

  it("is read or refused with a ConfigError, whatever the fields hold", async () => {
    const names = ["name", "engine", "base_url", "models", "headers", "env_vars", "efforts", "api", "x"];
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom("openai", "https://a.example", "${X}/v1"));
    await checkProperty(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), values), async (fields) => {
        const failure: unknown = await readDefinition(JSON.stringify(fields), "corp.json").then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(failure === undefined || ConfigError.is(failure)).toBe(true);
      }),
    );
  });

  it("keeps an address whose variables have no default, to be asked for later", async () => {
    expect((await definitionOf({ ...least, base_url: "${CORP_URL}" })).baseUrl).toBe("${CORP_URL}");
    expect((await definitionOf({ ...least, base_url: "https://${TEAM}.corp.example/v1" })).baseUrl).toContain(
      "TEAM",
    );
  });
});

const published = outsideFiles("goose-providers");

describe.skipIf(published.length === 0)("definitions that others published", () => {
  it("are there", () => expect(published.length).toBeGreaterThan(20));

  it.each(published)("$name loads without a warning", async ({ name, text }) => {
    const { definition, warnings } = await readDefinition(text, name);
    expect(warnings).toEqual([]);
    const said = JSON.parse(text) as { name: string; models: { name: string; context_limit?: number }[] };
    expect(definition.name).toBe(said.name);
    expect(definition.models.map(({ id, limits }) => [id, limits.contextTokens])).toEqual(
      said.models.map((model) => [model.name, model.context_limit]),
    );
  });
});
