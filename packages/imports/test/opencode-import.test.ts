import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createCollector } from "../src/findings.ts";
import { readCodexRules } from "../src/programs/codex-rules.ts";
import { readOpencode } from "../src/programs/opencode.ts";
import { JsonFault, parseJsonText } from "../src/reading/json-text.ts";
import { isKeyVariable, keyVariableOf, providerId, providerOfAddress } from "../src/reading/provider-ids.ts";
import { readText } from "../src/reading/read-file.ts";

const known = {
  one: {
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: ["ONE_KEY", "ONE_OTHER_KEY"],
    addressVariable: "ONE_HOST",
  },
  free: { load: () => Promise.reject(new Error("is not loaded here")), description: "", keyVariables: [] },
};

async function found(files: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  const into = createCollector();
  const [at, data] = [join(folder.path, "config"), join(folder.path, "data")];
  await readOpencode({ folder: at, data, into, providers: known, home: folder.path, env: {} } as never);
  return into.found;
}

const config = (value: object) => found({ "config/opencode.json": JSON.stringify(value) });

describe("what OpenCode's files hold", () => {
  it("are a model and its provider", async () => {
    const { settings } = await config({ model: "one/vendor/m-1" });
    expect(settings.map(({ name, value }) => [name, value])).toEqual([
      ["provider", "one"],
      ["model", "vendor/m-1"],
    ]);
    expect((await config({})).settings).toEqual([]);
    expect((await config({ model: 3 })).settings).toEqual([]);
  });

  it.each<[permission: unknown, rules: readonly string[], leftAlone: number]>([
    [{ bash: "deny" }, ["deny shell"], 0],
    [{ bash: "ask" }, ["ask shell"], 0],
    [{ edit: "deny" }, ["deny edit", "deny write"], 0],
    [{ read: "ask" }, ["ask read"], 0],
    [{ bash: "allow" }, [], 1],
    [{ bash: { "git *": "deny" } }, [], 1],
    [{ webfetch: "deny" }, ["deny fetch web"], 0],
    [{ grep: "deny", glob: "ask", task: "deny" }, ["deny search", "ask tree", "deny subagent subagents"], 0],
    [{ doom_loop: "deny" }, [], 1],
    [{ toString: "deny" }, [], 1],
    [{ "*": "deny" }, [], 1],
    ["deny", [], 1],
    [{ bash: "deny", edit: "ask", read: "maybe" }, ["deny shell", "ask edit", "ask write"], 1],
  ])("are rules that mean the same in Skein: %j", async (permission, rules, leftAlone) => {
    const all = await config({ permission });
    expect(all.rules.map(({ verdict, extension, tool }) => `${verdict} ${tool} ${extension}`)).toEqual(
      rules.map((rule) => (rule.split(" ").length === 2 ? `${rule} developer` : rule)),
    );
    expect(all.leftAlone.filter(({ area }) => area === "permissions")).toHaveLength(leftAlone);
  });

  it("are servers, of both of its versions", async () => {
    const { extensions, leftAlone } = await config({
      mcp: {
        local: { type: "local", command: ["npx", "server", 3], environment: { A: "{env:B}" }, cwd: "/w" },
        web: { type: "remote", url: "https://mcp.example.org", headers: { X: "y" }, enabled: false },
        none: {},
        wrong: { url: "ftp://mcp.example.org" },
        filed: { command: ["x", "{file:secret}"] },
        servers: { later: { command: ["later"], disabled: true } },
      },
    });
    expect(extensions.map(({ name, entry }) => [name, entry])).toEqual([
      ["local", expect.objectContaining({ command: "npx", args: ["server", "3"], cwd: "/w" })],
      ["web", expect.objectContaining({ url: "https://mcp.example.org", enabled: false })],
      ["later", expect.objectContaining({ command: "later", enabled: false })],
    ]);
    expect(JSON.stringify(extensions[0])).toContain("${B:-}");
    expect(leftAlone.map(({ subject }) => subject)).toEqual(["none", "wrong", "filed"]);
  });

  it("are notes and keys, but no sign-in of its own", async () => {
    const { notes, secrets } = await found({
      "config/AGENTS.md": "Use tabs.",
      "data/auth.json": JSON.stringify({
        one: { type: "api", key: "key-canary" },
        free: { type: "oauth", access: "other-canary" },
      }),
    });
    expect(notes.map(({ text }) => text)).toEqual(["Use tabs."]);
    expect(secrets.map(({ name, value }) => [name, value])).toEqual([["ONE_KEY", "key-canary"]]);
  });
});

describe("a provider of another program", () => {
  it("is one of ours by its name, its key or its address", () => {
    expect([providerId(known, "one"), providerId(known, "free"), providerId(known, "toString")]).toEqual([
      "one",
      undefined,
      undefined,
    ]);
    expect([providerOfAddress(known, "ONE_HOST"), providerOfAddress(known, "TWO_HOST")]).toEqual([
      "one",
      undefined,
    ]);
    expect([isKeyVariable(known, "ONE_OTHER_KEY"), isKeyVariable(known, "ONE_HOST")]).toEqual([true, false]);
    expect([keyVariableOf(known, "one"), keyVariableOf(known, "free")]).toEqual(["ONE_KEY", undefined]);
  });
});

