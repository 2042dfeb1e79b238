import { messageOf } from "./errors/errors.ts";
import type { Grants } from "./grants.ts";
import type { Finding, Inspector } from "./inspectors.ts";
import type { Decision, Gate, GateRequest } from "./ports.ts";

export interface Inspection {
  readonly request: GateRequest;
  /** What was decided before. */
  readonly decision: Decision;
  readonly gate: Pick<Gate, "grants">;
  readonly signal: AbortSignal;
}

/** A finding, and the inspector that has it. */
interface NamedFinding extends Finding {
  readonly by: string;
}

/**
 * Asks the inspectors in their order about a call that is not denied; the first that denies ends the row. A call that a
 * person has allowed in exactly this form is not asked about again. Rejects only with the signal's reason.
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

/** Looked up once, and only when something was found. */
function grantsOf(gate: Inspection["gate"], request: GateRequest): () => Promise<Grants> {
  const none: Grants = { isAnswered: false, rules: [] };
  const lookUp = async () => (await gate.grants?.(request)) ?? none;
  let found: Promise<Grants> | undefined;
  return () => (found ??= lookUp().catch(() => none));
}

/** What the gate asks about stays in the question; a hook may not answer it any more. */
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
