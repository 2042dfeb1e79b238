import { messageOf, type Decision, type Gate, type GateRequest } from "@skein/protocol";
import { judgeCall, type Judgement } from "./judge/judge-call.ts";
import type { Policy } from "./judge/policy.ts";
import { checkMode } from "./modes.ts";
import { pathGuard, type PathGuard } from "./paths/path-guard.ts";
import {
  answerFor,
  isRemembered,
  isSame,
  type RememberedAnswer,
  type RememberedStore,
} from "./remembered.ts";
import { commandIn, namesTool } from "./rules/covers-call.ts";
import { compileRules, type PermissionRule } from "./rules/permission-rule.ts";
import { analyzePlainCommand, type ShellAnalysis } from "./shell/shell-analysis.ts";

/** What is known of commands and files besides the call itself. */
export interface CallKnowledge {
  /** Default: plain commands are understood, and all others asked about. */
  readonly analyze?: ShellAnalysis;
  /** Whether git, when it reads in a folder, starts nothing that the repository names. Default: it may. */
  readonly isPlainRepository?: (cwd: string) => boolean;
  /** Files outside the working folder that may be read unasked. Default: none. @param path - absolute. */
  readonly mayRead?: (path: string) => boolean;
}

export interface GateOptions extends CallKnowledge {
  /** One of `permissionModes`. */
  readonly mode: string;
  readonly rules?: readonly PermissionRule[];
  /** Without one, an answer for `always` is kept for the session. */
  readonly store?: RememberedStore;
  /** Which files no tool may touch unasked. Default: `pathGuard()`. */
  readonly guard?: PathGuard;
}

export interface PermissionGate extends Gate {
  remember(request: GateRequest, scope: "session" | "always"): Promise<void>;
  onRemembered(listener: () => void | Promise<void>): () => void;
  /** The decision with what led to it. An answer that was remembered is not looked at. */
  explain(request: GateRequest): Promise<Judgement>;
  /** Sets the permission mode for the next call. Throws `ConfigError` for an unknown mode, and keeps the current one. */
  setMode(mode: string): void;
}

/**
 * Judges calls by mode, rules and remembered answers: see `judgeCall`. Where it would ask, an answer that was remembered
 * allows; but a rule that asks goes on asking, whatever was answered before. Answers that cannot be loaded are none.
 *
 * Throws `ConfigError` for a mode or a rule that cannot be understood.
 */
export function createGate({
  mode: firstMode,
  rules = [],
  store,
  guard = pathGuard(),
  analyze = analyzePlainCommand,
  isPlainRepository = () => false,
  mayRead = () => false,
}: GateOptions): PermissionGate {
  let mode = checkMode(firstMode);
  const compiled = compileRules(rules);
  const session: RememberedAnswer[] = [];
  const listeners = new Set<() => void | Promise<void>>();

  async function askUnlessKept(
    wanted: RememberedAnswer,
    ask: Decision,
    kept: RememberedStore,
  ): Promise<Decision> {
    try {
      return isRemembered(await kept.load(), wanted) ? remembered("always") : ask;
    } catch (error) {
      const why = `The remembered answers could not be read: ${messageOf(error)}`;
      return { ...ask, reason: ask.reason === undefined ? why : `${ask.reason} ${why}` };
    }
  }

  function judge(request: GateRequest): Judgement | Promise<Judgement> {
    const policy: Policy = { mode, rules: compiled, guard, isPlainRepository, mayRead };
    const text = commandIn(request);
    if (text === undefined) return judgeCall(policy, request);
    const analyzed = analyze(text);
    return analyzed instanceof Promise
      ? analyzed.then((command) => judgeCall(policy, request, command))
      : judgeCall(policy, request, analyzed);
  }

  function conclude(judgement: Judgement, request: GateRequest): Decision | Promise<Decision> {
    const { isFirm, isGuarded = false, ...decision } = judgement;
    const ruling = decisionOf(decision, request, isGuarded);
    if (ruling.verdict !== "ask" || isFirm) return ruling;
    const wanted = answerFor(request, isGuarded);
    if (isRemembered(session, wanted)) return remembered("session");
    return store ? askUnlessKept(wanted, ruling, store) : ruling;
  }

  /** A question about reading that neither a rule for the tool nor what it reads has brought up may be prechecked. */
  function decisionOf(judgement: Judgement, request: GateRequest, isGuarded: boolean): Decision {
    const { rule, segments: _, ...ruling } = judgement;
    const isReading = request.effect === "reads" && !request.startsAgents;
    const isGeneral = ruling.verdict === "ask" && isReading && !isGuarded && ruling.unasked === undefined;
    const isNamed = rules.some((one) => one.verdict === "ask" && namesTool(one, request));
    const isAboutPaths = rule !== undefined && /\(/.test(rule.tool);
    return isGeneral && !isNamed && !isAboutPaths ? { ...ruling, mayPrecheck: true } : ruling;
  }

  return {
    decide(request) {
      const judgement = judge(request);
      return judgement instanceof Promise
        ? judgement.then((one) => conclude(one, request))
        : conclude(judgement, request);
    },
    explain: async (request) => judge(request),
    async remember(request, scope) {
      const { isGuarded = false } = await judge(request);
      const answer = answerFor(request, isGuarded);
      if (!isRemembered(session, answer)) {
        session.push(answer);
        await Promise.all([...listeners].map(async (listener) => listener()));
      }
      if (scope === "session" || !store) return;
      const kept = await store.load(); // just before saving: another process may have added to it
      if (!kept.some((one) => isSame(one, answer))) await store.save([...kept, answer]);
    },
    onRemembered(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setMode(name) {
      mode = checkMode(name);
    },
  };
}

function remembered(scope: "session" | "always"): Decision {
  return {
    verdict: "allow",
    by: scope === "session" ? "your answer in this session" : "your remembered answer",
  };
}
