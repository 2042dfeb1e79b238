import type { FoundTool } from "./rank-tools.ts";

/** Characters of a description in the list of names. */
const lineCharacters = 70;

/** Texts of the two definitions, which never change, and of failures. */
export const prompts = {
  search:
    "Find tools that are not in your list; their names are told in the context. Returns the best matches with their inputs. Call one with call_tool.",
  query: "Words of what you want to do, or the name of a tool.",
  limit: "At most this many. Default: 5.",
  call: "Call a tool that search_tools has found. It is checked, approved and run under its own name, as if it were in your list.",
  name: "The name as search_tools returned it.",
  input: "The tool's own input.",
  wrongCall: 'expected {"name": "…", "input": {…}}: the name of a tool, and its own input as an object',
  notForwarded: "This call names no tool. Find the right name with search_tools.",
} as const;

/** What `search_tools` returns. */
export function describeFound(found: readonly FoundTool[], all: number): string {
  if (found.length === 0)
    return `None of the ${all} deferred tools matches. Try other words: what you want to do, or a part of a name.`;
  const blocks = found.map(
    ({ extension, tool: { name, description, inputSchema } }) =>
      `## ${name} (${extension})\n${description}\nInput: ${JSON.stringify(inputSchema)}`,
  );
  return [
    ...blocks,
    `${found.length} of ${all} deferred tools. Call one: call_tool {"name": "${found[0]?.tool.name ?? ""}", "input": {…}}.`,
  ].join("\n\n");
}

/** What the model is told of deferred tools: names with a line each, names alone when that is too long, or numbers. */
export function describeNames(found: readonly FoundTool[], maxBytes: number): string {
  if (found.length === 0) return "";
  const head = `${found.length} more tools are there. Search for one before you call it.`;
  const byExtension = [...Map.groupBy(found, ({ extension }) => extension)];
  const forms = [
    byExtension.flatMap(([extension, tools]) => [
      `${extension}:`,
      ...tools.map(({ tool }) => `- ${tool.name}: ${firstLine(tool.description)}`),
    ]),
    byExtension.map(([extension, tools]) => `${extension}: ${tools.map(({ tool }) => tool.name).join(", ")}`),
    byExtension.map(([extension, tools]) => `${extension}: ${tools.length} tools`),
  ].map((lines) => [head, ...lines].join("\n"));
  return forms.find((form) => Buffer.byteLength(form) <= maxBytes) ?? head;
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > lineCharacters ? `${line.slice(0, lineCharacters)}…` : line;
}
