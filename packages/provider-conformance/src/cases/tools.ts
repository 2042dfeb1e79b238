// Tools. Names and schemas come from servers that follow no vendor's rules. A
// provider must send something that is accepted, and map the model's calls
// back.
import { deepStrictEqual, ok } from "node:assert/strict";
import { isJsonObject, type JsonObject, type ToolDefinition } from "@skein/protocol";
import { modelAt, never, requestOf, serverFor } from "../send-request.ts";
import type { SentTool } from "../dialect.ts";
import { outcomeOf, partsOf } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import { always, type ConformanceCase } from "./case.ts";
import { awkwardSchemas } from "./schemas.ts";
import { text } from "./samples.ts";

/**
 * Names that tools have and no vendor accepts unchanged: dots, slashes, spaces,
 * letters of other scripts, a digit in front. Two of them differ only after any
 * vendor's length limit.
 *
 * MCP puts few limits on names, and servers use all of them: namespaces with
 * dots or slashes, and long prefixes added by plugins. The last name has legal
 * characters only and is longer than 64, the limit of most dialects.
 */
const awkwardNames: readonly string[] = [
  "admin.tools.list",
  "admin/tools/list",
  "user-profile/update",
  "1st_tool",
  "größe",
  "two words",
  `${"x".repeat(140)}_alpha`,
  `${"x".repeat(140)}_beta`,
  "plugin_chrome-devtools-mcp_chrome-devtools__get_console_message_by_identifier_value",
];

/**
 * Sends a request with these tools and returns its body.
 *
 * The reply is a plain text, so nothing but the request is tested.
 */
async function requestWith(subject: Subject, tools: readonly ToolDefinition[]): Promise<JsonObject> {
  await using server = await serverFor(subject, [{ bytes: subject.dialect.encode([text]) }]);
  const { error } = await outcomeOf(
    modelAt(subject, server.url).stream(requestOf(subject, { tools }), never),
  );
  if (error !== undefined) throw error;
  const body = server.requests[0]!.json();
  ok(isJsonObject(body), "The request has no JSON object as its body.");
  return body;
}

/**
 * Sends these tools and checks each as the vendor would. No tool may be lost.
 *
 * The same check is used for recorded tool lists of real servers: see
 * `recordedCases`. A lost tool is a failure of its own, because the model would
 * say that it cannot do something the user has set up.
 */
export async function mustTakeTools(subject: Subject, tools: readonly ToolDefinition[]): Promise<void> {
  const { requests } = subject.dialect;
  const sent = requests.tools(await requestWith(subject, tools));
  // Leaving a tool out is not a way to send it.
  deepStrictEqual(sent.length, tools.length, "Tools were lost.");
  deepStrictEqual(
    sent.flatMap((tool) => requests.toolProblems(tool).map((problem) => `${tool.name}: ${problem}`)),
    [],
  );
}

/**
 * Cases about tool definitions.
 *
 * A definition is judged by the rules of the dialect, which stand for the
 * vendor: a provider that sends something else would be refused in production.
 *
 * Vendors check all tools of a request together, so one bad definition fails
 * the request, with it the turn, and with it every later turn of the session.
 */
export const toolConformance: readonly ConformanceCase[] = [
  {
    // All schemas in one request, since one refused tool fails it. The case
    // does not prescribe how a schema is rewritten, only that the vendor would
    // accept the result.
    id: "tools/schemas",
    title: "makes of every schema one that the vendor takes",
    notApplicable: always,
    run: (subject) =>
      mustTakeTools(
        subject,
        Object.entries(awkwardSchemas).map(([name, inputSchema]) => ({ name, description: "", inputSchema })),
      ),
  },
  {
    // Two tools with one name on the wire would make calls ambiguous.
    // Shortening alone is not enough: the two longest names are equal up to
    // their last characters.
    id: "tools/names",
    title: "makes of every name one that the vendor takes, and a different one of each",
    notApplicable: always,
    async run(subject) {
      await mustTakeTools(subject, awkwardNames.map(named));
      const { requests } = subject.dialect;
      const sent = requests.tools(await requestWith(subject, awkwardNames.map(named)));
      deepStrictEqual(new Set(sent.map(({ name }) => name)).size, awkwardNames.length);
    },
  },
  {
    // The model calls tools by their names on the wire. A call that is reported
    // under its name on the wire reaches no tool, or the wrong permission rule:
    // rules are written for the tool's own name.
    id: "tools/own-names",
    title: "calls a tool by its own name when the model calls it by the one on the wire",
    notApplicable: always,
    async run(subject) {
      const { encode, requests } = subject.dialect;
      await using server = await serverFor(subject, (request) => {
        // The server calls each tool by the name that it was sent.
        const sent: readonly SentTool[] = requests.tools(request.json() as JsonObject);
        return {
          bytes: encode(
            sent.map(({ name }, at) => ({ type: "tool-call", id: `call_${at}`, name, input: { at } })),
          ),
        };
      });
      const request = requestOf(subject, { tools: awkwardNames.map(named) });
      const { events } = await outcomeOf(modelAt(subject, server.url).stream(request, never));
      const called = partsOf(events).flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
      // The names of the request, in the order of the calls.
      deepStrictEqual(called, awkwardNames);
    },
  },
];

/** Builds a tool with this name. */
function named(name: string): ToolDefinition {
  return { name, description: "", inputSchema: { type: "object", properties: { at: { type: "integer" } } } };
}
