// Source: MCP, revision 2025-11-25, client features: elicitation, sampling,
// roots.

import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { ExtensionRequests } from "@skein/protocol";
import { elicitationParams, rootPaths, samplingParams, samplingReply } from "./wire-requests.ts";
import { logTo, progressTo, type CallScope } from "./call-scope.ts";
import { noModel, noModelTools } from "./unavailable.ts";

/** Milliseconds that a person or a model may take: ten minutes. */
const waitMs = 600_000;

/* oxlint-disable typescript/no-deprecated -- clients of 2025 are asked this way, until they are gone */

/**
 * Creates the services for clients of 2025: requests are sent to them while the
 * call runs.
 */
export function directScope(server: Server, context: ServerContext, logger: string): CallScope {
  const { mcpReq } = context;
  const { signal } = mcpReq;
  // Without the id it would be sent on the session's own stream, which may not be open yet.
  const options = { signal, timeout: waitMs, relatedRequestId: mcpReq.id };
  const offered = server.getClientCapabilities() ?? {};
  const requests: ExtensionRequests = {
    async elicit(request) {
      // A client that did not announce a feature must not be asked for it.
      if (!offered.elicitation) return "cancelled";
      const { action, content = {} } = await mcpReq.elicitInput(elicitationParams(request), options);
      if (action === "cancel") return "cancelled";
      return action === "decline" ? null : content;
    },
    async sample(request) {
      if (!offered.sampling) throw noModel();
      if (request.tools && !offered.sampling.tools) throw noModelTools();
      return samplingReply(await mcpReq.requestSampling(samplingParams(request), options));
    },
    async roots() {
      if (!offered.roots) return [];
      return rootPaths((await mcpReq.send({ method: "roots/list" }, options)).roots);
    },
  };
  const current = () => context;
  return { signal, progress: progressTo(current), log: logTo(current, logger), requests };
}
