import { extractText, type Message } from "@skein/protocol";

/** Characters of one tool result that are handed over. */
const mostOfResult = 4000;

/** A conversation that an agent has not seen, as text. Empty for none. */
export function transcriptText(messages: readonly Message[]): string {
  const lines = messages.flatMap(linesOf);
  if (lines.length === 0) return "";
  return ["<conversation-so-far>", ...lines, "</conversation-so-far>"].join("\n\n");
}

function linesOf(message: Message): readonly string[] {
  switch (message.role) {
    case "user":
      return [`User: ${extractText(message.content)}`];
    case "assistant":
      return message.content.flatMap((part) => {
        if (part.type === "text") return [`You: ${part.text}`];
        if (part.type !== "tool-call") return [];
        return [`You called ${part.name}: ${"input" in part ? JSON.stringify(part.input) : part.raw}`];
      });
    case "tool":
      return message.content.map(({ name, content }) => {
        const text = extractText(content);
        const shown = text.length > mostOfResult ? `${text.slice(0, mostOfResult)} [shortened]` : text;
        return `Result of ${name}: ${shown}`;
      });
  }
}
