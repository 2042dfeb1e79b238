import type { PermissionMode } from "@skein/protocol";
import type { PathGuard } from "../paths/path-guard.ts";
import type { CompiledRule } from "../rules/permission-rule.ts";

/** What calls are judged by. */
export interface Policy {
  readonly mode: PermissionMode;
  readonly rules: readonly CompiledRule[];
  /** Which files no tool may touch unasked. */
  readonly guard: PathGuard;
  /** Whether git, when it reads in a folder, starts nothing that the repository names. */
  readonly isPlainRepository: (cwd: string) => boolean;
  /** Whether leaving the sandbox is asked about in every mode: see `reasonOutside`. */
  readonly asksOutside: boolean;
  /** Whether it holds whatever the user's rules allow: then no rule is named that would free a call. */
  readonly isFixed: boolean;
  /** Files outside the working folder that may be read unasked. @param path - absolute. */
  readonly mayRead: (path: string) => boolean;
}