describe("JSON as settings are written", () => {
  it.each<[text: string, value: unknown]>([
    ['{"a": 1, // one\n "b": [1, 2,], /* two */ }', { a: 1, b: [1, 2] }],
    ["{}//", {}],
    ["[,]".replace(",", ""), []],
    ["[[],{},]", [[], {}]],
    ['{"a": {"b": "c//d"},}', { a: { b: "c//d" } }],
    ["[true,false,null,-1.5e3,]", [true, false, null, -1500]],
    ['["\\u0041\\n",]', ["A\n"]],
    ["\uFEFF[1,]", [1]],
    ['{"__proto__": 1,}', JSON.parse('{"__proto__": 1}')],
  ])("is read with comments and last commas: %j", (text, value) => {
    expect(parseJsonText(text)).toEqual(value);
  });

  it.each<[text: string, line: number, column: number]>([
    ["", 1, 1],
    ["{", 1, 2],
    ["[1 2]", 1, 4],
    ['{"a" 1}', 1, 6],
    ['{"a": 1 "b": 2}', 1, 9],
    ["{a: 1}", 1, 2],
    ["[1,]\n]", 2, 1],
    ["[,]", 1, 2],
    ["{,}", 1, 2],
    ["[01]", 1, 3],
    ["['a']", 1, 2],
    ['["a\nb"]', 1, 2],
    ['["\\x"]', 1, 2],
    ["[1] // fine\n[2]", 2, 1],
  ])("is none where it stops being that: %j", (text, line, column) => {
    expect(() => parseJsonText(text)).toThrow(JsonFault);
    expect(() => parseJsonText(text)).toThrow(expect.objectContaining({ line, column }) as Error);
  });

  it("may nest as deep as settings do, and no further", () => {
    const nested = (depth: number) => `//\n${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(() => parseJsonText(nested(200))).not.toThrow();
    expect(() => parseJsonText(nested(202))).toThrow(JsonFault);
  });
});

describe("a file of another program", () => {
  it("is read whole, or what keeps it from that is told", async () => {
    await using folder = await temporaryFolder();
    const read = async (name: string) => {
      const into = createCollector();
      const text = await readText(join(folder.path, name), into);
      return { text, broken: into.found.broken.length };
    };
    writeFileSync(join(folder.path, "fine"), "grün");
    writeFileSync(join(folder.path, "bytes"), Buffer.from([0xff, 0xfe, 0xfd]));
    mkdirSync(join(folder.path, "folder"));
    expect(await read("fine")).toEqual({ text: "grün", broken: 0 });
    expect(await read("gone")).toEqual({ text: undefined, broken: 0 });
    expect(await read("fine/below")).toEqual({ text: undefined, broken: 0 });
    expect(await read("bytes")).toEqual({ text: undefined, broken: 1 });
    expect(await read("folder")).toEqual({ text: undefined, broken: 1 });
  });
});

describe("a rule of Codex", () => {
  const rulesIn = async (text: string) => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, "default.rules"), text);
    const into = createCollector();
    await readCodexRules(folder.path, into);
    return into.found.rules.map(({ verdict, text: rule, isPartOf }) => `${verdict} ${rule ?? isPartOf}`);
  };
  const unclear = "deny its pattern or decision is not written out";

  it.each<[rule: string, rules: readonly string[]]>([
    ['prefix_rule(pattern=["a", ["b", "c"], "d"])', ["allow shell(a b d *)", "allow shell(a c d *)"]],
    [
      'prefix_rule(pattern=[["a", "b"], ["c", "d"]], decision="prompt")',
      ["ask shell(a c *)", "ask shell(a d *)", "ask shell(b c *)", "ask shell(b d *)"],
    ],
    ["prefix_rule(decision='forbidden', pattern=['a'])", ["deny shell(a *)"]],
    ['prefix_rule(pattern=["a"] + ["b"])', [unclear]],
    ['prefix_rule(pattern=["a")', [unclear]],
    ['prefix_rule(pattern="a")', [unclear]],
    ["prefix_rule(pattern=[])", [unclear]],
    ['prefix_rule(pattern=["a", []])', [unclear]],
    ['prefix_rule(pattern=["a", [["b"]]])', [unclear]],
    ['prefix_rule(pattern=["a", word])', [unclear]],
    ['prefix_rule(pattern=[""])', [unclear]],
    ['prefix_rule(pattern=["a\\\\b"])', [unclear]],
    ['prefix_rule(pattern=["a"], decision="al" + "low")', [unclear]],
    ['prefix_rule(pattern=["a"], decision=word)', ["deny Skein has no such decision"]],
    ['prefix_rule(other=f(pattern=["b"]), pattern=["a"])', ["allow shell(a *)"]],
    ["prefix_rule()", [unclear]],
  ])("is taken where it is written out: %s", async (rule, rules) => {
    expect(await rulesIn(`${rule}\n`)).toEqual(rules);
  });
});
