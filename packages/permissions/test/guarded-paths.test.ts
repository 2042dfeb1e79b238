import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect } from "@skein/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { childGate, createGate, pathGuard, permissionModes, type PermissionRule } from "../src/index.ts";
import { guardedPaths } from "../src/paths/guarded-paths.ts";
import { request, signal } from "./requests.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "skein-guard-")));
afterAll(() => rmSync(home, { recursive: true }));
const guard = pathGuard({ home });

/** The lists of the page for users: what is promised there is what these tests look for. */
const page = readFileSync(new URL("../../../docs/guarded-paths.md", import.meta.url), "utf8");
const documented = (
  [
    ["## Guarded from reading and writing", "reads"],
    ["## Guarded from writing", "writes"],
  ] as const
).flatMap(([title, from]) => {
  const part = page.slice(page.indexOf(`${title}\n`) + title.length).split("\n## ")[0] ?? "";
  return [...part.matchAll(/^- It (.+?): (.+)$/gm)].flatMap(([, what = "", paths = ""]) =>
    [...paths.matchAll(/`(.+?)`/g)].map(([, path = ""]) => ({ path, from, what })),
  );
});

/** A path that the entry covers. */
function sampleOf(path: string): string {
  const plain = path.replaceAll("*", "x");
  if (plain.startsWith("~/")) return join(home, plain.slice(2));
  return plain.startsWith("/") ? plain : join("/project/sub", plain);
}

const call = (path: string, effect: Effect, changes = {}) =>
  request({
    tool: effect === "reads" ? "read" : "write",
    effect,
    input: { path },
    resources: [`file:${path}`],
    ...changes,
  });

describe("a guarded path", () => {
  it.each(documented)("$path is guarded from $from, with all below it", ({ path, from }) => {
    for (const one of [sampleOf(path), join(sampleOf(path), "below", "it")]) {
      expect(guard(one, "writes")).toBeDefined();
      expect(guard(one, "reads") !== undefined).toBe(from === "reads");
      expect(guard(one.toUpperCase().replace(home.toUpperCase(), home), "writes")).toBeDefined();
    }
  });

  it.each([
    "/project/src/index.ts",
    "/project/.env.example",
    "/project/.env.local.sample",
    "/project/.envoy.yaml",
    "/project/environment.ts",
    "/project/id_rsa.pub",
    "/project/id_generator.ts",
    "/project/.github/workflows/ci.yaml",
    "/project/.gitignore",
    "/project/pem.ts",
    "/",
    "/proc",
    "/proc/1",
    join(home, ".config", "other", "config.json"),
    join(home, "sshkeys"),
    `${home}-else/.ssh/id`,
  ])("is not %s", (path) => {
    expect(guard(path, "writes")).toBeUndefined();
  });

  it.each(["/project/sub/../.env", "/project//.git/config", `${home}/./.ssh/`, `${home}/work/../.aws`])(
    "is found however it is written: %s",
    (path) => expect(guard(path, "writes")).toBeDefined(),
  );

  it("is found whether a letter with an accent is one character or two", () => {
    const own = pathGuard({ home, own: [{ path: "/data/caf\u00e9" }] });
    expect(own("/data/cafe\u0301/settings", "reads")).toBeDefined();
    expect(own("/data/CAF\u00c9", "reads")).toBeDefined();
    expect(own("/data/cafe", "reads")).toBeUndefined();
  });

  it("is found behind links to a file, to a folder, over several links, and to what is not there yet", () => {
    mkdirSync(join(home, ".ssh"));
    mkdirSync(join(home, "work"));
    writeFileSync(join(home, ".ssh", "id"), "key");
    symlinkSync(join(home, ".ssh", "id"), join(home, "work", "file"));
    symlinkSync("../.ssh", join(home, "work", "folder"));
    symlinkSync("folder", join(home, "work", "again"));
    symlinkSync("../.ssh/authorized_keys", join(home, "work", "missing"));
    for (const name of ["file", "folder/id", "folder/new/deep", "again/id", "missing"])
      expect(guard(join(home, "work", name), "reads")?.path).toBe("~/.ssh");
    // The other way round: the link is guarded, whatever it leads to.
    writeFileSync(join(home, "work", "plain"), "");
    symlinkSync(join(home, "work", "plain"), join(home, ".netrc"));
    expect(guard(join(home, ".netrc"), "reads")?.path).toBe("~/.netrc");
  });

  it("is found where the home folder itself is a link", () => {
    const link = join(home, "linked-home");
    symlinkSync(home, link);
    const linked = pathGuard({ home: link });
    expect(linked(join(home, ".aws", "credentials"), "reads")).toBeDefined();
    expect(linked(join(link, ".aws", "credentials"), "reads")).toBeDefined();
  });

  it("can be a folder of the program's own, but for what calls keep there", () => {
    const own = pathGuard({ home, own: [{ path: join(home, "data"), except: "sessions/*/calls" }] });
    expect(own(join(home, "data", "secrets.json"), "reads")).toBeDefined();
    expect(own(join(home, "data", "sessions", "a", "journal"), "reads")).toBeDefined();
    expect(own(join(home, "data", "sessions", "a", "calls", "1", "out.txt"), "reads")).toBeUndefined();
  });

  it("is in docs/guarded-paths.md, with what it holds or decides, and nothing else is", () => {
    expect(documented).toEqual(guardedPaths);
  });
});

