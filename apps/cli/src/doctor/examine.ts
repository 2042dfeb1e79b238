import { checkMachine, checkSystem, problemsOf, type CheckFinding } from "@skein/command-line/doctor";
import type { Machine } from "@skein/host";
import { debugFolder } from "../debug-folder.ts";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";
import { warn } from "../print.ts";
import { version } from "../version.ts";
import { terminalFindings } from "@skein/terminal-chat/machine";
import { saidFinding, type SaidFinding } from "./said-finding.ts";

interface Examination {
  /** Absolute. */
  readonly cwd: string;
  readonly isOffline: boolean;
}

/** Looks at this machine and at the terminal, one thing after the other. */
export async function* examine(examination: Examination): AsyncGenerator<SaidFinding> {
  for await (const finding of machineFindings(examination)) yield saidFinding(finding);
  yield* terminalFindings(process);
}

async function* machineFindings(examination: Examination): AsyncGenerator<CheckFinding> {
  const versions = { skein: version, node: process.versions.node };
  let machine: Machine;
  try {
    machine = thisMachine();
  } catch (error) {
    // Without a home there are no folders, and nothing in them to look at.
    yield* checkSystem({ env: process.env }, versions);
    yield* problemsOf("folders", error);
    return;
  }
  const listeners = { say: warn, httpLog: debugFolder() };
  yield* checkMachine(machine, { ...examination, providers: providerRegistry, versions, listeners });
}
