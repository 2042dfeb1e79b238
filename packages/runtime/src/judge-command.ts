import { join } from "node:path";
import {
  createGate,
  isExceptionOf,
  pathGuard,
  type Judgement,
  type PermissionRule,
} from "@skein/permissions";
import { isPlainRepository } from "./checkpoints/plain-repository.ts";
import { ownFolders } from "./own-folders.ts";
import { rememberedAnswers } from "./remembered-answers.ts";

/** What an agent of this data folder would judge a command by. */
export interface CommandPolicy {
  readonly mode: string;
  readonly rules: readonly PermissionRule[];
  /** Absolute. */
  readonly cwd: string;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the permission gate of an agent says of a shell command; nothing is run. Throws `ConfigError` for a rule or mode. */
export async function judgeCommand(policy: CommandPolicy, command: string): Promise<Judgement> {
  const { mode, rules, cwd, dataFolder, env } = policy;
  const own = ownFolders(dataFolder, env);
  const gate = createGate({
    mode,
    rules,
    store: rememberedAnswers(join(dataFolder, "remembered-answers.json")),
    guard: pathGuard({ own }),
    isPlainRepository,
    mayRead: isExceptionOf(own),
  });
  const request = {
    callId: "explained",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: { command },
    cwd,
  } as const;
  const judgement = await gate.explain(request);
  const decision = await gate.decide(request, new AbortController().signal);
  return decision.verdict === judgement.verdict
    ? judgement
    : { ...decision, segments: judgement.segments ?? [] };
}
