import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canaries, formsOfValue, tracesOf, type Canary } from "./canary-kinds.ts";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const all = canaries();
const session = "s-canary";

/** Where a secret could turn up, with what was written there. */
const places = new Map<string, string>();
const exitCodes: (number | null)[] = [];
/** What a command got that a model wrote with a placeholder. */
let told = "";
let skein: SkeinHome;

/** What is in a file of the project is known once a tool could read it; the rest at once. */
const knownAtOnce = all
  .filter(({ file }) => file?.[0].startsWith("app/") !== true)
  .map(({ value }) => value)
  .join("\n");

const formsText = (make: (form: string) => boolean): string =>
  all
    .flatMap(({ value }) => Object.entries(formsOfValue(value)))
    .flatMap(([form, text]) => (make(form) ? [`${text}\n`] : []))
    .join("");

/** All bytes below a folder. */
function bytesBelow(folder: string, except: RegExp = /^$/): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !except.test(path))
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

async function plant(home: string): Promise<Readonly<Record<string, string>>> {
  const some = <Part>(pick: (one: Canary) => Part | undefined): Part[] =>
    all.map(pick).filter((part) => part !== undefined);
  const servers = some(({ server }) => server);
  // One is started, says all it was given, and ends.
  const telling = {
    command: "sh",
    args: ["-c", "env >&2; echo $0 $1 >&2; exit 1", "--token", all[20]?.value],
  };
  const config = {
    providers: {
      anthropic: {
        headers: Object.fromEntries(some(({ header }) => header)),
      },
    },
    extensions: Object.fromEntries([...servers, telling].map((server, at) => [`server-${at}`, server])),
  };
  const files: (readonly [string, string])[] = [
    ["skein/config/config.yaml", JSON.stringify(config)],
    ["app/dump-plain.txt", formsText((form) => form === "plain")],
    ["app/dump-forms.txt", formsText((form) => form !== "plain")],
    ...some(({ file }) => file),
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(home, path), text, { mode: 0o600 });
  }
  await mkdir(join(home, "tmp"));
  return {
    ...Object.fromEntries(some(({ variable }) => variable)),
    SKEIN_HOME: join(home, "skein"),
    SKEIN_SANDBOX: "off",
    TMPDIR: join(home, "tmp"),
  };
}

const homeFiles = all.flatMap(({ file }) => (file ? [`"$HOME/${file[0]}"`] : [])).join(" ");
const lookedAt = [
  "env; cat dump-plain.txt dump-forms.txt; cat /proc/$PPID/environ",
  `cat ${homeFiles} "$SKEIN_HOME/config/config.yaml"; seq 3000`,
];

/** What the model does: it looks everywhere, repeats what it saw, and writes a secret into a command. */
function replies(placeholderIn: (text: string) => string) {
  const read = (id: string, path: string): AssistantPart => ({
    type: "tool-call",
    id,
    name: "read",
    input: { path },
  });
  const spread = formsText(() => true);
  return (request: { readonly bytes: Buffer }, count: number) => {
    switch (count) {
      case 1:
        return { parts: lookedAt.map((command, at) => shell(`s${at}`, command)) };
      case 2:
        return {
          parts: [read("r1", "dump-plain.txt"), read("r2", "dump-forms.txt"), read("r3", "sub/.env.local")],
        };
      case 3: {
        const command = `printf %s ${placeholderIn(request.bytes.toString())} >told.txt; cat /proc/[0-9]*/cmdline >lines.txt`;
        return { parts: [{ type: "text", text: spread } as const, shell("s9", command)], deltaSize: 7 };
      }
      case 4:
        return {
          parts: [{ type: "thinking", text: spread } as const, ...say(`They are ${spread}.`).parts],
          deltaSize: 11,
        };
      default:
        return say(knownAtOnce);
    }
  };
}

