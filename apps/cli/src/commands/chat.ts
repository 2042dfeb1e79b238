import { resolve } from "node:path";
import { ConfigError, exitCodeOfSignal, exitCodes, type Redactor } from "@skein/protocol";
import { createRuntime, newSessionId } from "@skein/runtime";
import { directories } from "@skein/settings";
import { usedSecrets } from "@skein/host/secrets";
import { configuredCommands, effectiveSettings, notSecret, userModelFacts } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { chatHelp } from "../arguments/chat-help.ts";
import { forkChoice, type ChooseSession } from "../arguments/choose-session.ts";
import { chatFlags } from "../arguments/flags.ts";
import { parseFlags, type Parsed } from "../arguments/parse-flags.ts";
import { refuseRecipeFlags } from "../arguments/recipe-flags.ts";
import { runSettings } from "../arguments/run-settings.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import type { SlashCommand } from "../chat/slash-command.ts";
import { openPromptHistory } from "../chat/prompt-history.ts";
import type { Command } from "../command.ts";
import { debugFolder, debugNotice } from "../debug-folder.ts";
import { forkSettings } from "../fork-settings.ts";
import { knownProviders, learnProviders, loadersTelling, providersWithKey } from "../providers.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { watchSignals } from "../signals.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("chat", chatFlags, args);
  if (flags.help) {
    process.stdout.write(chatHelp());
    return exitCodes.done;
  }
  const [stray] = words;
  if (stray !== undefined) {
    throw new ConfigError("usage", `"${stray}" stands alone.`, {
      hint: 'Begin the chat without it and type it there, or give a task: skein run -t "…"',
    });
  }
  if (flags.recipe === undefined) refuseRecipeFlags("chat", flags);
  return chatWith(flags);
};

export interface ChatOptions {
  /** Finds the session to go on with, where the flags do not say it. */
  readonly choose?: ChooseSession;
  /** With a recipe: what is said first, after its prompt. */
  readonly text?: string | undefined;
}

/** Holds the chat that the flags say. @returns the exit code. */
export async function chatWith(
  flags: Parsed<typeof chatFlags>,
  { choose, text: said }: ChatOptions = {},
): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new ConfigError("usage", "A chat needs a terminal, for input and output.", {
      hint: 'Without one, give a task: skein run -t "…"',
    });
  }
  const fork = forkChoice(flags);
  const { data, state } = directories({ env: process.env });
  let note = (text: string): void => void process.stderr.write(`skein: ${cleanText(text)}\n`);
  const used = usedSecrets();
  for (const warning of await learnProviders(resolve(flags.cwd ?? "."))) note(warning);
  const tap = debugFolder(flags.debug);
  if (tap !== undefined) note(debugNotice(tap));
  const recipe =
    flags.recipe === undefined
      ? undefined
      : await (
          await import("../recipe/open-recipe.ts")
        ).openRecipe(flags, {
          canAsk: process.stderr.isTTY,
          warn: (text) => note(text),
          note: (text) => note(text),
          used,
        });
  let redactor: Redactor | undefined;
  await using runtime = createRuntime({
    providers: loadersTelling({ say: (text) => note(text), used, tap, redactor: () => redactor }),
    dataFolder: data,
    facts: () => userModelFacts(thisMachine()),
    secrets: async () => used.all(),
    notSecret: await notSecret(thisMachine(), knownProviders),
    onRedactor: (opened) => (redactor = opened),
  });
  const base = await runSettings(flags, runtime, {
    used,
    choose: choose && ((cwd) => choose(runtime, cwd)),
  });
  const found = recipe ? await recipe.agent(base, true) : base;
  const settings = fork ? await forkSettings(runtime, found, { ...fork, say: note }) : found;
  const isPlain = flags.plain ?? !canDraw();
  const stopper = new AbortController();
  using signals = watchSignals(
    (reason) => stopper.abort(reason),
    isPlain ? ["SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"],
  );
  const frontEnd: ChatFrontEnd = isPlain
    ? (await import("../chat/line-chat.ts")).lineChat
    : (await import("../chat/screen-chat.ts")).screenChat;
  const history = await openPromptHistory(state);
  const { exitCode, state: last } = await frontEnd({
    runtime,
    settings: {
      ...settings,
      session: settings.session ?? newSessionId(new Date(), Math.random),
      warn: (text) => note(text),
    },
    history,
    notes: { listen: (say) => (note = say) },
    opening: recipe?.opening(said, flags.resume ?? false),
    commands: await ownCommands(settings.cwd, note),
    isReady: hasKey(settings.provider),
    signal: stopper.signal,
  });
  await history.saved();
  if (last.hasBegun) {
    const { session } = last.settings;
    process.stdout.write(`Session ${session}. Go on with: skein resume ${session}\n`);
  }
  const signal = signals.received();
  return signal === undefined ? exitCode : exitCodeOfSignal[signal];
}

/** Recipes that the settings make commands; loaded for those who have some. */
async function ownCommands(
  cwd: string,
  warn: (sentence: string) => void,
): Promise<readonly SlashCommand[] | undefined> {
  const configured = configuredCommands((await effectiveSettings(thisMachine(), cwd)).sections);
  if (configured.length === 0) return undefined;
  const { recipesAsCommands } = await import("../recipe/configured-slash-commands.ts");
  return recipesAsCommands(configured, warn);
}

/** Whether the terminal can be drawn on: it must take single keys and know cursor movement. */
function canDraw(): boolean {
  return process.env["TERM"] !== "dumb" && typeof process.stdin.setRawMode === "function";
}

/** With a key in the environment the agent is expected to open, and the prompt need not wait for it. */
function hasKey(provider: string): boolean {
  const known = Object.hasOwn(knownProviders, provider);
  return known && providersWithKey(process.env).includes(provider);
}
