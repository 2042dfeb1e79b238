import {
  type Command,
  type Parsed,
  parseFlags,
  refuseOwnerFlags,
  refuseRecipeFlags,
  workingFolder,
} from "@skein/command-line";
import { chatFlags } from "@skein/command-line/flags";
import { ConfigError, exitCodes, type AskUser } from "@skein/protocol";
import type { Host, HostNotice, LiveSession } from "@skein/host";
import type { OpenedRecipe } from "@skein/host/recipes";
import { chatHelp } from "../arguments/chat-help.ts";
import { forkChoice, forkNotice } from "../arguments/fork-choice.ts";
import { sessionFolder, type SessionFolder } from "../arguments/session-place.ts";
import { chosenByFlags, sessionWishes, type ChooseSession } from "../arguments/session-wishes.ts";
import { type ChatFrontEnd, chatOpening, chatCommandNames, recipeOpening } from "@skein/terminal-chat";
import { knownModel } from "@skein/host/providers";
import { openPromptHistory } from "@skein/host/sessions";
import { effectiveSettings, keepTheme } from "@skein/host/settings";
import { backgroundRunAs } from "../background/background-run.ts";
import { debugFolder, debugNotice } from "../debug-folder.ts";
import { loginPage } from "../login-page.ts";
import { thisMachine } from "../machine.ts";
import { version } from "../version.ts";
import { userRedactor } from "../session/user-redactor.ts";
import { abortOnSignals } from "../signals.ts";
import { chatTerminal } from "../terminal/chat-terminal.ts";
import { chatWording } from "../wording/chat-wording.ts";
import { userHost } from "../user-host.ts";
import { noticeText, sayNotice } from "../wording/say-notice.ts";
import { rootWarnings } from "../wording/session-warnings.ts";
import {
  loadAskForRecipe,
  loadChatLines,
  loadChatScreen,
  loadFirstTime,
  loadPiTerminal,
  loadSessionCommands,
  loadUpdateCheck,
} from "../later.ts";

type ChatFlags = Parsed<typeof chatFlags>;

const chatCommand: Command = async (args) => {
  const { flags, words } = parseFlags("skein chat", chatFlags, args);
  if (flags.help) {
    process.stdout.write(chatHelp());
    return exitCodes.done;
  }
  const [stray] = words;
  if (stray !== undefined) {
    throw new ConfigError("usage", `Unexpected argument "${stray}".`, {
      hint: 'Begin the chat without it and type it there, or give a task: skein run -t "…"',
    });
  }
  if (flags.recipe === undefined) refuseRecipeFlags("chat", flags);
  return chatWith(flags);
};

export const main: Command = Object.assign(chatCommand, { flags: chatFlags });

export interface ChatOptions {
  /** Finds the session to resume, where the flags do not say it. */
  readonly choose?: ChooseSession;
  /** With a recipe: what is said first, after its prompt. */
  readonly text?: string | undefined;
}

