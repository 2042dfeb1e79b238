import { existsSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { quietMs } from "@skein/terminal-chat/questions";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const script = { turns: [{ text: "First." }, { text: "Second." }, { text: "Third." }] };
const model = ["--provider", "replay", "--model", "model.json", "--mode", "auto"];
const recipe = `title: Asked
description: Asks
prompt: "Paint {{ thing }} {{ colour }}, {{ times }} times{% if wet %}, wet{% endif %}"
parameters:
  - { key: thing, input_type: string, requirement: required, description: What to paint }
  - { key: times, input_type: number, requirement: user_prompt, default: "2", description: How often }
  - { key: colour, input_type: select, options: [red, green], requirement: required, description: Which colour }
  - { key: wet, input_type: boolean, requirement: required, description: Is it wet }
extensions: []
`;
const checked = `title: Checked
description: Is measured
prompt: Do it
activities: [Do it again, Stop]
extensions: []
retry: { max_retries: 1, checks: [{ type: shell, command: touch ran }] }
`;

async function workshop() {
  const folder = await temporaryFolder();
  const files = { "model.json": JSON.stringify(script), "asked.yaml": recipe, "checked.yaml": checked };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const sessions = () => {
    const kept = join(folder.path, ".local", "share", "skein", "sessions");
    return existsSync(kept) ? readdirSync(kept) : [];
  };
  const skein = (...args: readonly string[]) =>
    skeinInTerminal(args, { cwd: folder.path, env: { NO_COLOR: "1", SKEIN_NO_KEYRING: "1" } });
  return { ...folder, skein, sessions, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe.skipIf(!hasTerminal)("a recipe in a terminal", () => {
  it("asks for what is missing, by its type, and again for what is wrong", async () => {
    await using at = await workshop();
    await using run = at.skein("run", "--recipe", "asked.yaml", ...model, "--render-recipe");
    expect(await run.ended).toBe(2); // that one asks no question

    await using asked = at.skein("run", "--recipe", "asked.yaml", ...model);
    await asked.shows("What to paint (thing)");
    asked.type("the wall\r");
    await asked.shows("How often (times, number)");
    asked.type("x\r"); // after the default, 2
    await asked.shows("It must be a number");
    await asked.shows("How often (times, number)");
    asked.type("\u007f\r"); // the x is deleted
    await asked.shows("Which colour");
    asked.type("\u001b[B\r"); // down
    await asked.shows("Is it wet");
    asked.type("\r");
    await asked.shows("First.");
    expect(await asked.ended).toBe(0);
    await using shown = at.skein("session", "show");
    await shown.shows("Paint the wall green, 2 times, wet");
  });

  it("is given up with Ctrl-C at a question: exit 130, and nothing was started", async () => {
    await using at = await workshop();
    await using asked = at.skein("run", "--recipe", "asked.yaml", ...model);
    await asked.shows("What to paint");
    asked.type("\u0003");
    expect(await asked.ended).toBe(130);
    expect(at.sessions()).toEqual([]);
  });

  it("shows its commands and starts them after a yes, which is asked for once", async () => {
    await using at = await workshop();
    await using refused = at.skein("run", "--recipe", "checked.yaml", ...model);
    await refused.shows("shell: touch ran (retry.checks[0])");
    await refused.shows("Run them?");
    refused.type("h\r"); // no comes first, and letters are no arrows
    expect(await refused.ended).toBe(130);
    expect(existsSync(join(at.path, "ran"))).toBe(false);

    await using agreed = at.skein("run", "--recipe", "checked.yaml", ...model);
    await agreed.shows("Run them?");
    agreed.type("\u001b[B\r");
    await agreed.shows("First.");
    expect(await agreed.ended).toBe(0);
    expect(existsSync(join(at.path, "ran"))).toBe(true);

    await using again = at.skein("run", "--recipe", "checked.yaml", ...model);
    expect(await again.ended).toBe(0);
  });

  it("asks for the secret of an extension without showing it, and keeps it", async () => {
    await using at = await workshop();
    const served = `title: Served\ndescription: d\nprompt: Go\nextensions:\n  - { type: stdio, name: s, cmd: /nowhere/at-all, args: [], env_keys: [S_TOKEN] }\n`;
    await writeFile(join(at.path, "served.yaml"), served);
    await using run = at.skein("run", "--recipe", "served.yaml", ...model);
    await run.shows("secret: S_TOKEN");
    await run.shows("Run them?");
    run.type("\u001b[B\r");
    await run.shows("S_TOKEN, for an extension");
    run.type("hidden-value\r");
    expect(await run.ended).toBe(9);
    expect(run.output()).not.toContain("hidden-value");
    expect(existsSync(join(at.path, ".local/share/skein/secrets/S_TOKEN"))).toBe(true);
  });

  it("is asked for what is missing in a chat that is drawn, too", async () => {
    await using at = await workshop();
    await using chat = at.skein(...model);
    await chat.shows("/help");
    chat.type("/recipe ./asked.yaml thing=wall colour=green wet=yes");
    chat.type("\r");
    await chat.shows("times (number): How often");
    await chat.shows('"times": "2"');
    await setTimeout(quietMs + 200);
    chat.type("\r");
    await chat.shows("Paint wall green, 2 times, wet");
    await chat.shows("First.");
    chat.type("/recipe ./asked.yaml");
    chat.type("\r");
    await chat.shows("thing (string): What to paint");
    await chat.shows('"thing": ""'); // only now it takes keys, and not yet at once
    await setTimeout(quietMs + 200);
    chat.type("\u001b"); // Esc
    await chat.shows("Nothing was sent.");
    chat.type("\u0004");
    expect(await chat.ended).toBe(0);
  });

  it("begins a chat with -s, in which recipes are commands", async () => {
    await using at = await workshop();
    await mkdir(join(at.path, ".config", "skein"), { recursive: true });
    const config =
      "slash_commands:\n  - { command: paint, recipe_path: ../../asked.yaml }\n  - { command: help, recipe_path: x.yaml }\n";
    await writeFile(join(at.path, ".config", "skein", "config.yaml"), config);
    const values = ["thing=it", "colour=red", "wet=no"].flatMap((value) => ["--params", value]);
    await using chat = skeinInTerminal(
      ["run", "--recipe", "asked.yaml", "-s", ...values, "--params", "times=3", ...model],
      {
        cwd: at.path,
        env: { NO_COLOR: "1", SKEIN_NO_KEYRING: "1", TERM: "dumb" },
      },
    );
    await chat.shows("There is another command /help");
    await chat.shows("Paint it red, 3 times");
    await chat.shows("First.");
    await chat.shows("> ");
    chat.type("/paint thing=that colour=green wet=yes times=1\n");
    await chat.shows("Second.");
    chat.type("/paint thing=that colour=green\n");
    await chat.shows("wet (boolean): Is it wet");
    await chat.shows("Type it like this, or n to decline:");
    chat.type('{ "wet": "perhaps", "times": 1 }\n.\n');
    await chat.shows("It must be true or false");
    await chat.shows("Type it like this, or n to decline:");
    chat.type("n\n");
    await chat.shows("Nothing was sent.");
    chat.type("/recipe\n");
    await chat.shows("checked");
    chat.type("/exit\n");
    expect(await chat.ended).toBe(0);
  });
});
