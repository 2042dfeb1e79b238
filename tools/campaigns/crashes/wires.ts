import type { Message, ModelRequest } from "../../../packages/protocol/src/index.ts";
import { requestBody as anthropicBody } from "../../../packages/provider-anthropic/src/request/body.ts";
import { requestBody as googleBody } from "../../../packages/provider-google/src/request/body.ts";
import { endpointOf } from "../../../packages/provider-openai/src/address.ts";
import type { Target } from "../../../packages/provider-openai/src/dialect.ts";
import { chatBody } from "../../../packages/provider-openai/src/request/chat-body.ts";
import { responsesBody } from "../../../packages/provider-openai/src/request/responses-body.ts";

const openai: Target = {
  owner: { provider: "openai", model: "some-model" },
  endpoint: endpointOf({ baseUrl: undefined, env: {} }),
  conceded: new Set(),
};

/** Ids of calls and of results, in the groups in which a wire wants them: calls, then at once their results. */
interface Exchange {
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

type Wire = (request: ModelRequest) => readonly Exchange[];

const wires: Readonly<Record<string, Wire>> = {
  anthropic(request) {
    const { messages } = JSON.parse(
      JSON.stringify(anthropicBody({ provider: "anthropic", model: "some-model" }, request).body),
    ) as {
      messages: { role: string; content: { type: string; id?: string; tool_use_id?: string }[] }[];
    };
    requireTurns(messages.map(({ role }) => role));
    return messages.flatMap(({ role, content }, at) => {
      const calls = content.flatMap(({ type, id }) => (type === "tool_use" && id ? [id] : []));
      const next = role === "assistant" ? (messages[at + 1]?.content ?? []) : [];
      const results = next.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]));
      return role === "assistant" ? [{ calls, results }] : [];
    });
  },
  "openai chat"(request) {
    const { messages } = JSON.parse(JSON.stringify(chatBody(request, openai))) as {
      messages: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[];
    };
    return messages.flatMap(({ role, tool_calls: calls = [] }, at) => {
      if (role !== "assistant") return [];
      const following = messages.slice(at + 1);
      const end = following.findIndex((message) => message.role !== "tool");
      const results = following.slice(0, end === -1 ? following.length : end);
      return [
        { calls: calls.map(({ id }) => id), results: results.map((result) => result.tool_call_id ?? "") },
      ];
    });
  },
  "openai responses"(request) {
    const { input } = JSON.parse(JSON.stringify(responsesBody(request, openai))) as {
      input: { type?: string; call_id?: string }[];
    };
    const idsOf = (type: string) =>
      input.flatMap((item) => (item.type === type ? [item.call_id ?? ""] : [])).toSorted();
    return [{ calls: idsOf("function_call"), results: idsOf("function_call_output") }];
  },
  google(request) {
    const { contents } = JSON.parse(
      JSON.stringify(googleBody({ provider: "google", model: "some-model" }, request)),
    ) as {
      contents: {
        role: string;
        parts: { functionCall?: { name: string }; functionResponse?: { name: string } }[];
      }[];
    };
    requireTurns(contents.map(({ role }) => role));
    return contents.flatMap(({ role, parts }, at) => {
      if (role !== "model") return [];
      const calls = parts.flatMap(({ functionCall: call }) => (call ? [call.name] : []));
      const next = contents[at + 1]?.parts ?? [];
      return [
        { calls, results: next.flatMap(({ functionResponse: result }) => (result ? [result.name] : [])) },
      ];
    });
  },
};

/** What is wrong with the requests that a conversation becomes, on every wire. */
export function wireProblems(messages: readonly Message[]): readonly string[] {
  const request: ModelRequest = { system: "Be brief.", tools: [], messages, options: {} };
  return Object.entries(wires).flatMap(([name, exchangesOf]) => {
    try {
      const unpaired = exchangesOf(request).find(({ calls, results }) => calls.join() !== results.join());
      return unpaired ? [`${name}: calls ${unpaired.calls.join()}, results ${unpaired.results.join()}`] : [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
}

/** These wires want the user first, and no role twice in a row. */
function requireTurns(roles: readonly string[]): void {
  const wrong = roles.findIndex((role, at) => (role === "user") !== (at % 2 === 0));
  if (wrong !== -1) throw new Error(`message ${wrong} is of ${roles[wrong] ?? "no role"}`);
}
