import { stat } from "node:fs/promises";
import { sessionDiagnostics } from "@skein/command-line/doctor/info";
import { exitCodes } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { examine } from "../doctor/examine.ts";
import type { SaidFinding } from "../doctor/said-finding.ts";
import { infoHere } from "../info/info-here.ts";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";
import { lookThrough } from "./export.ts";
import { machineFacts } from "./machine-facts.ts";
import { sayDamage } from "./say-damage.ts";
import { note, printJson } from "../print.ts";
import { checkOutput, writeOut, type Output } from "./write-out.ts";
import { openErrorText } from "../output/error-text.ts";

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
  const cwd = process.cwd();
  const findings: SaidFinding[] = [];
  for await (const finding of examine({ cwd, isOffline: true })) findings.push(finding);
  const settings = await infoHere(cwd).catch(async (error: unknown) => ({
    error: (await openErrorText())(error),
  }));
  const { pieces, hidden, damage } = await sessionDiagnostics(
    { machine: thisMachine(), providers: providerRegistry, sessions, cwd },
    session,
    { environment: machineFacts(), findings, settings, at: new Date() },
  );
  const code = await writeOut(pieces, output);
  if (code !== exitCodes.done) return code;
  const names = hidden();
  if (output.path !== undefined) {
    const { path } = output;
    const { size } = await stat(path);
    if (asJson) printJson({ id: session, path, bytes: size, hidden: names });
    else note(`Written: ${path} (${Math.ceil(size / 1000)} kB)`);
  }
  if (!asJson) for (const text of lookThrough(names)) note(text);
  return sayDamage(damage());
}
