import { ConfigError, describeFailure, isFailure, type JsonValue } from "@skein/protocol";
import { includesRole } from "@skein/server-access";
import { z } from "zod";
import { RoleError } from "../errors.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { flag, json, optional, sessionId } from "./schemas.ts";

const ofCall = {
  session: sessionId,
  call: z.string().min(1).max(256).describe("Id of the call whose result has a page"),
};

/** Pages of extensions that show results, as MCP Apps has them. */
export const appOperations: readonly Operation[] = [
  defineOperation({
    id: "showApp",
    method: "POST",
    path: "/sessions/{session}/calls/{call}/app",
    tag: "conversation",
    role: "prompt",
    afterRestart: "again",
    summary: "Read the page of an extension that shows a call's result, and serve it for a frame",
    input: z.strictObject(ofCall),
    output: z.strictObject({
      urls: z
        .array(z.string())
        .describe("Of the same page; take the one whose host is not that of your own page"),
    }),
    async run({ session, call }, { opened, frames }, { signal }) {
      if (!frames)
        throw new ConfigError(
          "usage",
          "Pages of extensions are only shown in the browser app on this machine.",
        );
      const { html, sources } = await (await opened.open(session)).appPage(call, signal);
      const path = frames.show(html, sources);
      return { urls: frames.origins.map((origin) => `${origin}${path}`) };
    },
  }),
  defineOperation({
    id: "callForApp",
    method: "POST",
    path: "/sessions/{session}/calls/{call}/app/tool",
    tag: "conversation",
    role: "prompt",
    summary: "Call a tool of its own extension for such a page, with the session's permissions",
    input: z.strictObject({
      ...ofCall,
      tool: z.string().min(1).max(200).describe("By its server's own name"),
      input: json,
      isApproved: optional(flag).describe("The user has approved this call; takes the role approve"),
    }),
    output: z.union([
      z.strictObject({ asks: z.strictObject({ tool: z.string(), reason: z.string() }) }),
      z.strictObject({
        content: z.array(z.looseObject({ type: z.string() })),
        structured: optional(json),
        isFailure: z.boolean(),
      }),
    ]),
    async run({ session, call, tool, input, isApproved = false }, { opened }, { role, signal }) {
      if (isApproved && !includesRole(role, "approve")) throw new RoleError("approve");
      const live = await opened.open(session);
      const end = await live.callForApp(call, { tool, input: input as JsonValue, isApproved }, signal);
      if ("asks" in end) return { asks: { ...end.asks } };
      const { outcome } = end;
      if (isFailure(outcome))
        return { content: [{ type: "text", text: describeFailure(tool, outcome) }], isFailure: true };
      const { content, structured } = outcome;
      return {
        content: content.map((part) => ({ ...part })),
        ...(structured === undefined ? {} : { structured }),
        isFailure: false,
      };
    },
  }),
];
