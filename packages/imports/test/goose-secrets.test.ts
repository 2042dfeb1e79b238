import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createCollector } from "../src/findings.ts";
import { readGoose } from "../src/programs/goose.ts";

const providers = {
  one: {
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: ["ONE_KEY", "OTHER_KEY"],
  },
};

async function readFiles(files: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  const into = createCollector();
  const { path } = folder;
  await readGoose({ folder: path, data: path, cwd: path, isDefault: false, into, providers });
  return into.found;
}

const extensions = `extensions:
  notes: { type: stdio, name: notes, cmd: notes, env_keys: [NOTES_TOKEN, EMPTY_TOKEN] }
`;

it("imports keys of providers and of extensions from Goose's secrets, and names the others", async () => {
  const found = await readFiles({
    "config.yaml": extensions,
    "secrets.yaml":
      'ONE_KEY: key-one\nOTHER_KEY: ""\nNOTES_TOKEN: " token "\nEMPTY_TOKEN: ""\nUNUSED: x\nLIST: [1]\n',
  });
  expect(found.secrets.map(({ name, value }) => [name, value])).toEqual([["ONE_KEY", "key-one"]]);
  expect(found.extensions.map(({ secrets }) => secrets.map(({ name, value }) => [name, value]))).toEqual([
    [["NOTES_TOKEN", "token"]],
  ]);
  expect(found.leftAlone.map(({ area, subject }) => [area, subject])).toEqual([
    ["secrets", "OTHER_KEY, UNUSED, LIST"],
  ]);
});

it("says nothing of secrets that are all used", async () => {
  const found = await readFiles({ "config.yaml": extensions, "secrets.yaml": "NOTES_TOKEN: token\n" });
  expect(found.leftAlone).toEqual([]);
});

it("reads Goose's memory by category, and its permissions by tool", async () => {
  const found = await readFiles({
    "memory/work.txt": "# team\nStand-up at nine\n\nUse pnpm\nnot npm\n",
    "memory/empty.txt": "\n\n",
    "memory/other.md": "not read",
    "permission.yaml":
      "user:\n  always_allow: [notes__find, shell, gone]\n  never_allow: [developer__text_editor]\nsmart_approve: {}\n",
  });
  expect(found.notes.map(({ title, text }) => [title, text])).toEqual([
    ["From Goose's memory: work", "- [team] Stand-up at nine\n- Use pnpm\n  not npm"],
  ]);
  expect(found.rules.map(({ verdict, extension, tool }) => [verdict, extension, tool])).toEqual([
    ["allow", "notes", "find"],
    ["allow", "developer", "shell"],
    ["deny", "developer", "read"],
    ["deny", "developer", "write"],
    ["deny", "developer", "edit"],
  ]);
  expect(found.leftAlone.map(({ subject }) => subject)).toEqual(["always_allow: gone", "smart_approve"]);
});
