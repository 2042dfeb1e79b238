import type { InspectedExtension, ListedExtension } from "@skein/host/extensions";
import { table } from "@skein/terminal/table";

const columns = [
  { title: "EXTENSION" },
  { title: "ON" },
  { title: "ACCEPTED" },
  { title: "COMMAND OR ADDRESS" },
  { title: "WHERE" },
];

/** Configured extensions as a table. */
export function extensionRows(extensions: readonly ListedExtension[], width: number): string {
  const rows = extensions.map(({ name, isEnabled, acceptedTools, problem, source, place }) => [
    name,
    isEnabled ? "yes" : "no",
    problem === undefined ? acceptedWords(acceptedTools) : "unreadable",
    source,
    place,
  ]);
  return table(columns, rows, width);
}

function acceptedWords(tools: number | null): string {
  if (tools === null) return "never started";
  return tools === 1 ? "1 tool" : `${tools} tools`;
}

/** What a server offers, and what of it is withheld. */
export function inspectionLines(inspected: InspectedExtension): readonly string[] {
  const { name, server, startedInMs, tools, leftOut, broken, instructions, changes } = inspected;
  const bytes = tools.reduce(
    (sum, { description, inputSchema }) => sum + sizeOf(description, inputSchema),
    0,
  );
  return [
    `${name}: ${server === "" ? "a server without a name" : server}, started in ${Math.round(startedInMs)} ms`,
    `${tools.length} tools, about ${Math.ceil(bytes / 4)} tokens`,
    ...tools.map(
      (tool) =>
        `  ${tool.name}${calledWords(name, tool)}${tool.isOffered ? "" : " (not offered)"}: ${firstLine(tool.description)}${hiddenWords(tool.hides)}${claimWords(tool.claims)}`,
    ),
    ...(leftOut > 0 ? [`  … and ${leftOut} more, which are left out`] : []),
    ...broken.map(
      ({ name: tool, problem }) => `  ${tool} (left out, its input schema is invalid): ${problem}`,
    ),
    ...offerLines(inspected),
    ...(instructions === "" ? [] : ["Instructions:", ...instructions.split("\n").map((line) => `  ${line}`)]),
    ...changeLines(changes),
  ];
}

/** Beside its tools. */
function offerLines({ name, prompts, resources, templates }: InspectedExtension): readonly string[] {
  return [
    ...listed(
      "Prompts",
      prompts.map(({ name: prompt, description = "", arguments: named = [] }) => {
        const words = named.map((one) => ` ${one.name}=…`).join("");
        return `/${name}:${prompt}${words}: ${firstLine(description)}`;
      }),
    ),
    ...listed(
      "Resources",
      resources.map(
        ({ uri, name: label, description = label }) => `@${name}:${uri}: ${firstLine(description)}`,
      ),
    ),
    ...listed(
      "Resource templates",
      templates.map(
        ({ uriTemplate, name: label, description = label }) =>
          `@${name}:${uriTemplate}: ${firstLine(description)}`,
      ),
    ),
  ];
}

const mostLines = 20;

function listed(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostLines;
  return [
    `${title}:`,
    ...lines.slice(0, mostLines).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** What differs from what was accepted. */
export function changeLines(changes: InspectedExtension["changes"]): readonly string[] {
  if (changes.length === 0) return [];
  return [
    "Not as it was accepted:",
    ...changes.flatMap(({ title, diff }) => [`  ${title}`, ...diff.map((line) => `    ${line}`)]),
  ];
}

/** Where the model does not call it by extension and name. */
function calledWords(extension: string, { name, modelName }: InspectedExtension["tools"][number]): string {
  return modelName === `${extension}__${name}` ? "" : ` (called ${modelName})`;
}

function sizeOf(description: string, inputSchema: object): number {
  return description.length + JSON.stringify(inputSchema).length;
}

function hiddenWords(hides: readonly string[]): string {
  return hides.length === 0 ? "" : ` (hidden characters in ${hides.join(", ")})`;
}

function claimWords(claims: string | undefined): string {
  return claims === undefined ? "" : ` (claimed: ${claims})`;
}

const longest = 100;

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > longest ? `${line.slice(0, longest)} …` : line;
}
