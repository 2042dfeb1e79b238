import type { AssistantPart, JsonObject } from "../../../packages/protocol/src/index.ts";

export interface ShowReply {
  readonly parts: readonly AssistantPart[];
  readonly usage?: Readonly<Record<string, number>>;
  readonly delayMs?: number;
  readonly chunkBytes?: number;
  readonly deltaSize?: number;
  /** It stops half way, until somebody says that it may go on. */
  readonly isHeld?: boolean;
}

const text = (said: string): AssistantPart => ({ type: "text", text: said });
const thinking = (said: string): AssistantPart => ({ type: "thinking", text: said });

let calls = 0;
const call = (name: string, input: JsonObject): AssistantPart => ({
  type: "tool-call",
  id: `call_${++calls}`,
  name,
  input,
});

const explanation = `The shop has three parts:

1. **The cart** in \`src/cart.js\`: items, and what they cost.
2. **Discounts**, which are percentages of the total.
3. *Tests* for both, run by Node itself.

| file | lines | what |
| --- | ---: | --- |
| \`src/cart.js\` | 12 | total of a cart |
| \`test/cart.test.js\` | 18 | its tests |

\`\`\`js
/** The price of all items, in cents. */
export function total(items) {
  let sum = 0;
  for (let index = 1; index < items.length; index++) {
    sum += items[index].price * items[index].quantity;
  }
  return sum;
}
\`\`\`

> The loop begins at index 1: the first item is never counted.`;

const discountPlan = `# Discounts

1. Add \`discount(percent)\` to \`src/cart.js\`.
2. Test 0, 10 and 100 percent.
3. Run all tests.`;

const wordsOfStream =
  "The cart adds the price of each item times its quantity, and that is all there is to it. ";

/** What is told slowly. */
export const slowWords = wordsOfStream.repeat(12).trim();

/** @param step - replies since the message of the user. */
export function replyTo(words: string, step: number): ShowReply {
  const scene = Object.entries(scenes).find(([name]) => words.toLowerCase().includes(name));
  const replies = scene?.[1] ?? [{ parts: [text("Good. What is next?")] }];
  const count = /\bstream (\d+)\b/.exec(words)?.[1];
  if (count !== undefined) return streamOf(Number(count));
  return replies[Math.min(step, replies.length - 1)]!;
}

const deltaSize = 5;

/** The reply of so many deltas. */
export function streamText(deltas: number): string {
  const line = wordsOfStream.repeat(4);
  const length = deltas * deltaSize;
  return `${line}\n\n`.repeat(Math.ceil(length / line.length)).slice(0, length);
}

function streamOf(deltas: number): ShowReply {
  return { parts: [text(streamText(deltas))], deltaSize, chunkBytes: 16_384, delayMs: 4 };
}

const scenes: Readonly<Record<string, readonly ShowReply[]>> = {
  explain: [{ parts: [text(explanation)], usage: { input_tokens: 3200, output_tokens: 420 } }],
  "fix the cart": [
    {
      parts: [
        thinking("The totals are too low by the price of the first item. I should look at the loop."),
        text("I'll run the tests first."),
        call("shell", { command: "node --test" }),
        call("read", { path: "src/cart.js" }),
      ],
      usage: { input_tokens: 900, cache_read_input_tokens: 2600, output_tokens: 180 },
    },
    {
      parts: [
        text("The loop starts at index 1, so the first item is skipped."),
        call("todo", {
          items: [
            { text: "Start the loop at 0", state: "doing" },
            { text: "Run the tests again", state: "open" },
          ],
        }),
        call("edit", { path: "src/cart.js", old_text: "let index = 1;", new_text: "let index = 0;" }),
      ],
      usage: { input_tokens: 500, cache_read_input_tokens: 4100, output_tokens: 220 },
    },
    {
      parts: [text("Fixed: the loop now starts at 0. All tests pass.")],
      usage: { input_tokens: 300, cache_read_input_tokens: 5200, output_tokens: 60 },
    },
  ],
  "push it": [
    { parts: [text("I'll push the branch."), call("shell", { command: "git push origin main" })] },
    { parts: [text("As you wish.")] },
  ],
  "show the weather": [
    { parts: [text("I'll look."), call("weather__forecast", { city: "Ulm" })] },
    { parts: [text("It is sunny in Ulm.")] },
  ],
  "spring the trap": [{ parts: [call("weather__trap", {})] }, { parts: [text("Done.")] }],
  "ask the station": [
    { parts: [call("weather__station", {})] },
    { parts: [text("The station has answered.")] },
  ],
  "plan the discount": [
    {
      parts: [text("I have read the cart."), call("propose_plan", { plan: discountPlan })],
    },
    { parts: [text("Then I begin.")] },
  ],
  "send two helpers": [
    {
      parts: [
        text("Two subagents look at it."),
        call("subagent", { instructions: "Explain the cart of the shop" }),
        call("subagent", { instructions: "Explain the tests of the shop" }),
      ],
    },
    { parts: [text("Both have reported.")] },
  ],
  "send one to publish": [
    { parts: [text("A subagent does it."), call("subagent", { instructions: "Please push it" })] },
    { parts: [text("It has reported.")] },
  ],
  "which colour": [
    {
      parts: [
        call("ask_user", {
          questions: [
            { question: "Which colour should the button have?", options: ["Blue", "Green", "As it is"] },
            { question: "Which pages does it concern?", options: ["Cart", "Checkout"], multiple: true },
          ],
        }),
      ],
    },
    { parts: [text("Then I know what to do.")] },
  ],
  "wait long": [
    { parts: [call("shell", { command: "sleep 3; echo done" })] },
    { parts: [text("It has ended.")] },
  ],
  slowly: [{ parts: [text(slowWords)], chunkBytes: 220, delayMs: 40, isHeld: true }],
};
