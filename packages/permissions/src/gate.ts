import { messageOf, type Decision, type Gate, type GateRequest } from "@skein/protocol";
import { checkMode, decideByMode } from "./modes.ts";
import { decideByPaths } from "./paths/decide-by-paths.ts";
import { pathGuard, type PathGuard } from "./paths/path-guard.ts";
import {
  answerFor,
  isRemembered,
  isSame,
  type RememberedAnswer,
  type RememberedStore,
} from "./remembered.ts";
import { checkRules, decideByRules, namesTool, type PermissionRule } from "./rules.ts";

export interface GateOptions {
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
  /** Sets the permission mode for the next call. Throws `ConfigError` for an unknown mode, and keeps the current one. */
  setMode(mode: string): void;
}

/**
 * Judges calls by mode, rules and remembered answers. deny beats ask beats allow:
 *
 * 1. What the mode denies (`chat`, `plan`) is denied.
 * 2. Otherwise a call that touches guarded files is asked about, in `auto` only when it writes; where no one can be asked
 *    it is denied. It is free when the strictest rule that covers it allows it and names its tool, or when the answer to
 *    exactly this call was remembered.
 * 3. Otherwise the strictest rule that covers the call decides.
 * 4. Without a rule the mode decides; where it would ask, an answer that was remembered allows.
 *
 * So a rule that asks goes on asking, whatever was answered before. Answers that cannot be loaded are none.
 *
 * Throws `ConfigError` for a mode or a rule that cannot be understood.
 */
export function createGate({
  mode: firstMode,
  rules = [],
  store,
  guard = pathGuard(),
}: GateOptions): PermissionGate {
  let mode = checkMode(firstMode);
  checkRules(rules);
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

  /** A question about reading that neither a rule for the tool nor what it reads has brought up. */
  function withPrecheck(ruling: Decision, request: GateRequest): Decision {
    const isGeneral = ruling.verdict === "ask" && request.effect === "reads" && !request.startsAgents;
    const isNamed = rules.some((rule) => rule.verdict === "ask" && namesTool(rule, request));
    return isGeneral && !isNamed ? { ...ruling, mayPrecheck: true } : ruling;
  }

  return {
    decide(request) {
      const byMode = decideByMode(mode, request);
      if (byMode.verdict === "deny") return byMode;
      const byRule = decideByRules(rules, request);
      const byPaths = byRule?.verdict === "deny" ? undefined : decideByPaths(mode, rules, request, guard);
      const ruling = byPaths ?? withPrecheck(byRule ?? byMode, request);
      // A rule that asks goes on asking, whatever was answered.
      if (ruling.verdict !== "ask" || byRule?.verdict === "ask") return ruling;
      const wanted = answerFor(request, byPaths !== undefined);
      if (isRemembered(session, wanted)) return remembered("session");
      return store ? askUnlessKept(wanted, ruling, store) : ruling;
    },
    async remember(request, scope) {
      const isGuarded = decideByPaths(mode, rules, request, guard) !== undefined;
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
