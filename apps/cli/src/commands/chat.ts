import { ConfigError, exitCodeOfSignal, exitCodes } from "@skein/protocol";
import { createRuntime, newSessionId } from "@skein/runtime";
import { directories } from "@skein/settings";
import { chatHelp } from "../arguments/chat-help.ts";
import { chatFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { runSettings } from "../arguments/run-settings.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import { openPromptHistory } from "../chat/prompt-history.ts";
import type { Command } from "../command.ts";
import { knownProviders, loadersSaying, providersWithKey } from "../providers.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { watchSignals } from "../signals.ts";
import { userModelFacts } from "../settings/model-facts.ts";

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
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new ConfigError("usage", "A chat needs a terminal, for input and output.", {
      hint: 'Without one, give a task: skein run -t "…"',
    });
  }
  const { data, state } = directories({ env: process.env });
  let note = (text: string): void => void process.stderr.write(`skein: ${cleanText(text)}\n`);
  await using runtime = createRuntime({
    providers: loadersSaying((text) => note(text)),
    dataFolder: data,
    facts: userModelFacts,
  });
  const settings = await runSettings(flags, runtime);
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
    settings: { ...settings, session: settings.session ?? newSessionId(new Date(), Math.random) },
    history,
    notes: { listen: (say) => (note = say) },
    isReady: hasKey(settings.provider),
    signal: stopper.signal,
  });
  await history.saved();
  if (last.hasBegun) {
    const { session } = last.settings;
    process.stdout.write(`Session ${session}. Go on with: skein -r --session-id ${session}\n`);
  }
  const signal = signals.received();
  return signal === undefined ? exitCode : exitCodeOfSignal[signal];
};

/** Whether the terminal can be drawn on: it must take single keys and know cursor movement. */
function canDraw(): boolean {
  return process.env["TERM"] !== "dumb" && typeof process.stdin.setRawMode === "function";
}

/** With a key in the environment the agent is expected to open, and the prompt need not wait for it. */
function hasKey(provider: string): boolean {
  const known = Object.hasOwn(knownProviders, provider);
  return known && providersWithKey(process.env).includes(provider);
}
