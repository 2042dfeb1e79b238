import { duration, oneOf, yesNoOrRequired } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";
import { isFurther } from "./stricter.ts";

const sandboxUses = ["off", "auto", "require"] as const;
const crashes = ["continue", "stop"] as const;

const keepsMore = (value: boolean | "required", current: boolean | "required" | undefined): boolean =>
  value === "required" || (value && current !== "required");

/** How commands and edits run. */
export const commandFields = {
  sandbox: {
    key: "sandbox",
    flag: {
      name: "--sandbox",
      value: "WHEN",
      suggests: sandboxUses,
      help: "Hold commands in a sandbox: auto (where there is one), require (or refuse), off",
    },
    variable: "SKEIN_SANDBOX",
    description: "Whether commands run in a sandbox: where one works, or not at all without one, or never",
    project: "loosens",
    subagents: "same",
    ...oneOf(sandboxUses),
    fallback: "auto",
    isTighter: isFurther(...sandboxUses),
  },
  onCrash: {
    key: "onCrash",
    flag: {
      name: "--on-crash",
      value: "WHAT",
      suggests: crashes,
      help: "What commands do when Skein is killed: continue or stop (Linux)",
    },
    variable: "SKEIN_ON_CRASH",
    description: "What running commands do when Skein is killed; `stop` needs Linux and PID namespaces",
    project: "loosens",
    subagents: "same",
    ...oneOf(crashes),
    fallback: "continue",
    isTighter: isFurther(...crashes),
  },
  jobs: {
    key: "jobs",
    variable: "SKEIN_JOBS",
    description: "What background jobs of the shell do when the session is closed",
    project: "loosens",
    subagents: "none",
    ...oneOf(["end", "keep"]),
    fallback: "end",
    isTighter: isFurther("keep", "end"),
  },
  loginPath: {
    key: "loginPath",
    variable: "SKEIN_LOGIN_PATH",
    description: "Whether commands also find the programs that your login shell finds",
    project: "loosens",
    subagents: "same",
    ...oneOf(["auto", "off"]),
    fallback: "auto",
    isTighter: isFurther("auto", "off"),
  },
  launcher: {
    key: "launcher",
    variable: "SKEIN_LAUNCHER",
    description:
      "Whether commands are forked from a small native program, where there is one; each is started under a shell script otherwise",
    project: "chooses",
    subagents: "same",
    ...oneOf(["auto", "off"]),
    fallback: "auto",
  },
  diagnostics: {
    key: "diagnostics",
    variable: "SKEIN_DIAGNOSTICS",
    description:
      "Whether language servers report new errors after an edit; `auto`: those that run code of the project only in a trusted folder",
    project: "loosens",
    subagents: "same",
    ...oneOf(["auto", "on", "off"]),
    fallback: "auto",
    isTighter: isFurther("on", "auto", "off"),
  },
  diagnosticsTimeoutMs: {
    key: "diagnosticsTimeout",
    variable: "SKEIN_DIAGNOSTICS_TIMEOUT",
    description: "How long an edit waits for its diagnostics; without it 2s",
    project: "chooses",
    subagents: "same",
    ...duration,
  },
  checkpoints: {
    key: "checkpoints",
    flag: {
      name: "--no-checkpoints",
      means: "false",
      help: "Do not keep files before they change; then nothing can be undone",
    },
    variable: "SKEIN_CHECKPOINTS",
    description:
      "Whether files are kept before they change, so that a run can be undone; `required` refuses calls of which not everything can be kept",
    project: "loosens",
    subagents: "same",
    ...yesNoOrRequired,
    fallback: true,
    isTighter: keepsMore,
  },
} as const satisfies FieldTable;
