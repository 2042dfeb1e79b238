import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { say } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const go = ["run", "-t", "go", "--mode", "auto", "--no-session"];
/** No address from the environment: then the config file says it. */
const unset = { ANTHROPIC_BASE_URL: "" };
const vendor = "http://vendor.invalid";

async function writeConfig(skein: SkeinHome, text: string, folder = ".config/skein"): Promise<void> {
  await mkdir(join(skein.home, folder), { recursive: true });
  await writeFile(join(skein.home, folder, "config.yaml"), text);
}

describe.concurrent("how a provider is reached", () => {
  it("is what the user's config file says: address, proxy and headers, their references filled", async () => {
    await using proxy = await anthropicServer([say("All is well.")]);
    await using skein = await skeinHome();
    await writeConfig(
      skein,
      `providers:
  anthropic:
    baseUrl: ${vendor}
    proxy: ${proxy.url.replace("http://", "http://ann:${PROXY_PASSWORD}@")}
    headers: { x-team: "\${TEAM}-\${SHIFT:-day}", x-plain: "yes" }
`,
    );
    const env = { ...unset, PROXY_PASSWORD: "p@ss", TEAM: "blue" };
    const { exitCode, stdout, stderr } = await skein.here(go, env);
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stdout: "All is well.\n" });
    expect(proxy.requests[0]).toMatchObject({
      path: `${vendor}/v1/messages`,
      headers: {
        "x-team": "blue-day",
        "x-plain": "yes",
        "proxy-authorization": `Basic ${Buffer.from("ann:p@ss").toString("base64")}`,
      },
    });
  });

  it("is through the proxy that the environment names", async () => {
    await using proxy = await anthropicServer([say("All is well.")]);
    await using skein = await skeinHome(vendor);
    expect((await skein.here(go, { HTTP_PROXY: proxy.url })).exitCode).toBe(0);
    const bypassed = await skein.here(["provider", "check", "anthropic"], {
      HTTP_PROXY: proxy.url,
      NO_PROXY: ".invalid",
    });
    expect(bypassed).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("cannot be resolved") as string,
    });
    expect(proxy.requests).toHaveLength(1);
  });

  it("is not a project's to say", async () => {
    await using elsewhere = await anthropicServer([say("Caught.")]);
    await using server = await anthropicServer([say("All is well.")]);
    await using skein = await skeinHome(server.url);
    await writeConfig(
      skein,
      `providers: { anthropic: { proxy: "${elsewhere.url}", headers: { x-a: b } } }`,
      ".skein",
    );
    const trusted = await skein.here(["trust", "."]);
    expect(trusted.exitCode).toBe(0);
    const { exitCode, stdout, stderr } = await skein.here(go);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "All is well.\n" });
    expect(stderr).toContain("providers is ignored: no project can set it");
    expect(elsewhere.requests).toEqual([]);
    expect(server.requests[0]?.headers).not.toHaveProperty("x-a");
  });

  it.each([
    ["{ proxi: x }", 'Unknown key "proxi"'],
    ["{ proxy: 3 }", "providers.anthropic.proxy cannot be 3"],
    ["{ proxy: 'socks5://ann:secret@x' }", "The proxy of anthropic is not an http or https address"],
    ["{ headers: [a] }", "providers.anthropic.headers cannot be a list"],
    ["{ headers: { x-a: '${NOWHERE_TO_BE_FOUND}' } }", "wants NOWHERE_TO_BE_FOUND"],
    ["{ ca: no.pem }", "/.config/skein/no.pem cannot be read (ENOENT)"],
    ["{ ca: ~/no.pem }", "/no.pem cannot be read (ENOENT)"],
    ["{ clientKey: key.pem }", "clientKey of anthropic is set, but clientCert is not"],
  ])("is refused when it cannot be used: %s", async (entry, words) => {
    await using skein = await skeinHome();
    await writeConfig(skein, `providers:\n  anthropic: ${entry}\n`);
    const { exitCode, stderr } = await skein.here(go);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(words) as string });
    expect(stderr).not.toContain("secret");
  });
});

describe.concurrent("requests written down", () => {
  it("go to the folder that --debug names on standard error, without the key", async () => {
    await using server = await anthropicServer([say("All is well.")]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.here([...go, "--debug"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "All is well.\n" });
    const folder = /written to (\S+): without keys/.exec(stderr)?.[1] ?? "";
    expect(folder).toContain(join(skein.home, ".local/state/skein/http/"));
    const names = (await readdir(folder)).toSorted();
    expect(names).toEqual(["0001-request.json", "0001-response.body", "0001-response.json"]);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    expect(texts[0]).toContain('"x-api-key": "[key]"');
    expect(texts.join("")).not.toContain("sk-ant-test-key");
  });

  it("go to the folder that SKEIN_DEBUG_HTTP names, also of other commands", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const env = { SKEIN_DEBUG_HTTP: "tap" };
    expect((await skein.here(["provider", "check", "anthropic"], env)).exitCode).toBe(0);
    expect(await readdir(join(skein.home, "tap"))).toContain("0001-response.body");
  });
});

it("effort none on a model that cannot is said once", async () => {
  await using server = await anthropicServer([say("All is well.")]);
  await using skein = await skeinHome(server.url);
  const { exitCode, stderr } = await skein.here([...go, "--effort", "none", "--model", "claude-opus-5-5"]);
  expect(exitCode).toBe(0);
  expect(stderr.match(/cannot disable thinking/g)).toHaveLength(1);
});
