import { ollamaChat } from "../../../packages/provider-conformance/src/cases.ts";
import {
  serveModel,
  type RawReply,
  type Script,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import type { WireReply } from "./wire-reply.ts";

/** What a model can, as `/api/show` tells it. */
export const ollamaAsides = {
  "/api/show": {
    capabilities: ["completion", "tools", "thinking", "vision"],
    model_info: { "llama.context_length": 131_072 },
  },
} as const;

/** Speaks lines of JSON, where a cut is one of bytes. */
export function ollamaServer(script: Script<WireReply>): Promise<ScriptedServer> {
  const raw = (reply: WireReply): RawReply => {
    if (!("parts" in reply)) return reply;
    const { parts, stop, deltaSize = 20, cutAfterEvents } = reply;
    const bytes = Buffer.from(
      ollamaChat.encode(parts, { deltaSize, ...(stop === undefined ? {} : { stop }) }),
    );
    const cut = cutAfterEvents === undefined ? {} : { cutAfterBytes: Math.floor(bytes.length / 2) };
    return { bytes, contentType: ollamaChat.contentType, ...cut };
  };
  return serveModel<never>(
    (request, count) => raw(typeof script === "function" ? script(request, count) : script[count]!),
    {
      encode: () => "",
      models: ollamaChat.models.answer,
      asides: ollamaAsides,
      refusal: (message) => ({ error: message }),
    },
  );
}
