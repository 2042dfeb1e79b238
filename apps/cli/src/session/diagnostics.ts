import { stat } from "node:fs/promises";
import { exitCodes, mapStrings, type JsonValue, type Redactor } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { examine } from "../doctor/examine.ts";
import type { SaidFinding } from "../doctor/said-finding.ts";
import { collectInfo } from "../info/collect-info.ts";
import { lookThrough } from "./export.ts";
import { hiddenNames, listening } from "./hidden-names.ts";
import { machineFacts } from "./machine-facts.ts";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "./say.ts";
import { userRedactor } from "./user-redactor.ts";
import { checkOutput, writeOut, type Output } from "./write-out.ts";
import { saidError } from "../wording/next-step.ts";

export interface DiagnosticsRequest {
  readonly output: Output;
  readonly asJson: boolean;
}

/** @returns the exit code. */
export async function writeDiagnostics(
  sessions: Sessions,
  session: string,
  { output, asJson }: DiagnosticsRequest,
): Promise<number> {
  await checkOutput(output);
  const line = (await sessions.list()).find((one) => one.session === session);
  const cwd = line && ("summary" in line ? line.summary : line).cwd;
  const hidden = new Set<string>();
  const redactor = listening(await userRedactor(cwd ?? process.cwd()), (text) => {
    for (const name of hiddenNames(text)) hidden.add(name);
  });
  const environment = machineFacts();
  const { pieces, damage } = await sessions.export(session, {
    format: "json",
    bundle: { redactor, environment },
  });
  const head = await headOf(redactor, damage()?.message);
  const code = await writeOut(joined(head, pieces), output);
  if (code !== exitCodes.done) return code;
  const names = [...hidden].toSorted();
  if (output.path !== undefined) {
    const { path } = output;
    const { size } = await stat(path);
    if (asJson) printJson({ id: session, path, bytes: size, hidden: names });
    else note(`Written: ${path} (${Math.ceil(size / 1000)} kB)`);
  }
  if (!asJson) for (const text of lookThrough(names)) note(text);
  return sayDamage(damage());
}

/** One object: what is known of the machine, and the session's bundle in it as it stands. */
async function* joined(head: object, bundle: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "session": `;
  yield* bundle;
  yield "}\n";
}

async function headOf(redactor: Redactor, damage: string | undefined): Promise<object> {
  const cwd = process.cwd();
  const findings: SaidFinding[] = [];
  for await (const finding of examine({ cwd, isOffline: true })) findings.push(finding);
  const settings = await collectInfo(cwd).catch((error: unknown) => ({ error: saidError(error) }));
  const head = {
    diagnostics: 1,
    at: new Date().toISOString(),
    environment: machineFacts(),
    findings,
    settings,
  };
  const plain = JSON.parse(JSON.stringify({ ...head, ...(damage && { damage }) })) as JsonValue;
  return mapStrings(plain, (text) => redactor.hide(text)) as object;
}
