import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** A place where a provider can be named, with a name that is misspelt there. */
interface Place {
  readonly place: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the home. */
  readonly files?: Readonly<Record<string, string>>;
}

const task = ["run", "--no-session", "-t", "hello"];
const config = (text: string) => ({ ".config/skein/config.yaml": text });
const agent = (lines: string) => `---\nname: scout\ndescription: looks\n${lines}\n---\nLook.\n`;
const recipe = (settings: string) =>
  `version: 1.0.0\ntitle: Hello\ndescription: Says hello.\nprompt: Say hello.\nsettings:\n  ${settings}\n`;

const places: readonly Place[] = [
  { place: "a flag", args: [...task, "--provider", "anthropci", "--model", "m"] },
  { place: "a variable", args: task, env: { SKEIN_PROVIDER: "anthropci", SKEIN_MODEL: "m" } },
  { place: "a config file", args: task, files: config("provider: anthropci\nmodel: m\n") },
  {
    place: "the file of an agent",
    args: [...task, "--agent", "scout"],
    files: { ".config/skein/agents/scout.md": agent("model: m\nprovider: anthropci") },
  },
  {
    place: "a recipe",
    args: ["run", "--no-session", "--recipe", "hello.yaml"],
    files: { "hello.yaml": recipe("goose_provider: anthropci\n  goose_model: m") },
  },
  {
    place: "a schedule",
    args: [
      "schedule",
      "add",
      "a",
      "--cron",
      "0 8 * * *",
      "--mode",
      "auto",
      "-t",
      "hello",
      "--provider",
      "anthropci",
      "--model",
      "m",
    ],
  },
  { place: "the check of a provider", args: ["provider", "check", "anthropci"] },
  { place: "the models of a provider", args: ["provider", "models", "anthropci"] },
  { place: "the login to a provider", args: ["provider", "login", "anthropci"] },
  { place: "the logout of a provider", args: ["provider", "logout", "anthropci"] },
  {
    place: "a run in the background",
    args: ["run", "--background", "-t", "hello", "--provider", "anthropci", "--model", "m"],
  },
];

describe("a provider that does not exist", () => {
  it.each(places)(
    "is reported, with the one that was meant, before anything is sent: in $place",
    async ({ args, env = {}, files = {} }) => {
      await using server = await anthropicServer([]);
      await using skein = await skeinHome();
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(skein.home, path)), { recursive: true });
        writeFileSync(join(skein.home, path), text);
      }
      const { exitCode, stdout, stderr } = await skein.here(args, { ANTHROPIC_BASE_URL: server.url, ...env });
      expect({ exitCode, stdout, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/anthropci[^]*Did you mean anthropic\b/) as string,
      });
      expect(server.requests).toEqual([]);
    },
  );
});
