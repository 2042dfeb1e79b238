import { ConfigError, describeFailure, isFailure, type JsonValue, type ToolOutcome } from "@skein/protocol";
import { includesRole } from "../access/index.ts";
import { z } from "zod";
import { RoleError } from "../errors.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { flag, json, optional, sessionId } from "./schemas.ts";

/** Pages of extensions that show results, as MCP Apps has them. */
export const appOperations: readonly Operation[] = [
  defineOperation({
    id: "useApp",
    method: "POST",
    path: "/sessions/{session}/calls/{call}/app",
    tag: "conversation",
    role: "prompt",
    summary:
      "Serve the page of an extension that shows a call's result, for a frame; with tool, call a tool of its extension for it",
    input: z.strictObject({
      session: sessionId,
      call: z.string().min(1).max(256).describe("Id of the call whose result has a page"),
      tool: optional(z.string().min(1).max(200)).describe("By its server's own name"),
      input: optional(json),
      isApproved: optional(flag).describe("The user has approved this call; takes the role approve"),
    }),
    output: z.union([
      z.strictObject({
        urls: z
          .array(z.string())
          .describe("Of the same page; take the one whose host is not that of your own page"),
      }),
      z
        .strictObject({ asks: z.strictObject({ tool: z.string(), reason: z.string() }) })
        .describe("Nothing was run: the user has to approve the call"),
      z.strictObject({
        content: z.array(z.looseObject({ type: z.string() })),
        structured: optional(json),
        isFailure: z.boolean(),
      }),
    ]),
    async run({ session, call, tool, input = {}, isApproved = false }, { opened, frames }, { role, signal }) {
      if (!frames)
        throw new ConfigError(
          "usage",
          "Pages of extensions are only shown in the browser app on this machine.",
        );
      const live = await opened.open(session);
      if (tool === undefined) {
        const { html, sources } = await live.appPage(call, signal);
        const path = frames.show(html, sources);
        return { urls: frames.origins.map((origin) => `${origin}${path}`) };
      }
      if (isApproved && !includesRole(role, "approve")) throw new RoleError("approve");
      const end = await live.callForApp(call, { tool, input: input as JsonValue, isApproved }, signal);
      return "asks" in end ? { asks: { ...end.asks } } : resultOf(tool, end.outcome);
    },
  }),
];

function resultOf(tool: string, outcome: ToolOutcome) {
  if (isFailure(outcome))
    return { content: [{ type: "text", text: describeFailure(tool, outcome) }], isFailure: true };
  const { content, structured } = outcome;
  return {
    content: content.map((part) => ({ ...part })),
    ...(structured === undefined ? {} : { structured }),
    isFailure: false,
  };
}
