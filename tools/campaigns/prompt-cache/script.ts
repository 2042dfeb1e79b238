import type { AssistantPart, JsonValue } from "../../../packages/protocol/src/index.ts";
import { replyOf } from "../wires/replies.ts";
import type { WireReply } from "../wires/wire-reply.ts";
import type { Wire } from "../wires/wires.ts";

/**
 * The replies of conversations between wires, and now and then a longer result or another todo list or subagents.
 * What begins a turn begins with a thought, as models with a budget for it do; later replies may have none.
 *
 * @param changes - the turns in which the tool `change` is called.
 */
export function createScript(
  wire: Wire,
  random: () => number,
  changes: ReadonlySet<number>,
): () => WireReply {
  let turn = -1;
  let isFirst = true;
  return () => {
    turn++;
    const reply = replyAt(turn);
    if (!("parts" in reply)) return reply;
    const thought: AssistantPart = { type: "thinking", text: `I begin, ${turn}.` };
    const begun = isFirst ? [...wire.sealed([thought], `t${turn}`), ...reply.parts] : reply.parts;
    isFirst = reply.cutAfterEvents !== undefined || !reply.parts.some(({ type }) => type === "tool-call");
    return { ...reply, parts: begun };
  };

  function replyAt(at: number): WireReply {
    if (changes.has(at)) return call("change", {});
    if (at % 13 === 6) return call("delegate", {});
    if (at % 9 === 4) return call("shell", { command: `seq ${at} ${at + 300}` });
    if (at % 11 === 5) return call("todo", { items: [{ text: `step ${at}`, state: "doing" }] });
    return replyOf(wire, at, random);
  }

  function call(name: string, input: JsonValue): WireReply {
    const part: AssistantPart = { type: "tool-call", id: `call_${turn}`, name, input };
    return { parts: wire.sealed([{ type: "text", text: `Step ${turn}.` }, part], `r${turn}`) };
  }
}
