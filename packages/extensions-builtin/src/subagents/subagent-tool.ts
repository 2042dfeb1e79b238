import { defineTool } from "@skein/extension-kit";
import { extractText, type Tool, type ToolContext, type ToolOutcome } from "@skein/protocol";
import { subagentInput, type SubagentInput } from "./input.ts";
import type { SubagentsOptions } from "./options.ts";
import { planChild, rightsOf } from "./plan-child.ts";
import { problems, started, toolDescription } from "./prompts.ts";
import { runChild, type ChildReport, type ChildTask, type Nursery } from "./run-child.ts";

export interface SubagentToolOptions {
  readonly options: SubagentsOptions;
  readonly nursery: Nursery;
  readonly mostTurns: number;
  /** Counts one more child of the tree. @returns false when there may be no more. */
  readonly takePlace: () => boolean;
  readonly newSession: () => string;
  /** Called with every child, so that the end of the extension can wait for it. */
  readonly keep: (child: Promise<unknown>) => void;
}

/**
 * The tool that starts a child.
 *
 * Its effect is `reads`, and it starts agents: the call itself changes nothing, and each tool call of the child is
 * authorized by the parent's gate and whatever narrows it. `plan` allows it, since the child is in `plan` mode too;
 * `smart_approve` asks first, because a child spends money and acts by itself. It is never repeated: after a crash it
 * resumes the session that it had started.
 */
export function subagentTool(tool: SubagentToolOptions): Tool {
  const { options, newSession, mostTurns } = tool;
  const { agents = [], subrecipes = [] } = options;
  const sequential = subrecipes.filter((recipe) => recipe.sequential).map(({ name }) => name);
  return defineTool<SubagentInput>({
    name: "subagent",
    description: toolDescription,
    effect: "reads",
    startsAgents: true,
    repeat: "once",
    timeoutMs: Infinity,
    input: subagentInput({
      mostTurns,
      agents: agents.map(({ name }) => name),
      subrecipes: subrecipes.map(({ name }) => name),
    }),
    resources: ({ subrecipe }) =>
      subrecipe !== undefined && sequential.includes(subrecipe) ? [`subrecipe:${subrecipe}`] : [],
    run: (input, context) => start(tool, { input, context, session: newSession(), sequential }),
    async recover(input, context) {
      const session = context.children?.started().at(-1);
      if (session === undefined) return { kind: "interrupted", started: false, partial: "" };
      return start(tool, { input, context, session, sequential, isResumed: true });
    },
  });
}

interface Start {
  readonly input: SubagentInput;
  readonly context: ToolContext;
  readonly session: string;
  readonly sequential: readonly string[];
  readonly isResumed?: boolean;
}

async function start(
  tool: SubagentToolOptions,
  { input, context, session, sequential, isResumed = false }: Start,
): Promise<ToolOutcome> {
  const { options, nursery, keep, takePlace } = tool;
  const { children, callId, signal } = context;
  const background = input.background ?? false;
  if (!children) return { kind: "failed", message: problems.noChildren, hint: problems.doItYourself };
  const spec = await planChild(input, options, { session, callId, signal });
  if ("kind" in spec) return spec;

  if (!isResumed && !takePlace())
    return {
      kind: "failed",
      message: problems.tooMany(options.limits?.maxInAll),
      hint: problems.doItYourself,
    };

  const child = await children.start({
    session,
    rights: rightsOf(spec),
    ...(background ? { background } : {}),
  });
  const { callFolder, outputBytes, progress } = context;
  const task: ChildTask = {
    spec,
    child,
    background,
    isResumed,
    // A call that has ended reports no progress.
    context: {
      callFolder,
      progress: background ? () => undefined : progress,
      ...(outputBytes === undefined ? {} : { outputBytes }),
    },
    summary: input.summary ?? true,
    alone:
      input.subrecipe !== undefined && sequential.includes(input.subrecipe) ? input.subrecipe : undefined,
  };
  const running = runChild(nursery, task);
  keep(running);
  if (background) return { content: [{ type: "text", text: started(session, spec.name) }] };
  return outcomeOf(await running, signal);
}

function outcomeOf({ outcome, output, soFar }: ChildReport, signal: AbortSignal): ToolOutcome {
  if (outcome === "done") return output;
  if (signal.aborted) return { kind: "interrupted", started: true, partial: soFar };
  return { kind: "failed", message: extractText(output.content) };
}
