import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { JsonObject, ModelPrice, ModelProvider } from "@skein/protocol";
import { scriptedProvider } from "@skein/provider-replay";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { Machine } from "../src/index.ts";
import {
  createProviderRegistry,
  refreshCatalog,
  type KnownProvider,
  type ProviderRegistry,
  type RefreshOptions,
} from "../src/providers.ts";
import { fetchCatalog } from "../src/providers/catalog/fetch-catalog.ts";

/** A provider that knows these models itself. */
function vendor(models: Readonly<Record<string, ModelPrice>>): KnownProvider {
  const scripted = scriptedProvider();
  const known = (id: string) => (Object.hasOwn(models, id) ? models[id] : undefined);
  const provider: ModelProvider = {
    ...scripted,
    id: "vendor",
    model: (id) => ({
      ...scripted.model(id),
      provider: "vendor",
      limits: known(id) ? { contextTokens: 100_000, images: true } : {},
      price: known(id),
    }),
  };
  return { load: async () => provider, description: "", keyVariables: [] };
}

const entry = (fields: JsonObject = {}): JsonObject => ({
  limit: { context: 200_000, output: 8_000 },
  modalities: { input: ["text", "image"] },
  cost: { input: 3, output: 15 },
  ...fields,
});

/** As the command does it, from a file. */
async function refresh(
  sources: { readonly machine: Machine; readonly providers: ProviderRegistry },
  folder: string,
  list: JsonObject,
  options: Partial<RefreshOptions>,
) {
  const from = join(folder, "list.json");
  writeFileSync(from, JSON.stringify(list));
  const usual: RefreshOptions = { from, isDryRun: false, reading: () => {}, mayLower: async () => false };
  return refreshCatalog(sources, { ...usual, ...options });
}

