import type { HostPattern } from "@skein/platform/hosts";
import type { CommandPattern } from "../shell-analysis/index.ts";
import type { PathPattern } from "./path-pattern.ts";

/** What the text of a rule is about. */
export type RuleSubject =
  /** A tool, an extension, `SERVER__*` or `*`. */
  | { readonly kind: "tool"; readonly name: string }
  /** Some built-in tools, as other programs call them with one name. */
  | { readonly kind: "tools"; readonly names: readonly string[] }
  /** All commands, or those that one of the patterns covers: some are for rules that allow, others for the rest. */
  | {
      readonly kind: "shell";
      readonly commands: "all" | CommandPatterns;
      /** About the command where it is to run outside the sandbox. */
      readonly isOutside?: boolean;
    }
  | { readonly kind: "path"; readonly access: "reads" | "writes"; readonly pattern: PathPattern }
  | { readonly kind: "domain"; readonly pattern: HostPattern }
  /** `github__*`: tools of a server, by a pattern of their names. */
  | { readonly kind: "server"; readonly pattern: string }
  | { readonly kind: "parameter"; readonly tool: string; readonly parameter: string; readonly value: string };

interface CommandPatterns {
  readonly allowing: readonly CommandPattern[];
  readonly restricting: readonly CommandPattern[];
}
