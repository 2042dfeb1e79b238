import { directories, SettingsError } from "@skein/settings";
import type { Examination, Finding } from "./finding.ts";
import { folders } from "./folders.ts";
import { machine } from "./machine.ts";
import { providers } from "./providers.ts";
import { schedules } from "./schedules.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { terminal } from "./terminal.ts";
import { saidError } from "../wording/next-step.ts";

/** Looks at everything, one thing after the other; what fails in one part does not hide the others. */
export async function* examine(examination: Examination): AsyncGenerator<Finding> {
  yield* guarded("machine", machine());
  yield* guarded("folders", folders());
  yield* guarded("settings", settings(examination));
  if (hasHome()) {
    yield* guarded("providers", providers(examination));
    yield* guarded("sessions", sessions());
    yield* guarded("schedules", schedules());
  }
  yield* guarded("terminal", terminal());
}

/** Without a home `folders` has said so. */
function hasHome(): boolean {
  try {
    directories({ env: process.env });
    return true;
  } catch {
    return false;
  }
}

async function* guarded(
  area: Finding["area"],
  part: AsyncIterable<Finding> | Iterable<Finding>,
): AsyncGenerator<Finding> {
  try {
    yield* part;
  } catch (error) {
    if (SettingsError.is(error)) {
      for (const { message, fix } of error.problems) yield { area, state: "problem", text: message, fix };
      return;
    }
    const { message, hint } = saidError(error);
    yield { area, state: "problem", text: message, ...(hint === undefined ? {} : { fix: hint }) };
  }
}
