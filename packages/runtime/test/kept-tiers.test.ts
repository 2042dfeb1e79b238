import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Barrier, Barriers } from "@skein/sandbox";
import { tierFacts } from "@skein/sandbox/tier-facts";
import { serveScript } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { openSandbox, type SandboxSettings } from "../src/sandbox/open-sandbox.ts";

const bwrap: Barrier = {
  tier: "bwrap",
  network: "all-or-none",
  open: () => ({
    wrap: async ({ argv }) => ({
      argv: ["held", ...argv],
      env: {},
      release: async () => [],
      checkFailure: () => undefined,
      limitReached: () => undefined,
      signsIn: () => [],
    }),
    close() {},
  }),
};
const full: Barrier = { ...bwrap, tier: "full", network: "hosts" };
const refused = (tier: "full" | "bwrap") => ({ tier, reason: `${tier} is refused.`, hint: "Allow it." });

const all: Barriers = { found: [full, bwrap], missing: [] };
const none: Barriers = { found: [], missing: [refused("full"), refused("bwrap")] };
const command = { argv: ["/bin/true"], cwd: tmpdir(), readable: [] };

/** Starts in one state folder, each with what a trial finds then. */
async function machine() {
  const stateFolder = await mkdtemp(join(tmpdir(), "skein-kept-tiers-"));
  return {
    stateFolder,
    async start(barriers: Barriers, sandbox: SandboxSettings = { mode: "auto" }) {
      const tried = { times: 0 };
      const probe = async () => {
        tried.times++;
        return barriers;
      };
      const sources = { dataFolder: stateFolder, stateFolder, env: { HOME: stateFolder }, probe };
      return { ...(await openSandbox({ cwd: tmpdir(), sandbox }, sources)), tried };
    },
    [Symbol.asyncDispose]: () => rm(stateFolder, { recursive: true, force: true }),
  };
}

describe.skipIf(tierFacts() === undefined)("tiers of an earlier start", () => {
  it("are told without a trial, and tried by the first command alone", async () => {
    await using here = await machine();
    const first = await here.start(all);
    expect([first.tier, first.tried.times]).toEqual(["full", 1]);
    const next = await here.start(all);
    expect([next.tier, next.tried.times]).toEqual(["full", 0]);
    const held = await Promise.all([next.shell?.hold(command), next.shell?.hold(command)]);
    expect(held.map((one) => one?.argv)).toEqual([
      ["held", "/bin/true"],
      ["held", "/bin/true"],
    ]);
    expect(next.tried.times).toBe(1);
    next.close();
  });

  it("are tried behind the first request", async () => {
    await using here = await machine();
    await here.start(all);
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/plain",
      body: Buffer.from(""),
    }));
    const next = await here.start(all);
    const request = get(server.url, (response) => response.resume());
    await once(request, "close");
    await expect.poll(() => next.tried.times).toBe(1);
    await next.shell?.hold(command);
    expect(next.tried.times).toBe(1);
    next.close();
  });

  it("that do not work any more let no command run, and are forgotten", async () => {
    await using here = await machine();
    await here.start(all);
    const next = await here.start(none);
    expect(next.tier).toBe("full");
    await expect(next.shell?.hold(command)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[SandboxError: The sandbox (full) worked at an earlier start and does not work now, so no command can run in this session. full is refused. Ask the user to start Skein again: it will use what works then.]`,
    );
    expect((await here.start(none)).tier).toBe("none");
  });

  it("make way for a better one with the next start", async () => {
    await using here = await machine();
    await here.start({ found: [bwrap], missing: [refused("full")] });
    const next = await here.start(all);
    expect((await next.shell?.hold(command))?.argv[0]).toBe("held");
    expect([next.tier, (await here.start(all)).tier]).toEqual(["bwrap", "full"]);
    next.close();
  });

  it("are not used where one is required, or where none of them fits", async () => {
    await using here = await machine();
    await here.start({ found: [bwrap], missing: [refused("full")] });
    await expect(here.start(none, { mode: "require" })).rejects.toThrow("none works here");
    const single = { mode: "auto", hosts: ["example.org"] } as const;
    expect((await here.start(all, single)).tier).toBe("full");
  });

  it("are never kept as none", async () => {
    await using here = await machine();
    await here.start(none);
    expect(await readdir(here.stateFolder)).toEqual([]);
  });

  it.each(["", "{}", "null", "[]", '{"facts":"other","tiers":[{"tier":"full","network":"hosts"}]}'])(
    "are tried at once when the file holds %j",
    async (text) => {
      await using here = await machine();
      await writeFile(join(here.stateFolder, "sandbox-tiers.json"), text);
      const next = await here.start(all);
      expect([next.tier, next.tried.times]).toEqual(["full", 1]);
    },
  );

  it("are in a file of the user alone", async () => {
    await using here = await machine();
    await here.start(all);
    const file = join(here.stateFolder, "sandbox-tiers.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { tiers } = JSON.parse(await readFile(file, "utf8")) as { tiers: unknown };
    expect(tiers).toEqual([
      { tier: "full", network: "hosts" },
      { tier: "bwrap", network: "all-or-none" },
    ]);
  });
});
