import { join } from "node:path";
import {
  configExtensions,
  fillReferences,
  readyServers,
  referencesIn,
  withoutReferences,
} from "@skein/host/settings";
import { checkProperty } from "@skein/property-tests";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { editConfigFile, resolveSettings } from "@skein/settings";
import { temporaryFolder } from "@skein/test-kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foundExtension } from "../src/reading/found-extension.ts";
import { JsonFault, parseJsonText } from "../src/reading/json-text.ts";
import type { FoundRule } from "../src/findings.ts";
import { dollarReferences } from "../src/reading/mcp-servers.ts";
import { planRules } from "../src/planning/plan-rules.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("$", "{", "}", "A", ":", "-", "=", '"', "\n", "#", " ", "ü") }),
  fc.constantFrom(
    "--token=abc",
    "--api-key",
    "Bearer abc",
    "sk-abc",
    "${HOME}",
    "$${A}",
    "a: b",
    "yes",
    "0x1",
  ),
);
const variable = fc.constantFrom("API_KEY", "TOKEN", "LEVEL", "A_B", "A__B", "path", "Authorization");
const texts = fc.dictionary(variable, text, { maxKeys: 4 });

/** What a plan leaves alone, since a config file would not keep it. */
const brokenLines = /(^|\n)[ \t]+(\n|$)|^\n*[ \t][^]*\n|\r/;
const isKept = (entry: JsonObject) =>
  [entry["command"], entry["args"], entry["env"], entry["headers"]]
    .flatMap((value) => (isJsonObject(value) ? Object.values<JsonValue>(value) : (value ?? [])))
    .every((one) => typeof one === "string" && !brokenLines.test(one));

/** Writes an entry into a config file and reads the server that a run would start. */
async function throughFile(name: string, entry: JsonObject, secrets: ReadonlyMap<string, string>) {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "config.yaml");
  await editConfigFile(path, [{ path: ["extensions", name], value: entry }]);
  const file = { path, layer: "user", isRequired: true, isTrusted: true } as const;
  const { sections } = await resolveSettings({ files: [file] });
  const lookUp = (wanted: string) => Promise.resolve(secrets.get(wanted));
  const ready = await readyServers(configExtensions(sections), "/w", lookUp);
  expect(ready.warnings).toEqual([]);
  return ready.servers[0];
}

const literal = (secrets: readonly { readonly name: string; readonly value: string }[]) =>
  new Map(secrets.map(({ name, value }) => [name, value]));

/** Without what the program adds for itself: under which name it is pinned, and how to log in. */
function asItWas(server: Awaited<ReturnType<typeof throughFile>>): object {
  return Object.fromEntries(
    Object.entries(server ?? {}).filter(([name]) => name !== "pinKey" && name !== "login"),
  );
}

