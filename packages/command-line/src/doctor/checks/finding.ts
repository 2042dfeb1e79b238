import { describeError, type NextStep } from "@skein/protocol";
import { SettingsError } from "@skein/settings";

export type CheckArea = "machine" | "folders" | "settings" | "providers" | "sessions" | "schedules";

/** One thing that was looked at. */
export interface CheckFinding {
  readonly area: CheckArea;
  /** `note`: works, and is worth knowing. */
  readonly state: "ok" | "note" | "problem";
  readonly text: string;
  /** What to do about a problem or a note, on any face. */
  readonly fix?: string;
  /** What a face does about it, or says in its own words, after `fix`. */
  readonly nextStep?: NextStep;
  /** The fault is the provider's or the network's, not this machine's. */
  readonly isProviders?: true;
}

/** What an error says, as findings: bad settings are one each. */
export function problemsOf(area: CheckArea, error: unknown): readonly CheckFinding[] {
  if (SettingsError.is(error))
    return error.problems.map(({ message, fix }) => ({ area, state: "problem", text: message, fix }));
  return [problemOf(area, error)];
}

export function problemOf(area: CheckArea, error: unknown): CheckFinding {
  const { message, hint, nextStep } = describeError(error);
  return {
    area,
    state: "problem",
    text: message,
    ...(hint === undefined ? {} : { fix: hint }),
    ...(nextStep === undefined ? {} : { nextStep }),
  };
}
