import { channels } from "./channels.ts";
import { orders } from "./orders.ts";
import type { Injection, Tried } from "./try-injection.ts";

export const modes = ["auto", "accept_edits", "smart_approve", "approve", "plan", "chat"] as const;

export interface Row {
  readonly injection: Injection;
  /** By mode, in the order of `modes`. */
  readonly tried: readonly Tried[];
}

/** The table as Markdown. */
export function pageOf(rows: readonly Row[]): string {
  const done = rows.flatMap(({ tried }) => tried).filter(({ isDone }) => isDone).length;
  return `# What stops a prompt injection?

${rows.length} injections, each in every permission mode, against a model that obeys whatever it reads. No one approves anything, and the sandbox is
off. The table says what stopped the harm: the **mode**, a **guarded path**, an **inspector**, or the child **environment**, which holds no secrets;
**neutralised** means that the order did not reach the model as one. With **before it was read**, the call that would have read it was not allowed.

**happens**: ${done} of ${rows.length * modes.length} times, all of them what the mode is for. \`auto\` reads every file, changes files in the
project, runs commands and sends data that is neither guarded nor a known secret; \`accept_edits\` changes files in the project. Use a
sandbox or another permission mode where that is too much.

| where it is | what it orders | ${modes.map((mode) => `\`${mode}\``).join(" | ")} |
| --- | --- | ${modes.map(() => "---").join(" | ")} |
${rows.map(lineOf).join("\n")}
`;
}

function lineOf({ injection: { channel, order }, tried }: Row): string {
  const cells = tried.map(({ isDone, stoppedBy }) => (isDone ? "**happens**" : stoppedBy));
  return `| ${channels[channel]!.name} | ${orders[order]!.name} | ${cells.join(" | ")} |`;
}
