import { groupedNumber, isJsonObject, type JsonValue } from "@skein/protocol";

/** Of the output of a cell. */
const mostOutputCharacters = 2_000;

/** The cells of a Jupyter notebook with their text outputs; `undefined` when it is something else. */
export function notebookText(json: string): string | undefined {
  const notebook = parsed(json);
  const cells = isJsonObject(notebook) ? notebook["cells"] : undefined;
  if (!Array.isArray(cells)) return undefined;
  return cells.map((cell, index) => cellText(cell, index + 1)).join("\n\n");
}

function cellText(cell: JsonValue, number: number): string {
  if (!isJsonObject(cell)) return `[cell ${number}: not an object]`;
  const { cell_type: kind, source, outputs } = cell;
  const shown = Array.isArray(outputs) ? outputs.map(outputText).filter((text) => text !== "") : [];
  const head = `[cell ${number}: ${typeof kind === "string" ? kind : "unknown"}]`;
  return [head, joined(source), ...shown.map((text) => `[output]\n${text}`)].join("\n");
}

function outputText(output: JsonValue): string {
  if (!isJsonObject(output)) return "";
  const { text, data, evalue, ename } = output;
  const kinds = isJsonObject(data) ? Object.keys(data) : [];
  const plain = isJsonObject(data) ? joined(data["text/plain"]) : joined(text);
  const error = typeof evalue === "string" ? `${joined(ename)}: ${evalue}` : "";
  const others = kinds.filter((kind) => kind !== "text/plain").map((kind) => `[${kind} is not shown]`);
  const all = [plain, error, ...others]
    .filter((part) => part !== "")
    .join("\n")
    .trimEnd();
  const more = all.length - mostOutputCharacters;
  return more <= 0
    ? all
    : `${all.slice(0, mostOutputCharacters)}\n[… ${groupedNumber(more)} characters more]`;
}

/** Texts are stored whole or as lines. */
function joined(text: JsonValue | undefined): string {
  if (Array.isArray(text)) return text.filter((line) => typeof line === "string").join("");
  return typeof text === "string" ? text : "";
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    return null;
  }
}
