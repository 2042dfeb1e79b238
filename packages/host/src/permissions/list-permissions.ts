import { rememberedIn } from "@skein/runtime";
import { type JsonValue, type Verdict, verdicts } from "@skein/protocol";
import { describeOrigin } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { permissionRules } from "../settings/permission-rules.ts";

export interface ListedPermissions {
  readonly mode: string;
  readonly modeFrom: string;
  readonly rules: readonly {
    readonly decision: Verdict;
    readonly rule: string;
    readonly source: string | null;
    readonly reason: string | null;
  }[];
  /** Answers that were given for always. */
  readonly remembered: readonly {
    readonly tool: string;
    readonly input: JsonValue;
    /** What the answer allows beside that input. */
    readonly rules: readonly string[];
    readonly cwd: string | null;
  }[];
}

/** What decides about calls in a folder. Throws `ConfigError`. */
export async function listPermissions(machine: Machine, cwd: string): Promise<ListedPermissions> {
  const { values, origins, sections, folders } = await effectiveSettings(machine, cwd);
  const written = permissionRules(sections).map(({ tool, verdict, source, reason }) => ({
    decision: verdict,
    rule: tool,
    source: source ?? null,
    reason: reason ?? null,
  }));
  const kept = await rememberedIn(folders.data);
  return {
    mode: values.mode,
    modeFrom: origins.mode ? describeOrigin(origins.mode) : "default",
    // The strictest first.
    rules: written.toSorted(
      (one, other) => verdicts.indexOf(other.decision) - verdicts.indexOf(one.decision),
    ),
    remembered: kept.map((answer) => ({
      tool: rememberedTool(answer),
      input: answer.call?.input ?? null,
      rules: answer.rules ?? [],
      cwd: answer.call?.cwd ?? null,
    })),
  };
}

/** With the name of its extension. */
export function rememberedTool({
  tool,
  extension,
}: {
  readonly tool: string;
  readonly extension: string;
}): string {
  return tool.startsWith(`${extension}__`) ? tool : `${extension}__${tool}`;
}
