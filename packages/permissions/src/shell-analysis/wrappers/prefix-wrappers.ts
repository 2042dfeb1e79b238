import type { OptionTable } from "../programs/options.ts";

/** A program whose last arguments are a command that it starts. */
export interface PrefixWrapper extends OptionTable {
  /** How many operands come before the command. Default: 0. */
  readonly positionals?: number;
  /** Whether `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** Whether it adds nothing to what the command does: always, or only without options. Default: never. */
  readonly isTransparent?: "always" | "without-options";
  /** Whether words that it reads become arguments of the command. */
  readonly addsInput?: boolean;
  /** Options with which it starts nothing: `command -v ls`. */
  readonly asks?: readonly string[];
}

export const prefixWrappers: ReadonlyMap<string, PrefixWrapper> = new Map<string, PrefixWrapper>([
  ["time", { flags: "pv", values: "fo", isTransparent: "without-options" }],
  [
    "timeout",
    {
      flags: "v",
      values: "sk",
      long: "foreground preserve-status verbose signal= kill-after=",
      positionals: 1,
      isTransparent: "always",
    },
  ],
  ["nice", { values: "n", long: "adjustment=", hasDigits: true, isTransparent: "always" }],
  ["ionice", { flags: "t", values: "cn", long: "class= classdata= ignore", isTransparent: "always" }],
  ["nohup", { isTransparent: "always" }],
  ["stdbuf", { values: "ioe", long: "input= output= error=", isTransparent: "always" }],
  ["command", { flags: "pvV", isTransparent: "without-options", asks: ["-v", "-V"] }],
  ["builtin", { isTransparent: "always" }],
  ["exec", { flags: "cl", values: "a" }],
  ["setsid", { flags: "cfw", long: "ctty fork wait" }],
  [
    "env",
    {
      flags: "i0v",
      values: "uC",
      long: "ignore-environment null unset= chdir= debug",
      assigns: true,
      isTransparent: "without-options",
    },
  ],
  [
    "sudo",
    {
      flags: "AbEHknPS",
      values: "CDgpRrTtuU",
      long: "preserve-env=? user= group= non-interactive stdin set-home login background",
      assigns: true,
    },
  ],
  ["doas", { flags: "nL", values: "uC" }],
  [
    "xargs",
    {
      flags: "0rtxop",
      values: "adEILnPs",
      long: "null arg-file= delimiter= max-args= max-procs= no-run-if-empty verbose max-lines= replace= interactive exit",
      addsInput: true,
      isTransparent: "always",
    },
  ],
  ["chronic", {}],
  ["unbuffer", {}],
  ["caffeinate", { flags: "dimsu" }],
  ["busybox", {}],
  ["toybox", {}],
  [
    "flock",
    { flags: "enosux", values: "Ew", long: "exclusive nonblock shared unlock timeout=", positionals: 1 },
  ],
]);
