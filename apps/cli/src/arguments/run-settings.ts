import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { AgentSettings, Runtime } from "@skein/runtime";
import type { UsedSecrets } from "@skein/host/secrets";
import { sessionSettings, type SettingsWarnings } from "@skein/host/sessions";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";
import { askInTerminal } from "../terminal/ask-in-terminal.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { trustWarnings } from "../wording/trust-warnings.ts";
import { chooseSession, type ChosenSession } from "./choose-session.ts";
import { extensionServers } from "./extension-servers.ts";
import type { runFlags } from "./flags.ts";
import { readOutputSchema } from "./output-schema.ts";
import type { Parsed } from "./parse-flags.ts";
import { readTextFile } from "./read-task.ts";

type RunFlags = Parsed<typeof runFlags>;

export interface RunSettingsOptions {
  /** Hears of the keys that are taken for servers. */
  readonly used?: UsedSecrets;
  /** Finds the session to go on with. Default: what the flags say. */
  readonly choose?: ((cwd: string) => Promise<ChosenSession>) | undefined;
}

/** Flags, environment, files and the session to go on with, as the plain values an agent is made of. */
export async function runSettings(
  flags: RunFlags,
  runtime: Runtime,
  { used, choose }: RunSettingsOptions = {},
): Promise<AgentSettings> {
  const cwd = workingFolder(flags.cwd);
  const resumed = choose
    ? await choose(cwd)
    : await chooseSession(runtime, {
        resume: flags.resume ?? false,
        id: flags["session-id"],
        name: flags.name,
        cwd,
      });
  if (resumed) sayFolder(resumed, cwd);
  const schemaFile = flags["output-schema"];
  const systemFile = flags["system-file"];
  const settings = await sessionSettings(
    { machine: thisMachine(), providers: providerRegistry, used, warn: sayWarnings },
    {
      cwd,
      overrides: settingFlags(flags),
      agent: flags.agent,
      hasProfile: !flags["no-profile"],
      hasHints: !flags["no-hints"],
      builtins: builtinsIn(flags),
      servers: extensionServers(flags, cwd),
      system: flags.system,
      systemReplacement:
        systemFile === undefined ? undefined : await readTextFile(systemFile, "--system-file"),
      outputSchema: schemaFile === undefined ? undefined : await readOutputSchema(schemaFile),
      session: resumed?.session ?? flags["session-id"],
      last: resumed && { ...resumed, entries: () => runtime.sessions.entries(resumed.session) },
      name: flags.name,
      keep: flags["no-session"] ? "memory" : "disk",
    },
  );
  const { stdin, stderr } = process;
  const terminal = stdin.isTTY && stderr.isTTY && (flags["output-format"] ?? "text") === "text";
  return { ...settings, ask: terminal ? askInTerminal(stdin, stderr, cwd) : undefined };
}

function sayWarnings({ warnings, project, mode }: SettingsWarnings): void {
  for (const warning of [...warnings, ...trustWarnings(project), ...rootWarnings(mode, process.getuid?.())])
    process.stderr.write(`skein: ${cleanText(warning)}\n`);
}

function settingFlags(flags: RunFlags) {
  return {
    provider: flags.provider,
    model: flags.model,
    fallback: flags.fallback,
    effort: flags.effort,
    temperature: flags.temperature,
    mode: flags.mode,
    maxTurns: flags["max-turns"],
    maxRepetitions: flags["max-tool-repetitions"],
    maxTimeMs: flags["max-time"],
    maxCostUsd: flags["max-cost"],
    maxTokens: flags["max-tokens"],
    sandbox: flags.sandbox,
    onCrash: flags["on-crash"],
    checkpoints: flags["no-checkpoints"] ? "false" : undefined,
  };
}

export function workingFolder(folder: string | undefined): string {
  const cwd = resolve(folder ?? ".");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw new ConfigError("unreadable", `--cwd: ${cwd} is not a folder.`, {
    hint: "Name a folder that exists.",
  });
}

/** @param uid - of this process; `undefined` on Windows. */
export function rootWarnings(mode: string, uid: number | undefined): readonly string[] {
  return uid === 0 && mode === "auto"
    ? ["You are root, and mode auto runs every tool unasked: the model can change anything on this machine."]
    : [];
}

/** What was said of files there may not hold here. */
function sayFolder({ session, cwd: before }: ChosenSession, cwd: string): void {
  if (before === undefined || before === cwd) return;
  const text = `Session ${session} was held in ${before}, and tools work in ${cwd} now; --cwd says otherwise.`;
  process.stderr.write(`skein: ${cleanText(text)}\n`);
}

export function builtinsIn(flags: Pick<RunFlags, "with-builtin">): readonly string[] {
  const named = (flags["with-builtin"] ?? []).flatMap((names) => names.split(",")).map((name) => name.trim());
  return named.filter((name) => name !== "");
}
