import { conversation, costs, type Sessions } from "@skein/runtime";
import { itemsOf, viewOfEntries } from "@skein/session-view";
import { howToAnswer } from "./question-words.ts";
import { readEntries, subagentObject, withSubagents } from "@skein/host/sessions";
import { sayDamage } from "./say-damage.ts";
import { printJson } from "../print.ts";
import { subagentTree, transcriptLines } from "@skein/terminal-views/sessions";

export async function showSession(sessions: Sessions, session: string, asJson: boolean): Promise<number> {
  const { entries, damage } = await readEntries(sessions, session);
  const spent = costs(entries);
  const listed = (await sessions.list()).find((line) => line.session === session);
  const summary = listed && "summary" in listed ? listed.summary : undefined;
  const subagents = await sessions.subagents(session);
  const total = withSubagents(spent, subagents);
  const open = damage ? [] : await sessions.openQuestions(session);
  const { stdout } = process;
  if (asJson) {
    const { name, cwd, startedAt, lastAt, state, provider, model, parent, child, isRewound } = summary ?? {};
    const head = {
      id: session,
      name,
      cwd,
      startedAt,
      lastAt,
      state,
      provider,
      model,
      parent,
      child,
      isRewound,
    };
    const theirs = { subagents: subagents.map(subagentObject), total };
    printJson({
      ...head,
      turns: conversation(entries),
      costs: spent,
      ...theirs,
      openQuestions: open,
      ...(damage && { damaged: damage.message }),
    });
  } else {
    const items = itemsOf(viewOfEntries(entries));
    for (const line of transcriptLines({ session, summary, items, spent }, stdout)) stdout.write(`${line}\n`);
    for (const line of howToAnswer(session, open)) stdout.write(`${line}\n`);
    for (const line of subagentTree(subagents, total)) stdout.write(`${line}\n`);
  }
  return sayDamage(damage);
}
