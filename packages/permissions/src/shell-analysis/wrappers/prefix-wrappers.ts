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
  ["time", { options: "-pv -fo=text", isTransparent: "without-options" }],
  [
    "timeout",
    {
      options: "-v -sk=text foreground preserve-status verbose signal=text kill-after=text help version",
      positionals: 1,
      isTransparent: "always",
    },
  ],
  ["nice", { options: "-n=number adjustment=number help version", hasDigits: true, isTransparent: "always" }],
  [
    "ionice",
    {
      options:
        "-t -cn=number class=text classdata=number ignore -pPu=text:asks pid=text:asks pgid=text:asks uid=text:asks -hV:asks help:asks version:asks",
      isTransparent: "always",
    },
  ],
  ["nohup", { options: "help version", isTransparent: "always" }],
  [
    "stdbuf",
    {
      options: "-ioe=text input=text output=text error=text help version",
      isTransparent: "always",
    },
  ],
  ["command", { options: "-pvV", isTransparent: "without-options", asks: ["-v", "-V"] }],
  ["builtin", { isTransparent: "always" }],
  ["exec", { options: "-cl -a=text" }],
  ["setsid", { options: "-cfwhV ctty fork wait help version" }],
  [
    "env",
    {
      options:
        "-i0v -u=text -C=folder ignore-environment null unset=text chdir=folder debug -S=runs split-string=runs block-signal=?text:asks default-signal=?text:asks ignore-signal=?text:asks list-signal-handling:asks help version",
      assigns: true,
      isTransparent: "without-options",
    },
  ],
  [
    "sudo",
    {
      options: `-AbEHknPS -CDgpRrTtuU=text preserve-env=?text user=text group=text non-interactive stdin
        set-home login background`,
      assigns: true,
    },
  ],
  ["doas", { options: "-nL -uC=text" }],
  [
    "xargs",
    {
      options: `-0rtxop -a=path -dEI=text -LnPs=number -eil=?text null arg-file=path delimiter=text
        max-args=number max-chars=number max-procs=number no-run-if-empty verbose max-lines=?number
        replace=?text eof=?text interactive open-tty exit process-slot-var=text:asks show-limits help version`,
      addsInput: true,
      isTransparent: "always",
    },
  ],
  ["chronic", {}],
  ["unbuffer", {}],
  ["caffeinate", { options: "-dimsu" }],
  ["busybox", {}],
  ["toybox", {}],
  [
    "flock",
    {
      options: `-enosuxF -Ew=text exclusive nonblock shared unlock close no-fork timeout=text
        conflict-exit-code=number verbose -c=text:asks command=text:asks -hV help version`,
      positionals: 1,
    },
  ],
]);