/** Holds the chat that the flags say. @returns the exit code. */
export async function chatWith(
  flags: ChatFlags,
  { choose = chosenByFlags(flags), text }: ChatOptions = {},
): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new ConfigError("usage", "A chat needs a terminal, for input and output.", {
      hint: 'Without one, give a task: skein run -t "…"',
    });
  }
  const { configuredFirst } = await loadFirstTime();
  if (!(await configuredFirst(flags))) return exitCodes.cancelled;
  const machine = thisMachine();
  let notify: (notice: HostNotice) => void = sayNotice;
  // A session of another process may ask before there is a screen.
  const asking = Promise.withResolvers<AskUser>();
  const note = (said: string): void => notify({ text: said });
  const httpLog = debugFolder(flags.debug);
  if (httpLog !== undefined) note(debugNotice(httpLog));
  await using host = await userHost({
    notify: (notice) => notify(notice),
    openPage: loginPage(true, note),
    httpLog,
  });
  const { session, recipe, place } = await openedSession(host, flags, {
    choose,
    note,
    ask: async (question, over) => (await asking.promise)(question, over),
  });
  const { provider, cwd } = session.settings();
  const { values } = await effectiveSettings(machine, cwd);
  const appearance = { ...values, screenReader: flags["screen-reader"] ?? values.screenReader };
  const isPlain = flags.plain ?? (appearance.screenReader || !canDraw());
  using stop = abortOnSignals(isPlain ? { signals: ["SIGTERM", "SIGHUP"] } : {});
  const frontEnd: ChatFrontEnd = isPlain ? (await loadChatLines()).lineChat : await screenFrontEnd();
  // Once the chat has begun: nothing waits for it.
  if (values.updateNotice) setTimeout(() => void tellOfNewVersion(note), 2_000).unref();
  const history = await openPromptHistory(machine.directories.state, () => userRedactor(cwd));
  const { commandsOf } = await loadSessionCommands();
  const commands = await commandsOf(host, cwd, {
    reserved: chatCommandNames,
    backgroundRun: backgroundRunAs,
  });
  for (const { name, file } of commands.taken)
    note(`There is another command /${name}, so that ${file} is not one. Give it another name.`);
  const { exitCode, state: last } = await frontEnd({
    terminal: chatTerminal(),
    wording: chatWording,
    session,
    sessions: host.sessions,
    commands,
    windowOf: async (model) =>
      (await knownModel({ machine, providers: host.providersIn(cwd) }, model)).limits.contextTokens,
    version,
    history,
    appearance,
    keepTheme: (name) => keepTheme(machine, name),
    notes: { listen: (say) => (notify = (notice) => say(noticeText(notice))) },
    questions: { answerWith: (answering) => asking.resolve(answering) },
    opening: recipe ? recipeOpening(recipe, text, flags.resume ?? false) : chatOpening(flags),
    // With a key in the environment the agent is expected to open, and the prompt need not wait for it.
    isReady: host.providersIn(cwd).withKey(machine.env).includes(provider),
    signal: stop.signal,
  });
  await history.saved();
  if (last.hasBegun) {
    const { session: ended } = last.settings;
    const way = session.owner
      ? `Process ${session.owner.pid} continues it: skein attach`
      : "Resume it: skein resume";
    process.stdout.write(`Session ${ended}. ${way} ${ended}\n`);
  }
  await place.leave(session, true, (said) => process.stdout.write(`${said}\n`));
  return stop.exitCode() || exitCode;
}

interface OpeningParts {
  readonly choose: ChooseSession;
  readonly note: (text: string) => void;
  readonly ask: AskUser;
}

/** The session that the flags say, or a fork of it. */
async function openedSession(
  host: Host,
  flags: ChatFlags,
  { choose, note, ask }: OpeningParts,
): Promise<{
  readonly session: LiveSession;
  readonly recipe: OpenedRecipe | undefined;
  readonly place: SessionFolder;
}> {
  const fork = forkChoice(flags);
  const cwd = workingFolder(flags.cwd);
  const recipe =
    flags.recipe === undefined
      ? undefined
      : await (await loadAskForRecipe()).askForRecipe(host, flags, { canAsk: process.stderr.isTTY, note });
  const resumed = await choose(host, cwd);
  const place = await sessionFolder(flags, cwd, { resumed, say: note });
  const found = await host.open({
    ...(await sessionWishes(flags, place, resumed)),
    joins: resumed !== undefined && fork === undefined,
    attended: ask,
    recipe,
    interactive: true,
  });
  refuseOwnerFlags(found, flags, place.cwd);
  rootWarnings(found.settings().mode, process.getuid?.()).forEach(note);
  if (!fork) return { session: found, recipe, place };
  const session = await found.fork(fork);
  note(forkNotice(session.id, found.id, fork));
  return { session, recipe, place };
}

async function tellOfNewVersion(note: (text: string) => void): Promise<void> {
  const { newVersionToTell } = await loadUpdateCheck();
  const [, program = ""] = process.argv;
  const newest = await newVersionToTell(thisMachine(), { program, version, now: new Date() });
  if (newest !== undefined) note(`skein ${newest} is there, and this is ${version}: skein update`);
}

async function screenFrontEnd(): Promise<ChatFrontEnd> {
  const [{ screenChat }, { ProcessTerminal }] = await Promise.all([loadChatScreen(), loadPiTerminal()]);
  return screenChat(new ProcessTerminal());
}

/** Whether the terminal can be drawn on: it must take single keys and know cursor movement. */
function canDraw(): boolean {
  return process.env["TERM"] !== "dumb" && typeof process.stdin.setRawMode === "function";
}
