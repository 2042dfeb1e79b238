import { analyzeCommand, type CommandAnalysis } from "./shell-analysis/index.ts";
import { messageOf, type Decision, type Gate, type GateRequest, type Grants } from "@skein/protocol";
import { createAnswerMemory } from "./answer-memory.ts";
import { judgeCall, type Judgement } from "./judge/judge-call.ts";
import type { Policy } from "./judge/policy.ts";
import { checkMode } from "./modes.ts";
import { pathGuard, type PathGuard } from "./paths/path-guard.ts";
import {
  answerFor,
  isRemembered,
  rulesFrom,
  type RememberedAnswer,
  type RememberedStore,
} from "./remembered.ts";
import { commandIn, namesTool } from "./rules/covers-call.ts";
import { parseRule } from "./rules/parse-rule.ts";
import { compileRules, type CompiledRule, type PermissionRule } from "./rules/permission-rule.ts";

/** What is known of commands and files besides the call itself. */
export interface CallKnowledge {
  /** What a shell would do with a command. Default: `analyzeCommand`, of Bash. */
  readonly analyze?: (command: string) => CommandAnalysis | Promise<CommandAnalysis>;
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
  /** Whether a command that is to run outside the sandbox is asked about in every mode. Default true. */
  readonly asksOutside?: boolean;
  /** Whether it holds whatever the user's rules allow, so that no reason names one. Default false. */
  readonly isFixed?: boolean;
}

export interface PermissionGate extends Gate {
  remember(request: GateRequest, scope: "session" | "always"): Promise<void>;
  onRemembered(listener: () => void | Promise<void>): () => void;
  grants(request: GateRequest): Promise<Grants>;
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
  asksOutside = true,
  isFixed = false,
  analyze = (command) => analyzeCommand(command),
  isPlainRepository = () => false,
  mayRead = () => false,
}: GateOptions): PermissionGate {
  let mode = checkMode(firstMode);
  const compiled = compileRules(rules);
  const memory = createAnswerMemory(store);
  const { session } = memory;

  async function askUnlessKept(
    request: GateRequest,
    { wanted, ask }: { readonly wanted: RememberedAnswer; readonly ask: Decision },
    kept: RememberedStore,
  ): Promise<Decision> {
    try {
      const answers = await kept.load();
      if (isRemembered(answers, wanted)) return remembered("always");
      return byAdded(await judgeWith(answers, request), "always", ask);
    } catch (error) {
      const why = `The remembered answers could not be read: ${messageOf(error)}`;
      return { ...ask, reason: ask.reason === undefined ? why : `${ask.reason} ${why}` };
    }
  }

  /** What the rules that answers have added decide. Those that cannot be understood add nothing. */
  async function judgeWith(
    answers: readonly RememberedAnswer[],
    request: GateRequest,
  ): Promise<Judgement | undefined> {
    const texts = rulesFrom(answers, request).filter((text) => !("problem" in parseRule(text)));
    if (texts.length === 0) return undefined;
    return judge(request, compileRules(texts.map((tool) => ({ tool, verdict: "allow" }))));
  }

  function judge(request: GateRequest, added: readonly CompiledRule[] = []): Judgement | Promise<Judgement> {
    const policy: Policy = {
      mode,
      rules: [...compiled, ...added],
      guard,
      asksOutside,
      isFixed,
      isPlainRepository,
      mayRead,
    };
    const text = commandIn(request);
    if (text === undefined) return judgeCall(policy, request);
    const analyzed = analyze(text);
    return analyzed instanceof Promise
      ? analyzed.then((command) => judgeCall(policy, request, command))
      : judgeCall(policy, request, analyzed);
  }

  function conclude(judgement: Judgement, request: GateRequest): Decision | Promise<Decision> {
    const { isFirm, isGuarded = false, remedies, ...decision } = judgement;
    const ruling = decisionOf(decision, request, { rules, isGuarded });
    if (ruling.verdict !== "ask" || isFirm) return ruling;
    const wanted = answerFor(request, isGuarded);
    if (isRemembered(session, wanted)) return remembered("session");
    const covers = isGuarded ? [] : (remedies ?? []);
    const ask = covers.length === 0 ? ruling : { ...ruling, covers };
    const askStored = () => (store ? askUnlessKept(request, { wanted, ask }, store) : ask);
    if (rulesFrom(session, request).length === 0) return askStored();
    return judgeWith(session, request).then((judged) =>
      judged?.verdict === "allow" ? remembered("session") : askStored(),
    );
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
      const { isGuarded = false, remedies = [] } = await judge(request);
      const isExact = isGuarded || request.isExact === true;
      const added = scope === "session" || isExact ? [] : remedies;
      const exact = answerFor(request, isExact);
      await memory.remember(added.length === 0 ? exact : { ...exact, rules: added }, scope);
    },
    async grants(request) {
      const answers = [...session, ...((await store?.load()) ?? [])];
      const allowing = compiled.filter(({ rule: { verdict } }) => verdict === "allow");
      const texts = [...allowing.map(({ rule: { tool } }) => tool), ...rulesFrom(answers, request)];
      const isAnswered = isRemembered(answers, answerFor(request, true));
      return { isAnswered, rules: [...new Set(texts)] };
    },
    onRemembered: (listener) => memory.onRemembered(listener),
    setMode(name) {
      mode = checkMode(name);
    },
  };
}

/** A question about reading that neither a rule for the tool nor what it reads has brought up may be prechecked. */
function decisionOf(
  judgement: Judgement,
  request: GateRequest,
  { rules, isGuarded }: { readonly rules: readonly PermissionRule[]; readonly isGuarded: boolean },
): Decision {
  const { rule, segments: _, ...ruling } = judgement;
  const isReading = request.effect === "reads" && !request.startsAgents;
  const isGeneral = ruling.verdict === "ask" && isReading && !isGuarded && ruling.unasked === undefined;
  const isNamed = rules.some((one) => one.verdict === "ask" && namesTool(one, request));
  const isAboutPaths = rule !== undefined && /\(/.test(rule.tool);
  return isGeneral && !isNamed && !isAboutPaths ? { ...ruling, mayPrecheck: true } : ruling;
}

/** The question with the reason why a remembered rule does not cover the call, where it begins as that does. */
function byAdded(judged: Judgement | undefined, scope: "session" | "always", ask: Decision): Decision {
  if (judged?.verdict === "allow") return remembered(scope);
  return judged?.reason === undefined ? ask : { ...ask, reason: judged.reason };
}

function remembered(scope: "session" | "always"): Decision {
  return {
    verdict: "allow",
    by: scope === "session" ? "your answer in this session" : "your remembered answer",
  };
}
