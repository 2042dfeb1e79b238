import { defineTool, type ToolReturn } from "@skein/extension-kit";
import { SkeinError, type Tool, type ToolContext, type ToolFailure } from "@skein/protocol";
import { controlInput, type ControlInput } from "./input.ts";
import { childList } from "./list-children.ts";
import { controlDescription, problems, replies } from "./prompts.ts";
import type { Delivery, LiveChild, ChildRegistry } from "./registry.ts";

export interface ControlToolOptions {
  readonly registry: ChildRegistry;
  readonly now: () => number;
}

/** The tool that manages background children. A result that it returns is not sent as a message too. */
export function controlTool({ registry, now }: ControlToolOptions): Tool {
  const list = () => childList(registry, now());

  async function wait(
    { id, timeout_seconds: seconds }: ControlInput,
    { signal }: ToolContext,
  ): Promise<ToolReturn> {
    if (id === undefined ? !registry.live().some(({ background }) => background) : !atWork(registry, id)) {
      return id === undefined ? replies.noneInBackground : notAtWork(registry, id);
    }
    if (seconds === undefined) return given(await registry.next(id, signal));
    const late = AbortSignal.timeout(seconds * 1_000);
    try {
      return given(await registry.next(id, AbortSignal.any([signal, late])));
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      return replies.stillAtWork(seconds, list());
    }
  }

  async function steer(id: string, message: string): Promise<ToolReturn> {
    const child = atWork(registry, id);
    if (!child) return notAtWork(registry, id);
    try {
      await child.steer(message);
      return replies.steered(id);
    } catch (error) {
      if (!SkeinError.is(error) || error.code !== "run-over") throw error;
      return { kind: "failed", message: problems.notSteered(id) };
    }
  }

  async function cancel(id: string, { signal }: ToolContext): Promise<ToolReturn> {
    const child = atWork(registry, id);
    if (!child) return notAtWork(registry, id);
    const next = registry.next(id, signal);
    child.cancel("It was cancelled by the agent that had started it.");
    return given(await next);
  }

  return defineTool<ControlInput>({
    name: "subagent_control",
    description: controlDescription,
    effect: "reads",
    repeat: "once",
    timeoutMs: Infinity,
    input: controlInput(),
    async run(input, context) {
      const { action, id = "", message = "" } = input;
      switch (action) {
        case "list":
          return list();
        case "wait":
          return wait(input, context);
        case "steer":
          return steer(id, message);
        case "cancel":
          return cancel(id, context);
      }
    },
  });
}

function atWork(registry: ChildRegistry, id: string): LiveChild | undefined {
  const child = registry.find(id);
  return child?.background ? child : undefined;
}

function notAtWork(registry: ChildRegistry, id: string): ToolReturn {
  const past = registry.ended().find((child) => child.id === id);
  if (past) return replies.givenElsewhere(past.name, id);
  const failure: ToolFailure = { kind: "failed", message: problems.unknownId(id), hint: problems.listThem };
  return failure;
}

function given({ child: { name, id }, text }: Delivery): ToolReturn {
  if (text === undefined) return replies.givenElsewhere(name, id);
  return { content: [{ type: "text", text }], reports: [id] };
}
