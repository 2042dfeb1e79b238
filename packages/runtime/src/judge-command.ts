import { join } from "node:path";
import {
  createGate,
  isExceptionOf,
  pathGuard,
  type Judgement,
  type PermissionRule,
} from "@skein/permissions";
import { inspectCall } from "@skein/protocol";
import { openInspectors } from "./agent/open-inspectors.ts";
import type { InspectorSettings } from "./inspector-settings.ts";
import { isPlainRepository } from "./checkpoints/plain-repository.ts";
import { ownFolders } from "./folders/own-folders.ts";
import { rememberedAnswers } from "./remembered-answers.ts";

/** What an agent of this data folder would judge a command by. */
export interface CommandPolicy {
  readonly mode: string;
  /** Whether the command asks to run outside the sandbox. Default: false. */
  readonly isOutside?: boolean | undefined;
  readonly rules: readonly PermissionRule[];
  readonly inspectors?: InspectorSettings | undefined;
  /** Absolute. */
  readonly cwd: string;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the permission gate and the inspectors of an agent say of a shell command; nothing is run. Throws `ConfigError` for a rule or mode. */
export async function judgeCommand(policy: CommandPolicy, command: string): Promise<Judgement> {
  const { mode, isOutside = false, rules, inspectors, cwd, dataFolder, env } = policy;
  const own = ownFolders(dataFolder, env);
  const guard = pathGuard({ own });
  const gate = createGate({
    mode,
    rules,
    store: rememberedAnswers(join(dataFolder, "remembered-answers.json")),
    guard,
    isPlainRepository,
    mayRead: isExceptionOf(own),
  });
  const request = {
    callId: "explained",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: { command, ...(isOutside ? { outside_sandbox: "(its reason)" } : {}) },
    cwd,
  } as const;
  const judgement = await gate.explain(request);
  const { signal } = new AbortController();
  const gated = await gate.decide(request, signal);
  const asked = await openInspectors({ inspectors, rules }, { redactor: undefined, guard });
  const decision = await inspectCall(asked, { request, decision: gated, gate, signal });
  return decision === gated && decision.verdict === judgement.verdict
    ? judgement
    : { ...decision, segments: judgement.segments ?? [] };
}
