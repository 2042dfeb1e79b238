import { rm } from "node:fs/promises";
import { ConfigError } from "@skein/protocol";
import { createRuntime, newSessionId } from "@skein/runtime";
import { createLiveSession } from "@skein/host/sessions";
import { defineCommand } from "../arguments/command-line.ts";
import { demoFlags } from "@skein/command-line/command-flags";
import { createDemoProject, demoScript, demoTask, testDemo, type TestRun } from "@skein/command-line/demo";
import { textWriter } from "@skein/terminal-chat/run";
import { knownProvider, providerLoaders, providersWithKey } from "../providers.ts";
import { withNextStep } from "../wording/next-step.ts";
import { showRun } from "../show-run.ts";
import { watchStop } from "../signals.ts";
import { askHere } from "../terminal/ask-here.ts";
import { thisMachine } from "../machine.ts";
import { paintFor } from "@skein/terminal";
import { loadProviderReplay } from "../later.ts";

export const main = defineCommand({
  name: "demo",
  help: (flags) => `skein demo: watch an agent find and fix a bug in a small project\n\n${flags}\n`,
  flags: demoFlags,
  words: Infinity,
  run: async (flags) => {
    const say = (text: string) => process.stdout.write(`${text}\n`);
    const paint = paintFor(process.stdout);
    const real = flags.provider === undefined ? undefined : realModel(flags.provider, flags.model);
    const { data } = thisMachine().directories;
    const folder = await createDemoProject();
    await using runtime = createRuntime({
      providers: real ? providerLoaders() : { scripted: scriptedDemo },
      dataFolder: data,
    });
    try {
      say(paint("bold", "An agent fixes a bug"));
      say(`A small project with a bug is in ${folder}.`);
      say(
        real
          ? `The model is ${real.provider} ${real.model}. Commands are asked for before they run.`
          : "The model's turns are SCRIPTED: no model is called and no key is used. Everything else is real:\nthe agent loop, the shell, the edits, the journal.",
      );
      const program = { node: process.execPath, env: { ...process.env, SKEIN_RUN_AS_NODE: "1" } };
      const before = testDemo(folder, program);
      say(`\n${paint("bold", "Before")}  $ node --test`);
      say(describe(before));
      if (before.ok) throw new Error("The demo's tests pass although they should fail.");
      say(`\n${paint("bold", "The agent works")}  "${demoTask}"`);
      const terminal = process.stdin.isTTY && process.stderr.isTTY;
      const session = createLiveSession({
        runtime,
        attended: terminal && askHere(folder),
        settings: {
          session: newSessionId(new Date(), Math.random),
          provider: real?.provider ?? "scripted",
          model: real?.model ?? "bug-fix",
          mode: real ? (flags.mode ?? "smart_approve") : "auto",
          cwd: folder,
          interaction: "chat",
          builtins: ["developer"],
          name: "demo",
        },
      });
      using stopWatch = watchStop();
      const { result, exitCode } = await showRun({
        session,
        sessions: runtime.sessions,
        input: demoTask,
        writer: textWriter({
          stdout: process.stdout,
          stderr: process.stdout,
          quiet: false,
          live: true,
          withNextStep,
        }),
        stopWatch,
      });
      const after = testDemo(folder, program);
      say(`\n${paint("bold", "After")}  $ node --test`);
      say(describe(after));
      say("");
      say(`Session ${result.session} is kept in ${runtime.sessions.folder(result.session)}`);
      for (const line of real ? [] : aboutKeys()) say(line);
      if (exitCode !== 0) return exitCode;
      return after.ok ? 0 : 6;
    } finally {
      if (flags.keep) say(`The project is kept in ${folder}`);
      else await rm(folder, { recursive: true, force: true });
    }
  },
});

function realModel(provider: string, model: string | undefined) {
  const chosen = model ?? knownProvider(provider).defaultModel;
  if (chosen !== undefined) return { provider, model: chosen };
  throw new ConfigError("usage", `Which model of ${provider}?`, { hint: "Name it with --model ID." });
}

function describe({ lines, passed, failed }: TestRun): string {
  const paint = paintFor(process.stdout);
  const shown = lines.map((line) => `  ${paint(line.startsWith("✓") ? "success" : "error", line)}`);
  return [...shown, `  ${passed} passed, ${failed} failed`].join("\n");
}

function aboutKeys(): readonly string[] {
  const [found] = providersWithKey(process.env);
  if (found === undefined) {
    return ["With a key of your own: export ANTHROPIC_API_KEY=…, then: npm start -- --provider anthropic"];
  }
  return [
    `A key for ${found} is in the environment. It was seen, not used.`,
    `The same task on the real model: npm start -- --provider ${found}`,
  ];
}

async function scriptedDemo() {
  const { scriptedModel, singleModelProvider } = await loadProviderReplay();
  return singleModelProvider(() => scriptedModel(demoScript));
}
