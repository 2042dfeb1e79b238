import { join } from "node:path";
import { estimateTokens } from "../../packages/compaction/src/index.ts";
import {
  describeFailure,
  isFailure,
  extractText,
  type Extension,
  type JsonObject,
  type ToolOutcome,
} from "../../packages/protocol/src/index.ts";
import { steps } from "./steps.ts";

// node bench/work-trial/do-steps.ts ROOT REPOSITORY OUTPUTS: makes the calls with the developer extension of the checkout
// ROOT, and prints the tokens that the model gets, by tool, as JSON.
const [root = "", cwd = "", outputs = ""] = process.argv.slice(2);
const { developer } = (await import(join(root, "packages/extensions-builtin/src/developer/index.ts"))) as {
  readonly developer: () => Extension;
};
const tokensOf = (system: string): number => estimateTokens({ system, messages: [], tools: [], options: {} });
const extension = developer();
const counts: Record<string, { calls: number; tokens: number }> = {};
let calls = 0;
const call = async (tool: string, input: JsonObject): Promise<ToolOutcome> => {
  const callId = `call-${calls++}`;
  const outcome = await extension.callTool(tool, input, {
    session: "trial",
    callId,
    cwd,
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: join(outputs, callId),
  });
  const text = isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content);
  const row = (counts[tool] ??= { calls: 0, tokens: 0 });
  row.calls++;
  row.tokens += tokensOf(text);
  return outcome;
};
for (const step of steps) {
  const outcome = await call(step.tool, step.input);
  if (step.else && isFailure(outcome)) await call(step.tool, step.else);
}
const definitions = (await extension.tools()).map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema,
}));
counts["definitions"] = { calls: definitions.length, tokens: tokensOf(JSON.stringify(definitions)) };
await extension.close();
console.log(JSON.stringify(counts));