const key = join(home, ".aws", "credentials");

describe("a call that touches one", () => {
  it("is asked about in every mode that lets it through at all, reading in auto apart", async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { name } of permissionModes) {
      const gate = createGate({ mode: name, guard });
      const verdicts = (["reads", "writes"] as const).map(async (effect) =>
        gate.decide(call(key, effect), signal),
      );
      found[name] = (await Promise.all(verdicts)).map(({ verdict }) => verdict);
    }
    expect(found).toEqual({
      auto: ["allow", "ask"],
      accept_edits: ["ask", "ask"],
      smart_approve: ["ask", "ask"],
      approve: ["ask", "ask"],
      plan: ["ask", "deny"],
      chat: ["deny", "deny"],
    });
  });

  it("says what is guarded, and which rule frees the call", async () => {
    const { by, reason, unasked } = await createGate({ mode: "smart_approve", guard }).decide(
      call(key, "reads"),
      signal,
    );
    expect([by, reason, unasked].map((text) => text?.replace(home, "~"))).toMatchInlineSnapshot(`
      [
        "guarded path ~/.aws",
        "~/.aws/credentials is guarded: it holds credentials. An answer for longer than once covers exactly this call; the permission rule "developer__read: allow" frees the tool.",
        "~/.aws/credentials is guarded: it holds credentials. No one is available to approve this call. The permission rule "developer__read: allow" would allow it.",
      ]
    `);
  });

  it.each([
    ["read", "allow"],
    ["developer__read", "allow"],
    ["developer", "ask"],
    ["developer__*", "ask"],
    ["*", "ask"],
    ["write", "ask"],
  ])("is freed by a rule for its tool only: %s", async (tool, verdict) => {
    const rules: readonly PermissionRule[] = [{ tool, verdict: "allow" }];
    const gate = createGate({ mode: "approve", rules, guard });
    expect(await gate.decide(call(key, "reads"), signal)).toMatchObject({ verdict });
    const denied = createGate({ mode: "auto", rules: [...rules, { tool: "read", verdict: "deny" }], guard });
    expect(await denied.decide(call(key, "reads"), signal)).toMatchObject({ verdict: "deny" });
  });

  it("is not freed by an answer to another call of the tool, and by its own for just that call", async () => {
    const gate = createGate({ mode: "approve", guard });
    await gate.remember(call("/project/a.ts", "reads"), "session");
    expect(await gate.decide(call("/project/b.ts", "reads"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(call(key, "reads"), signal)).toMatchObject({ verdict: "ask" });
    await gate.remember(call(key, "reads"), "session");
    expect(await gate.decide(call(key, "reads"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(call(join(home, ".netrc"), "reads"), signal)).toMatchObject({ verdict: "ask" });
  });

  it("is its parent's to ask about when a child makes it", async () => {
    const rules: readonly PermissionRule[] = [{ tool: "read", verdict: "allow" }];
    const freed = childGate(createGate({ mode: "approve", rules, guard }));
    expect(await freed.decide(call(key, "reads"), signal)).toMatchObject({ verdict: "allow" });
    const asked = childGate(createGate({ mode: "smart_approve", guard }));
    expect(await asked.decide(call(key, "reads"), signal)).toMatchObject({ verdict: "ask" });
  });

  it("is guarded by default in the user's own home", async () => {
    const gate = createGate({ mode: "smart_approve" });
    const own = call(join(homedir(), ".ssh", "id_ed25519"), "reads");
    expect(await gate.decide(own, signal)).toMatchObject({ verdict: "ask" });
  });
});
