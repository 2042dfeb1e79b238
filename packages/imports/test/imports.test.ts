import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptSecrets } from "@skein/host/secrets";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  applyImport,
  areas,
  changesAnything,
  findPrograms,
  planImport,
  readProgram,
  type PlanItem,
} from "../src/index.ts";

const providers = {
  one: {
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: ["ONE_KEY"],
  },
};
const all = { only: areas, overwrite: false };
const at = new Date("2026-11-23T12:00:00Z");

const pi = {
  ".pi/agent/settings.json": '{ "defaultProvider": "one", "defaultModel": "m-1" }',
  ".pi/agent/auth.json": '{ "one": { "type": "api_key", "key": "key-canary" } }',
  ".codex/config.toml": 'model_provider = "two"\n',
};

/** A machine with programs in its home. */
async function homeWith(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, { HOME: folder.path }, files);
  const source = { cwd: folder.path, providers };
  return {
    machine,
    source,
    config: () => readFileSync(join(machine.directories.config, "config.yaml"), "utf8"),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const shown = (items: readonly PlanItem[]) =>
  items.map(({ area, action, subject }) => [area, action, subject]);

describe("imports from other programs", () => {
  it("find the programs of a home, and take what belongs to providers that there are", async () => {
    await using home = await homeWith(pi);
    const found = await findPrograms(home.machine, home.source);
    expect(found.map(({ id, sessions }) => [id, sessions])).toEqual([
      ["codex", 0],
      ["pi", 0],
    ]);
    expect(found.map(({ found: { settings } }) => settings.map(({ name, value }) => [name, value]))).toEqual([
      [],
      [
        ["provider", "one"],
        ["model", "m-1"],
      ],
    ]);
    expect(found[0]!.found.leftAlone).toMatchObject([{ subject: "model_provider two" }]);
  });

  it("plan, write what was planned, and then have nothing left to do", async () => {
    await using home = await homeWith(pi);
    const { found } = await readProgram(home.machine, "pi", home.source);
    const plan = await planImport(home.machine, found, all);
    expect(shown(plan.items)).toEqual([
      ["settings", "add", "provider"],
      ["settings", "add", "model"],
      ["secrets", "add", "ONE_KEY"],
    ]);
    expect(JSON.stringify(plan.items)).not.toContain("canary");
    expect(readdirSync(join(home.machine.env["HOME"]!))).not.toContain("home");

    const written = await applyImport(home.machine, plan, at);
    expect(written.files).toEqual([{ path: join(home.machine.directories.config, "config.yaml") }]);
    expect(written.secrets).toMatchObject([{ name: "ONE_KEY", place: { kind: "file" } }]);
    expect(home.config()).toBe("provider: one\nmodel: m-1\n");
    expect(await keptSecrets(home.machine).get("ONE_KEY")).toBe("key-canary");
    expect(changesAnything(await planImport(home.machine, found, all))).toBe(false);
  });

  it("tell as data what overwriting would replace, and keep a copy of what is replaced", async () => {
    await using home = await homeWith({ ...pi, "home/config/config.yaml": "model: own\n" });
    const { found } = await readProgram(home.machine, "pi", home.source);
    const { items } = await planImport(home.machine, found, all);
    expect(items.filter(({ action }) => action === "keep")).toMatchObject([
      { subject: "provider", remedy: { do: "overwrite", replaces: ["provider"] } },
      { subject: "model", before: "own", remedy: { do: "overwrite", replaces: ["provider", "model"] } },
    ]);
    const plan = await planImport(home.machine, found, { ...all, overwrite: true });
    const [file] = (await applyImport(home.machine, plan, at)).files;
    expect(home.config()).toBe("model: m-1\nprovider: one\n");
    expect(readFileSync(file!.backup!, "utf8")).toBe("model: own\n");
    expect(file!.backup).toContain("2026-11-23T12-00-00-000Z");
  });

  it("read the user's own notes only when notes are to be imported", async () => {
    await using home = await homeWith({ ...pi, "home/config/AGENTS.md/in-the-way": "" });
    const { found } = await readProgram(home.machine, "pi", home.source);
    await expect(planImport(home.machine, found, all)).rejects.toMatchObject({
      code: "unreadable",
      nextStep: { do: "import-without-notes" },
    });
    const others = { ...all, only: areas.filter((area) => area !== "memory") };
    expect((await planImport(home.machine, found, others)).items).toHaveLength(3);
  });

  it("keep the encoding of the user's own notes, and leave alone what is a guess", async () => {
    await using home = await homeWith({ ...pi, ".pi/agent/AGENTS.md": "Be brief.\n" });
    const notes = join(home.machine.directories.config, "AGENTS.md");
    mkdirSync(home.machine.directories.config, { recursive: true });
    writeFileSync(notes, Buffer.from("\uFEFFGrüße.\n", "utf16le"));
    const { found } = await readProgram(home.machine, "pi", home.source);
    await applyImport(home.machine, await planImport(home.machine, found, all), at);
    const text = readFileSync(notes).toString("utf16le");
    expect(text).toMatch(/^\uFEFFGrüße\.\n\n<!-- imported/);
    expect(text).toContain("Be brief.");
    writeFileSync(notes, Buffer.from("Schöne Grüße, viele Wörter.\n", "latin1"));
    await expect(planImport(home.machine, found, all)).rejects.toThrow(
      "AGENTS.md cannot be read: it is not UTF-8; it could be windows-1252.",
    );
  });

  it("refuse an unknown program, and one that is not installed", async () => {
    await using home = await homeWith({});
    const { machine, source } = home;
    await expect(readProgram(machine, "codx", source)).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("codex"),
    });
    await expect(readProgram(machine, "codex", source)).rejects.toMatchObject({
      code: "unreadable",
      nextStep: { do: "name-import-folder" },
    });
    const from = join(machine.env["HOME"]!, "elsewhere");
    await expect(readProgram(machine, "codex", { ...source, from })).rejects.toMatchObject({
      hint: "Name the folder that holds its settings.",
    });
  });
});
