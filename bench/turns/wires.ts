/** Three wires, each with the reply of a turn: a sentence and a call of the tool `look`. */
export type WireName = "chat" | "responses" | "anthropic";

const usage = { input_tokens: 900, output_tokens: 30, total_tokens: 930 };

/** The bytes of the nth reply, as the vendor words it. */
export const replies: Readonly<Record<WireName, (turn: number) => string>> = {
  chat: chatReply,
  responses: responsesReply,
  anthropic: anthropicReply,
};

function sentence(turn: number): string {
  return `File ${turn} comes next: it should say who calls the function and why. `;
}

/** What the tool says: about as much as a short command prints. */
export function lookResult(file: number): string {
  return `src/part-${file}.ts: exports run(), which calls the parser. `.repeat(4);
}

function chatReply(turn: number): string {
  const chunk = (delta: object, reason: string | null) => ({
    id: "chatcmpl-01",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "bench",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  const call = { index: 0, id: `call_${turn}`, type: "function" };
  const counted = { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 };
  const events = [
    chunk({ role: "assistant", content: sentence(turn) }, null),
    chunk({ tool_calls: [{ ...call, function: { name: "look", arguments: "" } }] }, null),
    chunk({ tool_calls: [{ index: 0, function: { arguments: JSON.stringify({ file: turn }) } }] }, null),
    chunk({}, "tool_calls"),
    { ...chunk({}, null), choices: [], usage: counted },
  ];
  return [...events.map((event) => JSON.stringify(event)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
}

function responsesReply(turn: number): string {
  const text = { type: "output_text", annotations: [], logprobs: [] };
  const message = { id: `msg_${turn}`, type: "message", role: "assistant" };
  const said = { ...message, status: "completed", content: [{ ...text, text: sentence(turn) }] };
  const call = { id: `fc_${turn}`, type: "function_call", call_id: `call_${turn}`, name: "look" };
  const args = JSON.stringify({ file: turn });
  const called = { ...call, status: "completed", arguments: args };
  const response = { id: `resp_${turn}`, object: "response", model: "bench", output: [], usage: null };
  const first = { item_id: message.id, output_index: 0, content_index: 0 };
  const second = { item_id: call.id, output_index: 1 };
  return framed([
    { type: "response.created", response: { ...response, status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item: { ...message, content: [] } },
    { type: "response.content_part.added", ...first, part: { ...text, text: "" } },
    { type: "response.output_text.delta", ...first, delta: sentence(turn), logprobs: [] },
    { type: "response.output_text.done", ...first, text: sentence(turn), logprobs: [] },
    { type: "response.output_item.done", output_index: 0, item: said },
    { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
    { type: "response.function_call_arguments.delta", ...second, delta: args },
    { type: "response.function_call_arguments.done", ...second, arguments: args },
    { type: "response.output_item.done", output_index: 1, item: called },
    {
      type: "response.completed",
      response: { ...response, status: "completed", output: [said, called], usage },
    },
  ]);
}

function anthropicReply(turn: number): string {
  const message = { id: "msg_01", type: "message", role: "assistant", model: "bench", content: [] };
  const call = { type: "tool_use", id: `call_${turn}`, name: "look", input: {} };
  const json = { type: "input_json_delta", partial_json: JSON.stringify({ file: turn }) };
  return framed([
    { type: "message_start", message: { ...message, stop_reason: null, usage } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: sentence(turn) } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: call },
    { type: "content_block_delta", index: 1, delta: json },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
}

function framed(all: readonly { readonly type: string; readonly [field: string]: unknown }[]): string {
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
