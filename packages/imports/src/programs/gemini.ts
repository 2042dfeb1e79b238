import { join } from "node:path";
import { foundModel } from "../reading/found-model.ts";
import { dollarReferences, readMcpServers } from "../reading/mcp-servers.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { mapOf, readMap, readText, nonEmptyText } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";

/** Source: https://geminicli.com/docs/reference/configuration. */
export async function readGemini(reading: Reading): Promise<void> {
  const { folder, into } = reading;
  const file = join(folder, "settings.json");
  const settings = (await readMap(file, "json", into)) ?? {};
  const model = nonEmptyText(mapOf(settings["model"])["name"]) ?? nonEmptyText(settings["model"]);
  const said = { provider: "model.name", model: "model.name" };
  if (model !== undefined) foundModel({ provider: "gemini", model, said, file }, reading);
  const options = { file, into, plainUrl: "sse", timeoutUnit: "ms", translate: dollarReferences } as const;
  readMcpServers(settings["mcpServers"], options);
  leaveOtherKeys(settings, ["model", "mcpServers"], { area: "settings", file, into });
  const notes = join(folder, "GEMINI.md");
  const text = await readText(notes, into);
  if (text !== undefined)
    into.notes({ id: "gemini notes", title: "From Gemini CLI's GEMINI.md", text, file: notes });
}
