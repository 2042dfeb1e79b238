import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extractText, type Entry } from "@skein/protocol";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { Finding } from "../src/checks.ts";
import { checkSettings } from "../src/checks/check-settings.ts";
import { collectEntries } from "../src/sessions.ts";

const config = (webSearch: string, more = ""): Readonly<Record<string, string>> => ({
  "home/config/config.yaml": `webSearch: ${webSearch}\n${more}`,
});

/** What the checks say of the search. */
async function found(webSearch: string | undefined, env: Readonly<Record<string, string>> = {}) {
  await using folder = await temporaryFolder();
  const machine = machineOf(folder.path, env, webSearch === undefined ? {} : config(webSearch));
  const findings: Finding[] = [];
  for await (const finding of checkSettings(machine, folder.path)) findings.push(finding);
  const { state, text: said, fix } = findings.find((one) => /web ?search/i.test(one.text)) ?? {};
  return `${state}: ${said}${fix === undefined ? "" : ` ${fix}`}`.replaceAll(folder.path, "");
}

describe("who searches the web", () => {
  it.each([
    [undefined, {}, "ok: web search: off"],
    ["{ engine: vendor }", {}, "ok: web search: by the vendor of the model"],
    [
      "{ engine: brave }",
      { BRAVE_API_KEY: "k" },
      "ok: web search: brave at https://api.search.brave.com, with its key",
    ],
    [
      '{ engine: exa, key: "${MINE}" }',
      { MINE: "k" },
      "ok: web search: exa at https://api.exa.ai, with its key",
    ],
    [
      "{ engine: searxng, url: http://127.0.0.1:8888 }",
      {},
      "ok: web search: searxng at http://127.0.0.1:8888, without a key",
    ],
  ])("%s", async (webSearch, env, said) => {
    expect(await found(webSearch, env as Record<string, string>)).toBe(said);
  });

  it.each([
    [
      "{ engine: brvae }",
      'there is no engine "brvae". Did you mean brave? Use one of: brave, tavily, exa, searxng, vendor.',
    ],
    [
      "{ engine: brave }",
      "wants BRAVE_API_KEY, which is neither in the environment nor kept. Set BRAVE_API_KEY, or remove webSearch.",
    ],
    ["{ engine: searxng }", "searxng has no address. Set url to that of your server."],
  ])("%s is a problem", async (webSearch, words) => {
    const said = await found(webSearch);
    expect(said).toMatch(/^problem: \/home\/config\/config\.yaml:1:\d+/);
    expect(said).toContain(words);
  });
});

it("an engine is asked by a tool of the session", async () => {
  await using folder = await temporaryFolder();
  const engine = createServer((_, response) => {
    response.end(
      JSON.stringify({ results: [{ title: "Snow", url: "https://a.example/", content: "It snows." }] }),
    );
  }).listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port } = engine.address() as AddressInfo;
  const own = config(
    `{ engine: searxng, url: "http://127.0.0.1:${port}" }`,
    "permissions: { web_search: allow }\n",
  );
  machineOf(folder.path, {}, own);
  const search = { type: "tool-call", id: "1", name: "web_search", input: { query: "snow" } } as const;
  const { host } = await hostWith(folder.path, [[search], [text("It snows.")]]);
  try {
    const session = await host.open({ cwd: folder.path, attended: false });
    expect((await session.prepare()).tools).toEqual(expect.arrayContaining(["fetch", "web_search"]));
    await (
      await session.send("Does it snow?")
    ).result;
    const entries = await collectEntries(host.sessions.entries(session.id));
    const result = entries.find(
      (one): one is Extract<Entry, { kind: "tool-result" }> => one.kind === "tool-result",
    );
    expect(extractText(result?.content ?? [])).toBe("1. Snow\n   https://a.example/\n   It snows.");
  } finally {
    await host.close();
    engine.closeAllConnections();
    engine.close();
  }
});
