import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import type { ScriptTurn } from "@skein/recipes/tests";

/** What one agent of a case says, apart from what its subagents say. */
export interface AgentScript {
  /** As the provider `replay` takes them. */
  readonly turns: readonly JsonObject[];
  /** Of the subagents that its calls start, by the ids of those. */
  readonly children: ReadonlyMap<string, AgentScript>;
}

/** Takes the turns of subagents out of those of the agent that starts them. */
export function agentScript(turns: readonly ScriptTurn[]): AgentScript {
  const children = new Map<string, AgentScript>();
  const own = turns.map((turn, at): JsonObject => {
    const { calls } = turn;
    if (!Array.isArray(calls)) return turn;
    return { ...turn, calls: calls.map((call, index) => ownCall(call as JsonValue, at, index)) };
  });

  function ownCall(call: JsonValue, at: number, index: number): JsonValue {
    if (!isJsonObject(call)) return call;
    const { child, ...rest } = call;
    const id = typeof call["id"] === "string" ? call["id"] : `call_${at + 1}_${index + 1}`;
    if (Array.isArray(child)) children.set(id, agentScript(child.filter(isJsonObject)));
    return { ...rest, id };
  }
  return { turns: own, children };
}
