import { stat } from "node:fs/promises";
import { namingRedactor } from "@skein/host/secrets";
import { withSubagentFiles } from "@skein/host/sessions";
import { exitCodes, type Redactor } from "@skein/protocol";
import type { ExportFormat, Sessions } from "@skein/runtime";
import { machineFacts } from "./machine-facts.ts";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "../print.ts";
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
  request: ExportRequest,
): Promise<number> {
  await checkOutput(request.output);
  const written = await exportOne(sessions, session, request);
  if (written.about && request.asJson) printJson(written.about);
  return written.code;
}

/** Each subagent's session too, into a file of its own beside the first. Throws `ConfigError` before any is written. */
export async function exportWithSubagents(
  sessions: Sessions,
  session: string,
  request: ExportRequest & { readonly output: { readonly path: string } },
): Promise<number> {
  const { path, force } = request.output;
  const files = withSubagentFiles(await sessions.list(), { session, path });
  for (const one of files) await checkOutput({ path: one.path, force });
  const about: object[] = [];
  for (const one of files) {
    const written = await exportOne(sessions, one.session, { ...request, output: { path: one.path, force } });
    if (written.about) about.push(written.about);
    if (written.code !== exitCodes.done) return written.code;
  }
  const [first, ...others] = about;
  if (request.asJson) printJson({ ...first, subagents: others });
  return exitCodes.done;
}

/** @returns what was written, when that was to a file. */
async function exportOne(
  sessions: Sessions,
  session: string,
  { format, isFull, isBundle, output, asJson }: ExportRequest,
): Promise<{ readonly code: number; readonly about?: object }> {
  const hiding = isBundle ? namingRedactor(await redactorOf(sessions, session)) : undefined;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { pieces, damage } = await sessions.export(session, {
    format,
    full: isFull,
    timeZone,
    ...(hiding && { bundle: { redactor: hiding.redactor, environment: machineFacts() } }),
  });
  const code = await writeOut(pieces, output);
  if (code !== exitCodes.done) return { code };
  const names = hiding?.names() ?? [];
  const { path } = output;
  const bytes = path === undefined ? 0 : (await stat(path)).size;
  if (path !== undefined && !asJson) note(`Written: ${path} (${format}, ${Math.ceil(bytes / 1000)} kB)`);
  if (isBundle && !asJson) for (const line of lookThrough(names)) note(line);
  const about = { id: session, path, format, bytes, ...(isBundle && { hidden: names }) };
  return { code: await sayDamage(damage()), ...(path === undefined ? {} : { about }) };
}

async function redactorOf(sessions: Sessions, session: string): Promise<Redactor> {
  const line = (await sessions.list(session)).find((one) => one.session === session);
  const cwd = line && ("summary" in line ? line.summary : line).cwd;
  return userRedactor(cwd ?? process.cwd());
}

/** What everybody is told who is about to send a bundle away. */
export function lookThrough(names: readonly string[]): readonly string[] {
  return [
    names.length === 0 ? "No secret was found in it." : `Hidden in it: ${names.join(", ")}.`,
    "Read it before you send it to anyone: secrets that are not known as such are still in it.",
  ];
}
