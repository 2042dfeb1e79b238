import { clipToFile, defineTool, resultBytes } from "@skein/extension-kit";
import { isJsonObject, type JsonValue, type StandardSchema, type Tool } from "@skein/protocol";
import { askEngine, type SearchSettings } from "./ask-engine.ts";

const [usualCount, mostCount] = [8, 20];
const mostBytes = 12_288;

/** The tool `web_search`, which asks the engine that the user has chosen. */
export function searchTool(settings: SearchSettings): Tool {
  return defineTool({
    name: "web_search",
    description: "Search the web. Each result has its title, address and an excerpt.",
    // A query can carry what a session knows to whoever runs the engine: the user decides.
    effect: "unknown",
    repeat: "safe",
    input,
    async run({ query, count = usualCount }, context) {
      const results = await askEngine(settings, { query, count }, context.signal);
      if ("kind" in results) return results;
      if (results.length === 0) return `${settings.engine.id} found nothing. Try other words.`;
      const shown = results.slice(0, count).map(({ title, url, text, date }, at) => {
        const head = `${at + 1}. ${title}${date === undefined ? "" : ` (${date})`}`;
        return [head, `   ${url}`, ...(text === "" ? [] : [`   ${text}`])].join("\n");
      });
      return clipToFile(shown.join("\n"), {
        folder: context.callFolder,
        maxBytes: Math.min(mostBytes, resultBytes(context)),
        maxLines: Infinity,
      });
    },
  });
}

interface SearchInput {
  readonly query: string;
  readonly count?: number;
}

const schema = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 1, maxLength: 400 },
    count: { type: "integer", minimum: 1, maximum: mostCount, description: `Default ${usualCount}` },
  },
  required: ["query"],
  additionalProperties: false,
};

const input: StandardSchema<SearchInput> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate(value) {
      const given = value as JsonValue;
      const { query, count } = isJsonObject(given) ? given : {};
      if (typeof query !== "string" || query.trim() === "" || query.length > 400)
        return { issues: [{ path: ["query"], message: "expected 1 to 400 characters" }] };
      if (count === undefined) return { value: { query } };
      if (typeof count !== "number" || !Number.isInteger(count) || count < 1 || count > mostCount)
        return { issues: [{ path: ["count"], message: `expected an integer from 1 to ${mostCount}` }] };
      return { value: { query, count } };
    },
    jsonSchema: { input: () => schema },
  },
};
