import { escapeInvisible } from "@skein/extension-kit";
import type { JsonObject, JsonSchema, JsonValue, StandardSchema, Tool } from "@skein/protocol";
import type { Connection } from "./connect.ts";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";
import type { ListedTool } from "./listed-tool.ts";
import { listTools } from "./list-tools.ts";
import type { OwnNames } from "./own-names.ts";
import { serverTool } from "./server-tool.ts";

/** What a server offers, as last listed. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  /** Which of its texts contain invisible characters, worded for people. */
  readonly hidden: readonly string[];
}

export interface OfferParts {
  readonly names: OwnNames;
  readonly compile: (schema: JsonSchema) => StandardSchema<JsonValue>;
  readonly call: (tool: ListedTool, ...call: Parameters<Tool["call"]>) => ReturnType<Tool["call"]>;
  /** Milliseconds for a call without progress, if not the default. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds for each page of the list. */
  readonly pageTimeoutMs: number;
}

/** Throws the client's errors, or an `Error` when the list does not end. */
export async function readOffer(
  { client }: Connection,
  parts: OfferParts,
  signal: AbortSignal,
): Promise<Offer> {
  const { names, compile, call, timeoutMs, pageTimeoutMs } = parts;
  const { tools, leftOut } = await listTools(client, { timeoutMs: pageTimeoutMs, signal });
  const own = names.namesOf(tools.map((tool) => tool.name));
  const said = client.getInstructions() ?? "";
  return {
    hidden: [
      ...(escapeInvisible(said) === said.replaceAll("\r\n", "\n") ? [] : ["its instructions"]),
      ...tools.flatMap((tool, index) =>
        tool.hides.length === 0 ? [] : [`the tool "${own[index] ?? ""}" (${tool.hides.join(", ")})`],
      ),
    ],
    tools: tools.map((listed, index) =>
      serverTool({
        listed,
        name: own[index] ?? listed.name,
        compile,
        call: (value, context) => call(listed, value, context),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    ),
    instructions: instructionsOf(said, leftOut),
  };
}

/** Whether both look the same to a model. */
export function sameOffer(one: Offer, other: Offer): boolean {
  return one.instructions === other.instructions && definitions(one) === definitions(other);
}

function instructionsOf(text: string | undefined, leftOut: number): string {
  const note = leftOut > 0 ? `(${leftOut} more tools of this server are left out, for want of room.)` : "";
  return [foreignText(text ?? "", limits.instructionsBytes), note].filter((line) => line !== "").join("\n");
}

function definitions({ tools }: Offer): string {
  return JSON.stringify(
    tools.map(({ name, description, inputSchema }): JsonObject => ({
      name,
      description,
      inputSchema: inputSchema as JsonObject,
    })),
  );
}
