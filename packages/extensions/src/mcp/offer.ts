import { escapeInvisible, type JsonObject, type Tool } from "@skein/protocol";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { ListedTools } from "./list-tools.ts";
import type { OwnNames } from "./own-names.ts";
import { serverTool, type ServerToolParts } from "./server-tool.ts";

/** What a server offers, as last listed. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  /** Which of its texts contain invisible characters, worded for people. */
  readonly hidden: readonly string[];
}

export interface OfferParts extends Pick<ServerToolParts, "compile"> {
  readonly names: OwnNames;
  readonly call: (tool: ListedTool, ...call: Parameters<Tool["call"]>) => ReturnType<Tool["call"]>;
  /** For tools whose calls are tasks. */
  readonly recover: (
    tool: ListedTool,
    ...call: Parameters<NonNullable<Tool["recover"]>>
  ) => ReturnType<NonNullable<Tool["recover"]>>;
  /** Milliseconds for a call without progress, if not the default. */
  readonly timeoutMs: number | undefined;
}

/** @param said - the server's instructions. */
export function offerOf({ tools, leftOut }: ListedTools, said: string, parts: OfferParts): Offer {
  const { names, compile, call, recover, timeoutMs } = parts;
  const own = names.namesOf(tools.map((tool) => tool.name));
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
        recover: (value, context) => recover(listed, value, context),
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
