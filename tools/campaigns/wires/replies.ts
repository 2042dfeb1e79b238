import type { AssistantPart, JsonValue } from "../../../packages/protocol/src/index.ts";
import { tools } from "./tools.ts";
import type { WireReply } from "./wire-reply.ts";
import type { Wire } from "./wires.ts";

const texts = ["", " ", "I look at it.", "Two\nlines 🪿 and half a one", 'Here `code` and "quotes".'];
const thoughts = ["", "I should look first.", "Ä longer thought, 漢字, with a second sentence."];
const names = [...tools.map(({ name }) => name), "no_such_tool", "no.such tool"];
const inputs: readonly JsonValue[] = [{}, { at: "here" }, { at: "x".repeat(300) }, { list: [1, null] }];

/** What the model does in one turn, whatever its wire: thoughts, text, calls with the ids that vendors give. */
export function replyOf(wire: Wire, turn: number, random: () => number): WireReply {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const thought: AssistantPart[] = random() < 0.7 ? [{ type: "thinking", text: pick(thoughts) }] : [];
  const own = random() < 0.2 ? wire.own(`r${turn}`) : [];
  const text: AssistantPart[] = [{ type: "text", text: pick(texts) }].filter(
    (part) => part.text !== "",
  ) as never;
  const id = (at: number): string =>
    pick([
      `toolu_${turn}_${at}`,
      `functions.sh:${turn}`,
      "call_0",
      `resp_${"y".repeat(60)}_${turn}_${at}`,
      "ä b",
    ]);
  const call = (at: number): AssistantPart => ({
    type: "tool-call",
    id: id(at),
    name: pick(names),
    input: pick(inputs),
  });
  const parts = (...more: readonly AssistantPart[]): readonly AssistantPart[] =>
    wire.sealed([...thought, ...own, ...text, ...more], `r${turn}`);

  if (turn % 6 === 5) return { parts: parts({ type: "text", text: "That is all for now." }) };
  // It breaks off; what had arrived stays in the conversation.
  if (turn % 10 === 7) {
    const whole = parts({ type: "text", text: "This goes on and on, and then no more of it." });
    return { parts: whole, deltaSize: 4, cutAfterEvents: 7 };
  }
  if (turn % 10 === 3 && wire.cut) {
    const broken = {
      type: "tool-call",
      id: id(9),
      name: "look",
      raw: '{"at":"he',
      problem: "cut-off",
    } as const;
    return { parts: parts(call(0), broken), ...wire.cut };
  }
  const count = 1 + Math.floor(random() * 3);
  return { parts: parts(...Array.from({ length: count }, (_, at) => call(at))) };
}
