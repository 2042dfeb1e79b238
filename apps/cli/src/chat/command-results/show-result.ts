import { ConfigError } from "@skein/protocol";
import type { CommandResult, GoTo } from "@skein/host/commands";
import { lastTurn } from "../earlier-items.ts";
import { fileLines } from "../rewound-files.ts";
import type { ChatScope } from "../chat-scope.ts";
import { resultText } from "./result-text.ts";
import { whichSubagent } from "./subagents-text.ts";

/** Tells what a command came to, and does what it leaves to the chat. Throws what is to be shown as an error. */
export async function showResult(result: CommandResult, scope: ChatScope): Promise<void> {
  const { chat, view } = scope;
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
    case "go-to":
      return goTo(result, scope);
    case "go-on":
      return chat.goOn();
    case "send": {
      const { word, leftOut = [] } = result.recipe ?? {};
      if (leftOut.length > 0)
        view.say(`Without its ${leftOut.join(", ")}. To have them: skein run --recipe ${word} -s`, "dim");
      return chat.send(result.text, result.when);
    }
    case "recipes":
      view.say(await resultText(result, columns()));
      for (const notice of result.notices) view.say(notice, "yellow");
      return;
    default:
      view.say(await resultText(result, columns()));
  }
}

const columns = () => Math.max(40, (process.stdout.columns ?? 80) - 2);

/** Where the conversation stands now, and what was done to files for it. */
async function showRewound(
  { by, rewound, text }: Extract<CommandResult, { readonly kind: "rewound" }>,
  { chat, view }: ChatScope,
): Promise<void> {
  const done =
    by === "undo" ? "The last run is taken back; /redo brings it again." : "The undo is taken back.";
  const items = await chat.refresh();
  view.say([done, ...fileLines(rewound, chat.state().settings.cwd)].join("\n"));
  if (items.length === 0) view.say("Nothing is said any more; the session begins anew.");
  else {
    view.say("This is where it stands:", "dim");
    await view.earlier(lastTurn(items));
  }
  if (text !== undefined) view.draft(text);
}

async function goTo({ how, session, parent, name, model }: GoTo, { chat, view }: ChatScope): Promise<void> {
  if (how === "resume") view.say(`Going on with session ${session}.`);
  await chat.goTo({ session, ...(name === undefined ? {} : { name }), ...model }, how === "fork");
  if (how === "new") view.say(`A new session: ${session}`);
  if (how === "fork") view.say(`Now in ${session}, a fork of ${parent}.`);
}
