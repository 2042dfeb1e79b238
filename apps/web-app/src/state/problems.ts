import { ClientError } from "@skein/client";
import { createStore, type Store } from "./store.ts";

/** What went wrong last, for the person: what happened and what to do next. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

export const lastProblem: Store<Problem | undefined> = createStore<Problem | undefined>(undefined);

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ClientError)) return { code: "page", message: String(error) };
  const { code, message, hint } = error;
  if (code === "no-answer")
    return {
      code,
      message: "The server cannot be reached.",
      hint: "Is it still running? This page tries again.",
    };
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

/** Does something that may fail, and shows why it did. @returns whether it was done. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    lastProblem.set(problemOf(error));
    return false;
  }
}
