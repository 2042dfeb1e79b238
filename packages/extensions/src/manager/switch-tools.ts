import { asSentence, messageOf, type Tool } from "@skein/protocol";
import { rankTools } from "../deferral/rank-tools.ts";
import { checkTexts, textSchema } from "./checked-input.ts";
import { describeEnabled, noExtension, prompts } from "./prompts.ts";
import type { SwitchableExtension } from "./switchable-extension.ts";

const searchFields = { query: { description: prompts.query, isOptional: true } } as const;

/** Names of tools that are shown of one extension. */
const shownTools = 20;

export function searchExtensionsTool(switches: readonly SwitchableExtension[]): Tool {
  return {
    name: "search_extensions",
    description: prompts.search,
    inputSchema: textSchema(searchFields),
    effect: "reads",
    repeat: "safe",
    check: (input) => checkTexts(input, searchFields),
    async call(value) {
      const { query = "" } = value as { readonly query?: string };
      const all = await Promise.all(
        switches.map(async (extension) => ({ extension, tools: await extension.known() })),
      );
      const known = all.flatMap(({ extension, tools }) => [
        {
          extension: extension.name,
          tool: { name: extension.name, description: extension.description ?? "" },
        },
        ...tools.map((tool) => ({ extension: extension.name, tool })),
      ]);
      const ranked = query.trim() === "" ? known : rankTools(known, query, known.length);
      const names = [...new Set(ranked.map((found) => found.extension))];
      const lines = names.flatMap((name) => {
        const found = all.find((one) => one.extension.name === name);
        return found
          ? [
              lineOf(
                found.extension,
                found.tools.map((tool) => tool.name),
              ),
            ]
          : [];
      });
      return { content: [{ type: "text", text: lines.length === 0 ? prompts.noMatch : lines.join("\n") }] };
    },
  };
}

function lineOf(extension: SwitchableExtension, tools: readonly string[]): string {
  const more = tools.length > shownTools ? ", …" : "";
  const names = tools.length === 0 ? "tools not known yet" : tools.slice(0, shownTools).join(", ") + more;
  return `${extension.name} (${extension.isOn() ? "on" : "off"}): ${names}`;
}

const manageFields = {
  name: { description: prompts.extension },
  action: { description: prompts.action, values: ["enable", "disable"] },
} as const;

/** Enabling starts a program or connects to a server, which the user has configured. */
export function manageExtensionTool(switches: readonly SwitchableExtension[]): Tool {
  return {
    name: "manage_extension",
    description: prompts.manage,
    inputSchema: textSchema(manageFields),
    effect: "runs",
    repeat: "safe",
    check: (input) => checkTexts(input, manageFields),
    async call(value, { signal }) {
      const { name, action } = value as { readonly name: string; readonly action: "enable" | "disable" };
      const extension = switches.find((one) => one.name === name);
      if (!extension)
        return {
          kind: "failed",
          message: noExtension(
            name,
            switches.map((one) => one.name),
          ),
        };
      try {
        await extension.switch(action === "enable", signal);
      } catch (error) {
        if (signal.aborted) return { kind: "interrupted", started: true, partial: "" };
        return { kind: "failed", message: asSentence(messageOf(error)) };
      }
      const tools = (await extension.known()).map((tool) => `${name}__${tool.name}`);
      const text =
        action === "enable"
          ? describeEnabled(name, tools, extension.instructions ?? "")
          : `${name} is disabled.`;
      return { content: [{ type: "text", text }] };
    },
  };
}