async function here(models: Readonly<Record<string, ModelPrice>> = {}) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, {}, {});
  const providers = createProviderRegistry({ vendor: vendor(models) });
  const refreshed = async (list: JsonObject, options: Partial<RefreshOptions>) =>
    (await refresh({ machine, providers }, folder.path, { vendor: { models: list } }, options)).providers;
  const plan = (list: JsonObject) => refreshed(list, { isDryRun: true });
  const keep = (list: JsonObject, lowersPrices = false) =>
    refreshed(list, { mayLower: async () => lowersPrices });
  const model = async (id: string) => {
    const { limits, price } = (await providers.loaders(machine, { say: undefined })["vendor"]!()).model(id);
    return { limits, price };
  };
  const efforts = async (id: string) =>
    (await providers.loaders(machine, { say: undefined })["vendor"]!()).model(id).effort?.levels;
  const file = join(machine.directories.data, "model-catalog", "vendor.json");
  return { plan, keep, model, efforts, file, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("an entry of a list of models", () => {
  it.each<[string, JsonObject, object | undefined]>([
    ["whole", entry(), { input: 3, output: 15 }],
    ["of a free model", entry({ cost: { input: 0, output: 0 } }), { input: 0, output: 0 }],
    [
      "with a cache",
      entry({ cost: { input: 3, output: 15, cache_read: 0.3, cache_write: null } }),
      { input: 3, output: 15, cacheRead: 0.3 },
    ],
    [
      "with dearer long prompts",
      entry({ cost: { input: 3, output: 15, context_over_200k: { input: 6, output: 22.5 } } }),
      { input: 3, output: 15, tiers: [{ input: 6, output: 22.5, aboveInputTokens: 200_000 }] },
    ],
    ["without a price", entry({ cost: null }), undefined],
  ])("%s gives a price", async (_, said, price) => {
    await using at = await here();
    await at.keep({ fresh: said });
    expect(await at.model("fresh")).toEqual({
      limits: { contextTokens: 200_000, outputTokens: 8_000, images: true, pdfs: false },
      price,
    });
  });

  it.each<[string, JsonObject | string, string]>([
    ["no map", "text", "is no map of fields"],
    ["a negative price", entry({ cost: { input: -1, output: 1 } }), "cost.input is -1"],
    ["a price in another unit", entry({ cost: { input: 3_000_000, output: 1 } }), "cost.input is 3000000"],
    ["half a price", entry({ cost: { input: 3 } }), "cost.output is null"],
    ["a text for a price", entry({ cost: { input: "3", output: 15 } }), 'cost.input is "3"'],
    [
      "a wrong price of the cache",
      entry({ cost: { input: 3, output: 15, cache_read: "no" } }),
      'cost.cache_read is "no"',
    ],
    [
      "a wrong price of long prompts",
      entry({ cost: { input: 3, output: 15, context_over_200k: {} } }),
      "cost.context_over_200k.input is null",
    ],
    ["a tiny window", entry({ limit: { context: 8 } }), "limit.context is 8"],
    ["half a token", entry({ limit: { context: 1000.5 } }), "limit.context is 1000.5"],
    ["a huge reply", entry({ limit: { context: 1000, output: 1e12 } }), "limit.output is 1000000000000"],
  ])("with %s is named, and what was known stays", async (_, said, problem) => {
    await using at = await here();
    await at.keep({ fresh: entry() });
    const before = await at.model("fresh");
    const [planned] = await at.plan({ fresh: said });
    expect(planned).toMatchObject({ changes: [], problems: [`vendor fresh: ${problem}`] });
    await at.keep({ fresh: said });
    expect(await at.model("fresh")).toEqual(before);
  });

  it.each<[string, JsonObject[string], readonly string[] | undefined]>([
    ["words", [{ type: "effort", values: ["none", "xhigh", "high", "low"] }], ["none", "low", "high"]],
    ["words behind a switch", [{ type: "toggle" }, { type: "effort", values: ["max"] }], ["max"]],
    ["words of others", [{ type: "effort", values: ["xhigh"] }], undefined],
    ["a switch", [{ type: "toggle" }], undefined],
    ["a budget", [{ type: "budget_tokens", min: 1024 }], undefined],
    ["nothing that can be read", "high", undefined],
  ])("with %s for efforts gives those that a provider does not know itself", async (_, options, levels) => {
    await using at = await here();
    const [planned] = await at.plan({ fresh: entry({ reasoning_options: options }) });
    expect(planned?.changes[0]?.after.efforts).toEqual(levels);
    await at.keep({ fresh: entry({ reasoning_options: options }) });
    expect(await at.efforts("fresh")).toEqual(levels);
  });

  it("without a window leaves the model's own limits, which it may learn more of", async () => {
    await using at = await here({ own: { input: 1, output: 1 } });
    await at.keep({ own: entry({ limit: { context: 0, output: 0 }, cost: { input: 2, output: 2 } }) });
    expect(await at.model("own")).toEqual({
      limits: { contextTokens: 100_000, images: true },
      price: { input: 2, output: 2 },
    });
  });
});

describe("a price", () => {
  const own = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const tiered = { ...own, tiers: [{ input: 6, output: 30, aboveInputTokens: 200_000 }] };
  const long = (input: number) => ({ input: 3, output: 15, context_over_200k: { input, output: 30 } });

  it.each<[string, ModelPrice, JsonObject, string | undefined, object]>([
    ["that is the same", own, { input: 3, output: 15 }, "limits", own],
    ["that is higher", own, { input: 4, output: 15 }, "price", { ...own, input: 4 }],
    ["that is lower", own, { input: 3, output: 14 }, "lower-price", own],
    ["of which one part is lower", own, { input: 9, output: 15, cache_read: 0.1 }, "lower-price", own],
    ["of long prompts that is lower", tiered, long(5), "lower-price", tiered],
    [
      "of long prompts that is higher",
      tiered,
      long(7),
      "price",
      { ...own, tiers: [{ input: 7, output: 30, aboveInputTokens: 200_000 }] },
    ],
  ])("%s is not used if that costs the user a limit", async (_, known, cost, kind, after) => {
    await using at = await here({ own: known });
    const list = { own: entry({ cost }) };
    expect((await at.plan(list))[0]!.changes.map((change) => change.kind)).toEqual([kind]);
    await at.keep(list);
    expect((await at.model("own")).price).toEqual(after);
  });

  it("that is lower is used once a person has said so, until it is lower again", async () => {
    await using at = await here({ own });
    const lower = (output: number) => ({ own: entry({ cost: { input: 3, output } }) });
    await at.keep(lower(14), true);
    expect((await at.model("own")).price).toMatchObject({ output: 14 });
    expect((await at.plan(lower(14)))[0]!.changes).toEqual([]);
    await at.keep(lower(14));
    expect((await at.model("own")).price).toMatchObject({ output: 14 });
    expect((await at.plan(lower(13)))[0]!.changes.map(({ kind }) => kind)).toEqual(["lower-price"]);
    await at.keep(lower(13));
    expect((await at.model("own")).price).toMatchObject({ output: 15 });
  });

  it("that was only fetched may be lowered", async () => {
    await using at = await here();
    await at.keep({ fresh: entry() });
    const lower = { fresh: entry({ cost: { input: 1, output: 1 } }) };
    expect((await at.plan(lower))[0]!.changes.map(({ kind }) => kind)).toEqual(["price"]);
    await at.keep(lower);
    expect((await at.model("fresh")).price).toMatchObject({ input: 1, output: 1 });
  });
});

describe("what is kept", () => {
  it.each(["", "{", "[]", '{"source":"a","fetchedAt":"b","models":[]}'])(
    "as %j counts for nothing",
    async (text) => {
      await using at = await here({ own: { input: 1, output: 1 } });
      await at.keep({ own: entry(), fresh: entry() });
      writeFileSync(at.file, text);
      expect(await at.model("own")).toMatchObject({ price: { input: 1, output: 1 } });
      expect((await at.model("fresh")).price).toBeUndefined();
    },
  );

  it("of models with names of objects' own is theirs alone", async () => {
    await using at = await here();
    await at.keep({ fresh: entry() });
    expect(await at.model("constructor")).toEqual({ limits: {}, price: undefined });
  });

  it("goes when the list has no model of the provider any more", async () => {
    await using at = await here();
    await at.keep({ fresh: entry() });
    await at.keep({});
    expect((await at.model("fresh")).price).toBeUndefined();
  });
});

describe("a list", () => {
  interface Answer {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  async function listed({ status = 200, headers = {}, body = "{}" }: Answer) {
    const server = createServer((_, response) => {
      response.writeHead(status, headers).write(body);
      if ("content-length" in headers) response.destroy();
      else response.end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    };
  }

  it("is read by provider from an address", async () => {
    const body = JSON.stringify({ vendor: { models: { one: entry() } }, empty: {}, other: 3 });
    await using server = await listed({ body });
    expect(await fetchCatalog(`${server.url}/api.json`)).toEqual(new Map([["vendor", { one: entry() }]]));
  });

  it.each([
    ["is refused", { status: 503 }, "the server answers 503"],
    ["is no JSON", { body: "<html>" }, "it is no JSON object"],
    ["has no models", {}, "no provider in it has models"],
    ["breaks off", { headers: { "content-length": "999" } }, "cannot be used"],
  ])("that %s is an error", async (_, answer, why) => {
    await using server = await listed(answer);
    await expect(fetchCatalog(`${server.url}/api.json?key=secret`)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining(why),
    });
    await expect(fetchCatalog(`${server.url}/api.json?key=secret`)).rejects.toMatchObject({
      message: expect.not.stringContaining("secret"),
    });
  });

  it("is not read without encryption from elsewhere", async () => {
    await expect(fetchCatalog("http://models.example/api.json")).rejects.toThrow(
      "it is read over https alone",
    );
  });

  it("that is a file which is not there is named", async () => {
    await expect(fetchCatalog("/nowhere/list.json")).rejects.toThrow("/nowhere/list.json cannot be used");
  });
});

it("gives nothing to a provider of one's own with the name of a vendor, unless it says so", async () => {
  await using folder = await temporaryFolder();
  const file = (name: string, more: string) => ({
    [`home/config/providers/${name}.yaml`]: `name: ${name}\nengine: openai\nbase_url: https://${name}.example/v1\n${more}`,
  });
  const machine = machineOf(
    folder.path,
    {},
    { ...file("mine", ""), ...file("named", "catalog_provider_id: vendor\n") },
  );
  const providers = createProviderRegistry({ openai: vendor({}) });
  await providers.learn(machine, folder.path);
  const ids = ["mine", "vendor", "ollama-chat", "lmstudio", "groq"];
  const list = Object.fromEntries(ids.map((id) => [id, { models: { fresh: entry() } }]));
  const { providers: planned } = await refresh({ machine, providers }, folder.path, list, { isDryRun: true });
  expect(planned.map(({ provider }) => provider).toSorted()).toEqual(["groq", "named", "ollama-chat"]);
});
