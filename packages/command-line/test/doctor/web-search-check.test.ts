import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { checkSettings } from "../../src/doctor/checks/check-settings.ts";
import type { CheckFinding } from "../../src/doctor/checks/finding.ts";

/** What the checks say of the search. */
async function found(webSearch: string | undefined, env: Readonly<Record<string, string>> = {}) {
  await using folder = await temporaryFolder();
  const machine = machineOf(
    folder.path,
    env,
    webSearch === undefined ? {} : { "home/config/config.yaml": `webSearch: ${webSearch}\n` },
  );
  const findings: CheckFinding[] = [];
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
