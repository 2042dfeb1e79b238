import type { AttemptEvent, AttemptModel, AssistantPart } from "@skein/protocol";
import type { FirstReply } from "../run/run.ts";

/** In the place of a model: it streams what is given, in its name, and uses nothing. */
export function givenReply(model: AttemptModel, given: FirstReply): AttemptModel {
  const stream = () => events(model.id, given);
  return Object.create(model, { stream: { value: stream } }) as AttemptModel;
}

async function* events(modelId: string, { text, calls }: FirstReply): AsyncGenerator<AttemptEvent> {
  yield { type: "message-start", modelId };
  yield { type: "part-start", part: 0, kind: "text" };
  yield { type: "text-delta", part: 0, delta: text };
  yield { type: "part-end", part: 0, content: { type: "text", text } };
  for (const [at, { name, input }] of calls.entries()) {
    const part = at + 1;
    const content: AssistantPart = { type: "tool-call", id: `first-${part}`, name, input };
    yield { type: "part-start", part, kind: "tool-call", name };
    yield { type: "input-delta", part, delta: JSON.stringify(input) };
    yield { type: "part-end", part, content };
  }
  yield { type: "message-end", stop: "tool-calls", rawStop: "given", usage: { input: 0, output: 0 } };
}
