import { messageOf } from "@skein/protocol";
import { deviceLogin, readDefinition } from "@skein/provider-definitions";
import { refusingProxy, temporaryFolder } from "@skein/test-kit";
import { pinCommit } from "@skein/checkpoints/worktrees";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readArchive } from "../src/queue/archive/read-archive.ts";
import { userGit } from "../src/worktrees/user-git.ts";

const variables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];
beforeEach(() => {
  for (const name of variables.flatMap((one) => [one, one.toUpperCase()])) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const origin = "https://service.example";

/** Each opens a connection to `origin`. */
const places: Readonly<Record<string, (cwd: string) => Promise<unknown>>> = {
  "a provider's login by code": async () => {
    const urls = { code_url: `${origin}/code`, token_url: `${origin}/token` };
    const login = { client_id: "c", scope: "s", ...urls };
    const text = JSON.stringify({ name: "vendor", engine: "openai", base_url: origin, device_login: login });
    const { definition } = await readDefinition(text, "vendor.json");
    await deviceLogin(definition, { show: () => undefined, signal: new AbortController().signal });
  },
  "an archive of files for a run": (cwd) => readArchive(`${origin}/files.tar.gz`, cwd),
  "a repository for a run": (cwd) => pinCommit(userGit({ env: process.env }), `${origin}/shop.git`, cwd),
};

describe.each(Object.entries(places))("%s", (_, open) => {
  it.each(["ALL_PROXY", "all_proxy", "HTTPS_PROXY"])("goes through the proxy in %s", async (variable) => {
    await using folder = await temporaryFolder();
    await using proxy = await refusingProxy();
    vi.stubEnv(variable, proxy.url);
    expect(await open(folder.path).catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect(new Set(proxy.asked)).toEqual(new Set(["service.example"]));
  });
});

/** Git speaks SOCKS itself. */
const ours = Object.entries(places).filter(([name]) => name !== "a repository for a run");

it.each(ours)("%s is refused with the variable's name if its proxy speaks SOCKS", async (_, open) => {
  vi.stubEnv("ALL_PROXY", "socks5://127.0.0.1:1");
  const text = await open("/").catch((error: unknown) => messageOf(error));
  expect(text).toContain("The proxy in ALL_PROXY is not an http or https address.");
});
