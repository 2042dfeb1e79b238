import { ConfigError } from "@skein/protocol";
import type { CommandResult, GoTo } from "@skein/session-commands";
import type { SessionDiff } from "@skein/runtime";
import { shortFolder } from "@skein/terminal";
import { lastTurn } from "../../chat/earlier-items.ts";
import { fileLines } from "../rewound-files.ts";
import type { ChatScope } from "../chat-scope.ts";
import type { ChatView } from "../../chat/chat-view.ts";
import { agentNotes } from "./agents-text.ts";
import { subagentsAtWork, watchSubagent } from "./subagents-live.ts";
import { offerOf, type Offer } from "./offers.ts";
import { resultText } from "./result-text.ts";
import { whichSubagent } from "./subagents-text.ts";
import { loadDiffLines, loadPermissionsView } from "../../later.ts";

/**
 * Tells what a command came to, and does what it leaves to the chat. Throws what is to be shown as an error.
 *
 * @returns the command line to run next, when the user has picked one.
 */
export async function showResult(result: CommandResult, scope: ChatScope): Promise<string | undefined> {
  if (result.kind === "subagent" && result.isAtWork) return watchSubagent(result, scope);
  const offer = await offerOf(result, new Date(), () => subagentsAtWork(scope.chat));
  if (offer) {
    await notesOf(result, scope);
    return pickFrom(offer, scope.view);
  }
  await tell(result, scope);
  return undefined;
}

/** @returns as `showResult`. */
export async function pickFrom({ list, next }: Offer, view: ChatView): Promise<string | undefined> {
  const picked = await view.pick(list);
  if (!picked) return undefined;
  const then = next(picked);
  if ("line" in then) return then.line;
  view.draft(then.draft);
  return undefined;
}

/** What there is to know beside what can be picked. */
async function notesOf(result: CommandResult, scope: ChatScope): Promise<void> {
  const { chat, view, wording } = scope;
  if (result.kind === "diff") return showDiff(result.diff, scope);
  if (result.kind === "permissions") {
    const { permissionLines } = await loadPermissionsView();
    return view.say(permissionLines(result.listed).join("\n"));
  }
  if (result.kind === "hunk-reverted") {
    await chat.refresh();
    const { path, line, added, removed } = result.reverted;
    return view.say(`Reverted ${shortFolder(path)}:${line} +${added} −${removed}; /redo restores it.`);
  }
  const notes =
    result.kind === "recipes"
      ? result.notices
      : result.kind === "agents"
        ? agentNotes(result, wording.commands)
        : [];
  for (const note of notes) view.say(note, "warning");
}

async function tell(result: CommandResult, scope: ChatScope): Promise<void> {
  const { chat, view, wording } = scope;
  const { commands: shell } = wording;
  const width = Math.max(40, scope.columns() - 2);
  switch (result.kind) {
    case "unknown-command": {
      const guess = result.guess === undefined ? "" : `Did you mean /${result.guess}? `;
      throw new ConfigError("usage", `There is no command /${result.name}.`, {
        hint: `${guess}/help lists all.`,
      });
    }
    case "must-wait":
      throw new ConfigError("usage", `/${result.name} has to wait until the answer is there.`, {
        hint: "Esc interrupts it.",
      });
    case "which-subagent":
      throw whichSubagent(result, Date.now());
    case "rewound":
      return showRewound(result, scope);
    case "diff":
    case "hunk-reverted":
      return notesOf(result, scope);
    case "go-to":
      return goTo(result, scope);
    case "go-on":
      return chat.goOn();
    case "send": {
      const { recipe } = result;
      if (recipe && recipe.leftOut.length > 0) {
        const whole = shell.chatWithRecipe(recipe.word);
        view.say(`Without its ${recipe.leftOut.join(", ")}. To have them: ${whole}`, "dim");
      }
      return chat.send(result.text, result.when);
    }
    case "recipes":
      view.say(await resultText(result, { width, shell }));
      return notesOf(result, scope);
    case "shell":
      view.output(undefined);
      return view.say(await resultText(result, { width, shell }), "dim");
    case "modes":
    case "permissions":
    case "remember-where":
    case "rewind-points":
      return; // there is always one to pick
    default:
      view.say(await resultText(result, { width, shell }));
  }
}

async function showDiff(diff: SessionDiff | undefined, { chat, view }: ChatScope): Promise<void> {
  if (!diff) return view.say("No file was changed in this session, as far as is known.");
  const { changesText, diffLines } = await loadDiffLines();
  for (const lines of diffLines(diff, chat.state().settings.cwd)) view.say(lines.join("\n"), "change");
  view.say(`${changesText(diff)} · /undo`, "dim");
}

const done = {
  undo: "Undid the last run; /redo restores it.",
  redo: "Restored what was undone last.",
  rewind: "Went back; /redo undoes that.",
  files: "The files went back, and the conversation stays; /redo undoes that.",
} as const;

/** Where the conversation stands now, and what was done to files for it. */
async function showRewound(
  { by, rewound, text }: Extract<CommandResult, { readonly kind: "rewound" }>,
  { chat, view }: ChatScope,
): Promise<void> {
  const items = await chat.refresh();
  view.say([done[by], ...fileLines(rewound, chat.state().settings.cwd)].join("\n"));
  if (by === "files") return;
  if (items.length === 0) view.say("The conversation is empty again.");
  else {
    view.say("The conversation now ends with:", "dim");
    await view.earlier(lastTurn(items));
  }
  if (text !== undefined) view.draft(text);
}

async function goTo({ how, session, parent, name, model }: GoTo, { chat, view }: ChatScope): Promise<void> {
  if (how === "resume") view.say(`Resumed session ${session}.`);
  await chat.goTo({ session, ...(name === undefined ? {} : { name }), ...model }, how === "fork");
  if (how === "new") view.say(`A new session: ${session}`);
  if (how === "fork") view.say(`Now in ${session}, a fork of ${parent}.`);
}
