import { messageOf } from "./errors/errors.ts";
import type { Grants } from "./grants.ts";
import type { Finding, Inspector } from "./inspectors.ts";
import type { Decision, Gate, GateRequest } from "./ports.ts";

/** Call to inspect, and what is known about it. */
export interface Inspection {
  /** Call as the gate has seen it. */
  readonly request: GateRequest;
  /** Decision of the gate and the hooks. */
  readonly decision: Decision;
  /** Source of `grants`: what a person or a rule has allowed expressly. */
  readonly gate: Pick<Gate, "grants">;
  /** Ends the inspection. Passed to every inspector. */
  readonly signal: AbortSignal;
}

/** Finding, with the inspector that has it. */
interface NamedFinding extends Finding {
  readonly by: string;
}

/**
 * Asks the inspectors, in order, about a call that is not denied. The first one
 * that denies ends the row.
 *
 * A call that a person has allowed in exactly this form is not asked about
 * again. An inspector that throws counts as `ask`. Rejects only with the reason
 * of `signal`.
 *
 * @returns the decision before, or a stricter one.
 */
export async function inspectCall(
  inspectors: readonly Inspector[],
  { request, decision, gate, signal }: Inspection,
): Promise<Decision> {
  if (decision.verdict === "deny") return decision;
  const grants = grantsOf(gate, request);
  const found: NamedFinding[] = [];
  for (const inspector of inspectors) {
    const finding = await findingOf(inspector, { request, grants, signal });
    if (!finding) continue;
    const { verdict, by, reason } = finding;
    if (verdict === "deny") return { verdict, by, reason };
    found.push(finding);
  }
  if (found.length === 0 || (await grants()).isAnswered) return decision;
  return asking(decision, found);
}

async function findingOf(
  inspector: Inspector,
  {
    request,
    grants,
    signal,
  }: Pick<Inspection, "request" | "signal"> & { readonly grants: () => Promise<Grants> },
): Promise<NamedFinding | undefined> {
  const by = `inspector ${inspector.name}`;
  try {
    const rules = async () => (await grants()).rules;
    const finding = await inspector.inspectCall?.({ request, rules, signal });
    return finding && { ...finding, by };
  } catch (error) {
    signal.throwIfAborted();
    return { verdict: "ask", by, reason: `The ${by} failed (${messageOf(error)}).` };
  }
}

/**
 * Looked up once, and only if an inspector found something. A gate that fails
 * grants nothing.
 */
function grantsOf(gate: Inspection["gate"], request: GateRequest): () => Promise<Grants> {
  const none: Grants = { isAnswered: false, rules: [] };
  const lookUp = async () => (await gate.grants?.(request)) ?? none;
  let found: Promise<Grants> | undefined;
  return () => (found ??= lookUp().catch(() => none));
}

/**
 * Combines the question of the gate with the findings. `isExact`: an answer
 * covers only this call. No `isRoutine`: hooks may no longer answer.
 */
function asking(decision: Decision, found: readonly NamedFinding[]): Decision {
  const isAsked = decision.verdict === "ask";
  const reasons = found.map(({ reason }) => reason);
  const by = found.map((one) => one.by);
  return {
    verdict: "ask",
    by: [...(isAsked ? [decision.by] : []), ...by].join(", "),
    reason: [...(isAsked && decision.reason !== undefined ? [decision.reason] : []), ...reasons].join(" "),
    unasked: `${reasons.join(" ")} No one is available to approve this call.`,
    isExact: true,
  };
}