describe("a server that is imported", () => {
  it("starts as it did, whatever its texts are", async () => {
    const raw = fc.record({
      command: text.filter((one) => one.trim() !== ""),
      args: fc.array(text, { maxLength: 6 }),
      env: texts,
    });
    await checkProperty(
      fc.asyncProperty(raw, async ({ command, args, env }) => {
        const { entry, secrets } = foundExtension({
          name: "x",
          file: "f",
          command,
          args,
          env,
          isEnabled: true,
        });
        fc.pre(isKept(entry));
        const server = await throughFile("x", entry, literal(secrets));
        expect(asItWas(server)).toEqual({ name: "x", command, args, env: { ...env }, cwd: "/w" });
      }),
      { numRuns: 60 },
    );
  });

  it("is reached as it was, whatever its headers and query are", async () => {
    const query = fc.dictionary(variable, fc.string({ unit: fc.constantFrom("a", "%20", "$", "{", "}") }), {
      maxKeys: 3,
    });
    await checkProperty(
      fc.asyncProperty(texts, query, async (headers, parts) => {
        const pairs = Object.entries(parts).map(([name, value]) => `${name}=${value}`);
        const url = `https://example.com/mcp${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
        const { entry, secrets } = foundExtension({ name: "x", file: "f", url, headers, isEnabled: true });
        fc.pre(isKept(entry));
        const server = await throughFile("x", entry, literal(secrets));
        expect(asItWas(server)).toEqual({ name: "x", url, headers: { ...headers } });
      }),
      { numRuns: 60 },
    );
  });

  it("shows no value of a variable whose name is a secret's, nor a known kind of key", () => {
    checkProperty(
      fc.property(
        fc.constantFrom("API_KEY", "my-token", "PASSWORD", "Authorization"),
        fc.uuid(),
        (name, secret) => {
          const args = [
            "--api-key",
            `${secret}1`,
            `--token=${secret}2`,
            "--header",
            `X-Auth: ${secret}3`,
            `sk-${secret}4`,
          ];
          const { entry, secrets } = foundExtension({
            name: "some server",
            file: "f",
            command: "x",
            args,
            env: { [name]: secret, OTHER: `https://user:${secret}@example.com` },
            isEnabled: true,
          });
          expect(JSON.stringify(entry)).not.toContain(secret);
          expect(new Set(secrets.map((one) => one.name)).size).toBe(secrets.length);
        },
      ),
    );
  });

  it("shares no name of a secret with a server of another name", () => {
    const namesOf = (name: string) =>
      foundExtension({ name, file: "f", command: "x", env: { KEY: "1" }, isEnabled: true }).secrets.map(
        (one) => one.name,
      );
    checkProperty(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        fc.pre(one !== other);
        expect(namesOf(one)).not.toEqual(namesOf(other));
      }),
    );
    expect(namesOf("a-b")).not.toEqual(namesOf("a_b"));
    expect(namesOf("Abc")).not.toEqual(namesOf("abc"));
  });
});

