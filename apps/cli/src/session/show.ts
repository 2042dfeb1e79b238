import { readSession, sessionObject } from "@skein/host/sessions";
import type { Sessions } from "@skein/runtime";
import { itemsOf, viewOfEntries } from "@skein/session-view";
import { subagentTree, transcriptLines } from "@skein/terminal-chat/sessions";
import { printJson } from "../print.ts";
import { howToAnswer } from "./question-words.ts";
import { sayDamage } from "./say-damage.ts";
import { openElsewhere } from "@skein/session-processes/background";
import { thisMachine } from "../machine.ts";
import { wayBack } from "./way-back.ts";

export async function showSession(sessions: Sessions, session: string, asJson: boolean): Promise<number> {
  const whole = await readSession(sessions, session);
  const { entries, damage, summary, spent, subagents, total, openQuestions } = whole;
  const { stdout } = process;
  if (asJson) printJson(sessionObject(whole));
  else {
    const items = itemsOf(viewOfEntries(entries));
    const pid = (await openElsewhere(thisMachine(), sessions)).get(session);
    const lines = [
      ...transcriptLines({ session, summary, items, spent }, stdout),
      ...howToAnswer(session, openQuestions, pid),
      ...(pid === undefined ? [] : [`Process ${pid} has it open: ${wayBack(session, pid)}`]),
      ...subagentTree(subagents, total),
    ];
    for (const line of lines) stdout.write(`${line}\n`);
  }
  return sayDamage(damage);
}
