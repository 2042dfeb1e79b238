import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { LiveSession } from "../src/index.ts";
import { hostWith, text } from "@skein/test-host";

type Open = (
  overrides?: object,
  wishes?: object,
) => Promise<{ readonly session: LiveSession; readonly folder: string }>;

const agent = (line: string) => `---\nname: scout\ndescription: looks\n${line}\n---\nLook.\n`;

/** Names a provider that does not exist in each place where one can be named. */
const places: readonly {
  readonly place: string;
  /** Files in the user's folder of settings. */
  readonly files?: Readonly<Record<string, string>>;
  readonly name: (open: Open) => Promise<unknown>;
}[] = [
  {
    place: "the settings of a session, as flags and a client have them",
    name: async (open) => (await open({ provider: "scriptde", model: "m" })).session.send("hello"),
  },
  {
    place: "a change of the model, as commands, editors and HTTP make it",
    name: async (open) => (await open()).session.setModel("scriptde", "m"),
  },
  {
    place: "a named agent",
    files: { "agents/scout.md": agent("model: scriptde/m") },
    name: async (open) => (await open({}, { agent: "scout" })).session.send("hello"),
  },
  {
    place: "a named agent with a field of its own for it",
    files: { "agents/scout.md": agent("model: m\nprovider: scriptde") },
    name: async (open) => (await open({}, { agent: "scout" })).session.send("hello"),
  },
];

describe("a provider that does not exist", () => {
  it.each(places)("is reported with the one that was meant: in $place", async ({ files = {}, name }) => {
    await using folder = await temporaryFolder();
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(join(folder.path, "home", "config", file, ".."), { recursive: true });
      writeFileSync(join(folder.path, "home", "config", file), content);
    }
    const { host } = await hostWith(folder.path, [[text("hello")]]);
    await using _ = host;
    const open: Open = async (overrides = {}, wishes = {}) => {
      const session = await host.open({ cwd: folder.path, attended: false, overrides, ...wishes });
      return { session, folder: folder.path };
    };
    await expect(name(open)).rejects.toMatchObject({
      code: "unknown-provider",
      message: 'There is no provider "scriptde".',
      hint: expect.stringMatching(/^Did you mean scripted\? Use one of: /) as string,
    });
  });
});