describe("rules that are imported", () => {
  const verdicts = ["allow", "ask", "deny"] as const;
  const rule = fc.record(
    {
      verdict: fc.constantFrom(...verdicts),
      extension: fc.constantFrom("developer", "there", "new", "gone"),
      tool: fc.constantFrom("shell", "read", "list"),
      isPartOf: fc.constant("some of its calls"),
    },
    { requiredKeys: ["verdict", "extension"] },
  );
  const own = fc.dictionary(
    fc.constantFrom("developer__shell", "there__list", "there", "renamed__read"),
    fc.oneof(fc.constantFrom(...verdicts), fc.record({ verdict: fc.constantFrom(...verdicts) })),
  );

  const verdictOf = (said: (typeof verdicts)[number] | { verdict: (typeof verdicts)[number] } | undefined) =>
    typeof said === "object" ? said.verdict : said;

  it("allow nothing that was not allowed, and loosen nothing that Skein says", () => {
    checkProperty(
      fc.property(
        fc.array(rule, { maxLength: 8 }),
        own,
        fc.boolean(),
        fc.boolean(),
        (said, permissions, isTaken, overwrite) => {
          const found = said.map((one, index): FoundRule => ({ ...one, said: `rule ${index}`, file: "f" }));
          const names = new Map([
            ["there", { name: "there", isNew: false }],
            ["new", { name: "renamed", isNew: true }],
          ]);
          const { config = [], items } = planRules(
            found,
            { names, isTaken },
            { config: { permissions } },
            overwrite,
          );
          for (const { path, value } of config) {
            const name = path[1] ?? "";
            const wasSaid = verdicts.indexOf(verdictOf(permissions[name]) ?? "allow");
            expect(verdicts.indexOf(value as "allow")).toBeGreaterThanOrEqual(wasSaid);
          }
          const written = new Map(config.map(({ path, value }) => [path[1], value]));
          for (const [extension, name] of [
            ["developer", "developer"],
            ["there", "there"],
            ["new", "renamed"],
          ] as const) {
            for (const tool of ["shell", "read", "list"]) {
              const rules = [name, `${name}__${tool}`];
              const verdict = rules.map((one) => written.get(one) ?? verdictOf(permissions[one]));
              const isNew = rules.some((one) => written.get(one) === "allow");
              if (!isNew || verdict.includes("ask") || verdict.includes("deny")) continue;
              const covering = found.filter(
                (one) => one.extension === extension && [undefined, tool].includes(one.tool),
              );
              expect(covering.some((one) => one.verdict === "allow" && one.isPartOf === undefined)).toBe(
                true,
              );
              expect(covering.filter((one) => one.verdict !== "allow")).toEqual([]);
            }
          }
          expect([...written.keys()].filter((name) => name?.startsWith("gone"))).toEqual([]);
          const skipped = items.filter(({ action }) => action === "skip");
          expect(skipped.every(({ why = "" }) => why !== "")).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe("references", () => {
  it("are not in a text that was made to hold none", () => {
    checkProperty(
      fc.property(text, (words) => {
        const plain = withoutReferences(words);
        expect(referencesIn(plain)).toEqual([]);
        expect(fillReferences(plain, new Map([["HOME", "no"]]))).toBe(words);
      }),
    );
  });

  it("have a fallback only when every use has one", () => {
    expect(referencesIn(["${A:-1}", "${B:-}", "$${C} ${D}"])).toEqual([
      { name: "A", fallback: "1" },
      { name: "B", fallback: "" },
      { name: "D" },
    ]);
    expect(referencesIn(["${A:-1}${A}"])).toEqual([{ name: "A" }]);
    expect(referencesIn(["${A}${A:-1}"])).toEqual([{ name: "A" }]);
  });

  it("of programs that write $NAME mean the same", () => {
    expect(dollarReferences("$A ${B} ${C:-d} $1 ${-} $")).toBe("${A} ${B} ${C:-d} $1 $${-} $");
  });
});

describe("JSON of settings", () => {
  it("is read as JSON.parse reads it, also between comments", () => {
    checkProperty(
      fc.property(fc.jsonValue(), (value) => {
        const spaced = JSON.stringify(value, undefined, 1);
        const commented = `// one\n${spaced.replaceAll(/,$/gm, ", // two")} /* three */\n`;
        expect(parseJsonText(commented)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it.each<[string, JsonValue]>([
    ['{"a": [1, 2, ], "b": {}, }', { a: [1, 2], b: {} }],
    ['\uFEFF{"a": "// no comment" /* , */ }', { a: "// no comment" }],
    ['{"a": "\\u00fc\\n"} //', { a: "ü\n" }],
  ])("%j may have what editors leave", (words, value) => {
    expect(parseJsonText(words)).toEqual(value);
  });

  it.each([
    ["", 1, 1],
    ["{", 1, 2],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a":\n  secret}', 2, 3],
    ["[1,,2]", 1, 4],
    ['{"a": "x\n"}', 1, 7],
    ['{"a": "\\x"}', 1, 7],
    ["{} {}", 1, 4],
    ["[".repeat(100_000), 1, 202],
  ])("%j is wrong at a place, and the place alone is told", (words, line, column) => {
    expect(faultOf(words)).toEqual({ line, column, message: "this is not JSON" });
  });

  it("is read or refused, and never anything else", () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "1",
        "-",
        ".",
        "e",
        "/",
        "*",
        "\n",
        "true",
      ),
    });
    checkProperty(
      fc.property(odd, (words) => {
        const fault = faultOf(words);
        expect(fault === undefined || fault.line >= 1).toBe(true);
      }),
    );
  });
});

/** What is told of a text that is no JSON; any other error is a defect. */
function faultOf(words: string): Pick<JsonFault, "line" | "column" | "message"> | undefined {
  try {
    parseJsonText(words);
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column, message } = error;
    return { line, column, message };
  }
}
