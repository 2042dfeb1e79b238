import { stat } from "node:fs/promises";
import { exitCodes } from "@skein/protocol";
import type { ExportFormat, Sessions } from "@skein/runtime";
import { hiddenNames, listening } from "./hidden-names.ts";
import { machineFacts } from "./machine-facts.ts";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "./say.ts";
import { userRedactor } from "./user-redactor.ts";
import { checkOutput, writeOut, type Output } from "./write-out.ts";

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly isFull: boolean;
  readonly isBundle: boolean;
  readonly output: Output;
  readonly asJson: boolean;
}

export async function exportSession(
  sessions: Sessions,
  session: string,
  { format, isFull, isBundle, output, asJson }: ExportRequest,
): Promise<number> {
  await checkOutput(output);
  const hidden = new Set<string>();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { pieces, damage } = await sessions.export(session, {
    format,
    full: isFull,
    timeZone,
    ...(isBundle && { bundle: await bundleOf(sessions, session, hidden) }),
  });
  const code = await writeOut(pieces, output);
  if (code !== exitCodes.done) return code;
  const names = [...hidden].toSorted();
  if (output.path !== undefined) {
    const { size } = await stat(output.path);
    const { path } = output;
    if (asJson) printJson({ id: session, path, format, bytes: size, ...(isBundle && { hidden: names }) });
    else note(`Written: ${path} (${format}, ${Math.ceil(size / 1000)} kB)`);
  }
  if (isBundle && !asJson) for (const line of lookThrough(names)) note(line);
  return sayDamage(damage);
}

async function bundleOf(sessions: Sessions, session: string, hidden: Set<string>) {
  const line = (await sessions.list()).find((one) => one.session === session);
  const cwd = line && "summary" in line ? line.summary.cwd : undefined;
  const redactor = await userRedactor(cwd ?? process.cwd());
  const found = (text: string) => {
    for (const name of hiddenNames(text)) hidden.add(name);
  };
  return { redactor: listening(redactor, found), environment: machineFacts() };
}

/** What everybody is told who is about to send a bundle away. */
export function lookThrough(names: readonly string[]): readonly string[] {
  return [
    names.length === 0 ? "No secret was found in it." : `Hidden in it: ${names.join(", ")}.`,
    "Look through it before you send it to anybody: what nobody knows to be secret is in it as it was.",
  ];
}
