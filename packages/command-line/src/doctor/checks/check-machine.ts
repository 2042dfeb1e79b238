import type { Machine } from "@skein/host";
import { outputRedaction } from "@skein/host/secrets";
import { checkEnvironment } from "./check-environment.ts";
import { checkFolders } from "./check-folders.ts";
import { checkProviders, type ProviderChecks } from "./check-providers.ts";
import { checkSchedules } from "./check-schedules.ts";
import { checkSessions } from "./check-sessions.ts";
import { checkSettings } from "./check-settings.ts";
import { checkSandboxIn, checkSystem, type Versions } from "./check-system.ts";
import { problemsOf, type CheckArea, type CheckFinding } from "./finding.ts";

export interface MachineCheckOptions extends ProviderChecks {
  readonly versions: Versions;
}

/**
 * Looks at everything, one thing after the other; what fails in one part does not hide the others. Findings quote settings,
 * addresses and errors: secrets in them are redacted. Never throws.
 */
export async function* checkMachine(
  machine: Machine,
  options: MachineCheckOptions,
): AsyncGenerator<CheckFinding> {
  const redact = await outputRedaction(machine.env, () => [
    { machine, providers: options.providers },
    options.cwd,
  ]);
  for await (const finding of findingsOn(machine, options)) yield redact(finding);
}

async function* findingsOn(machine: Machine, options: MachineCheckOptions): AsyncGenerator<CheckFinding> {
  yield* guarded("machine", checkSystem(machine, options.versions));
  yield* guarded("machine", checkSandboxIn(options.cwd));
  yield* guarded("machine", checkEnvironment(machine));
  yield* guarded("folders", checkFolders(machine));
  yield* guarded("settings", checkSettings(machine, options.cwd));
  yield* guarded("providers", checkProviders(machine, options));
  yield* guarded("sessions", checkSessions(machine));
  yield* guarded("schedules", checkSchedules(machine));
}

async function* guarded(
  area: CheckArea,
  part: AsyncIterable<CheckFinding> | Iterable<CheckFinding>,
): AsyncGenerator<CheckFinding> {
  try {
    yield* part;
  } catch (error) {
    yield* problemsOf(area, error);
  }
}
