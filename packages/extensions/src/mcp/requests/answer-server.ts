import type { Client } from "@modelcontextprotocol/client";
import type { ExtensionRequests } from "@skein/protocol";
import { appMediaType, appsExtension } from "../apps/capability.ts";
import type { McpSettings } from "../settings.ts";
import { tasksExtension } from "../transport/task-results.ts";
import { rootOf } from "./answer-input.ts";
import { elicit } from "./elicit.ts";
import { sample } from "./sample.ts";
import { tellingProgress } from "./telling-progress.ts";

export interface ServerRequests {
  /** Absolute folders in which the server may work. */
  readonly roots: readonly string[];
  /** Of the call that runs; `undefined` between calls, when a server gets no answers. */
  readonly current: () => ExtensionRequests | undefined;
  /** Is called when the server did not wait for the user's answer. */
  readonly onGivenUp?: () => void;
}

/** For a server that is only looked at. */
export const noRequests: ServerRequests = { roots: [], current: () => undefined };

/** What `answerServer` answers. */
const capabilities = {
  elicitation: { form: { applyDefaults: true }, url: {} },
  sampling: { tools: {} },
  roots: {},
} as const;

/** @param apps - see `McpSettings.apps`. */
export function capabilitiesOf({ apps = false }: Pick<McpSettings, "apps">) {
  return {
    ...capabilities,
    extensions: { [tasksExtension]: {}, ...(apps ? { [appsExtension]: { mimeTypes: [appMediaType] } } : {}) },
  };
}

/** Answers the requests of a server: which folders, the user's values, the model. */
export function answerServer(client: Client, { roots, current, onGivenUp }: ServerRequests): void {
  client.setRequestHandler("roots/list", () => ({
    roots: roots.map(rootOf),
  }));
  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => {
    const tell = () => client.transport && onGivenUp?.();
    mcpReq.signal.addEventListener("abort", tell, { once: true });
    return tellingProgress(mcpReq, () => elicit(params, current(), mcpReq.signal));
  });
  client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq }) =>
    tellingProgress(mcpReq, () => sample(params, current())),
  );
}
