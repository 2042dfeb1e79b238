import type { ToolContentPart } from "@skein/protocol";
import { tellNotices, type NoticeNeeds } from "../run/call-hooks.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { gateRequestOf } from "./gate-request.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type ResultInspectionNeeds = NoticeNeeds & RunNeeds<"hookContext", "inspectors" | "cwd">;

/**
 * Tells the model and the user what inspectors have found in a result, or in the text of a failure. The result itself
 * stays as it is. An inspector that throws has found nothing: a result is never lost to it.
 */
export async function inspectToolResult(
  scope: ResultInspectionNeeds,
  valid: ValidToolCall,
  content: readonly ToolContentPart[],
): Promise<void> {
  const request = gateRequestOf(valid, scope.parts.cwd);
  for (const inspector of scope.parts.inspectors) {
    const finding = unlessThrown(() => inspector.inspectResult?.(request, content));
    if (!finding) continue;
    scope.hookContext.push({ name: `inspector ${inspector.name} ${valid.id}`, text: finding.note });
    await tellNotices(scope, [finding.notice]);
  }
}

function unlessThrown<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