beforeAll(async () => {
  const placeholder = /__SECRET_DB_PASSWORD_[0-9a-f]+__/;
  await using server = await anthropicServer(replies((text) => placeholder.exec(text)?.[0] ?? "none"));
  skein = await skeinHome(server.url);
  const env = await plant(skein.home);
  const cwd = join(skein.home, "app");
  const given = { cwd, input: `Use these: ${knownAtOnce}` };
  const args = ["run", "-i", "-", "--mode", "auto", "--session-id", session, "--debug"];
  const ran = await skein.run(
    [...args, "--output-format", "stream-json", "--name", `n ${all[0]?.value}`],
    env,
    given,
  );
  exitCodes.push(ran.exitCode);
  const again = await skein.run(
    ["run", "-t", "again", "-r", "--session-id", session, "--mode", "auto", "--output-format", "json"],
    env,
    { cwd },
  );
  const plain = await skein.run(
    ["run", "-t", "once more", "-r", "--session-id", session, "--mode", "auto"],
    env,
    { cwd },
  );
  places.set("requests", server.requests.map(({ bytes }) => bytes.toString()).join("\n"));
  places.set("events", ran.stdout);
  places.set("standard error", ran.stderr + again.stderr + plain.stderr);
  places.set("the result as JSON", again.stdout);
  places.set("the answer as text", plain.stdout);
  places.set("a command that a model wrote", readFileSync(join(cwd, "lines.txt"), "latin1"));
  told = readFileSync(join(cwd, "told.txt"), "utf8");
  const data = join(skein.home, "skein/data");
  places.set("journal, blobs, outputs of calls", bytesBelow(data, /\/data\/(secrets|checkpoints)\//));
  places.set("the HTTP log and all that may be lost", bytesBelow(join(skein.home, "skein/state")));
  places.set("temporary files", bytesBelow(join(skein.home, "tmp")));
  const file = (name: string) => join(skein.home, "out", name);
  await mkdir(join(skein.home, "out"));
  const say1 = async (place: string, command: readonly string[]) => {
    const { stdout, stderr } = await skein.here(["session", ...command], env, { cwd });
    places.set(place, stdout + stderr);
  };
  const written = async (place: string, name: string, command: readonly string[]) => {
    const { exitCode, stderr } = await skein.here(["session", ...command, session, "-o", file(name)], env, {
      cwd,
    });
    exitCodes.push(exitCode);
    places.set(place, readFileSync(file(name), "utf8") + stderr);
  };
  await Promise.all([
    written("export as JSON", "a.json", ["export", "--format", "json"]),
    written("export as Markdown", "a.md", ["export", "--format", "markdown"]),
    written("export as YAML", "a.yaml", ["export", "--format", "yaml"]),
    written("export as HTML", "a.html", ["export", "--format", "html"]),
    written("bundle", "bundle.json", ["export", "--bundle"]),
    written("diagnostics", "diagnostics.json", ["diagnostics"]),
    say1("titles: session list", ["list", "--json"]),
    say1("session show", ["show", session]),
    say1("session search", ["search", "again", "--json"]),
    (async () => {
      const { stdout, stderr } = await skein.here(["info", "--json"], env, { cwd });
      places.set("skein info", stdout + stderr);
    })(),
    say1("the context", ["show", session, "--context"]),
  ]);
});
afterAll(() => skein[Symbol.asyncDispose]());

describe(`canaries: ${all.length} kinds of secret`, () => {
  it("were looked for in 20 places", () => {
    expect(exitCodes.every((code) => code === 0)).toBe(true);
    expect(told).toBe(all.find(({ variable }) => variable?.[0] === "DB_PASSWORD")?.value);
    expect(places.size).toBeGreaterThanOrEqual(20);
    expect([...places].filter(([place, text]) => text === "" && place !== "temporary files")).toEqual([]);
    expect(places.get("requests")).toContain("__SECRET_");
  });

  it.each(all.map(({ kind, value }) => ({ kind, value })))(
    "$kind is in none of them, in no form",
    ({ value }) => {
      const found = [...places].flatMap(([place, text]) =>
        Object.entries(tracesOf(value)).flatMap(([form, trace]) =>
          trace.length >= 8 && text.includes(trace) ? [`${form} in ${place}`] : [],
        ),
      );
      expect(found).toEqual([]);
    },
  );
});
