import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { effortOf } from "../reading/efforts.ts";
import { foundKeys } from "../reading/found-keys.ts";
import { foundModel } from "../reading/found-model.ts";
import { leaveOtherKeys } from "../reading/other-keys.ts";
import { readMap, readText, nonEmptyText } from "../reading/read-file.ts";
import type { Reading } from "../reading/reading.ts";

/** Source: https://pi.dev/docs/latest/settings. */
export async function readPi(reading: Reading): Promise<void> {
  const { folder, into } = reading;
  const file = join(folder, "settings.json");
  const settings = (await readMap(file, "json", into)) ?? {};
  const said = { provider: "defaultProvider", model: "defaultModel" };
  const provider = nonEmptyText(settings["defaultProvider"]);
  foundModel({ provider, model: nonEmptyText(settings["defaultModel"]), said, file }, reading);
  const level = nonEmptyText(settings["defaultThinkingLevel"]);
  if (level !== undefined)
    into.setting({ name: "effort", value: effortOf(level), said: "defaultThinkingLevel", file });
  const known = ["defaultProvider", "defaultModel", "defaultThinkingLevel"];
  leaveOtherKeys(settings, known, { area: "settings", file, into });
  const notes = join(folder, "AGENTS.md");
  const text = await readText(notes, into);
  if (text !== undefined) into.notes({ id: "pi notes", title: "From pi's AGENTS.md", text, file: notes });
  await foundKeys(
    { file: join(folder, "auth.json"), keyIn, why: "it is not written there as a key" },
    reading,
  );
}

/** A key may also be the name of a variable, or `!` and a command that prints it. */
function keyIn({ type, key }: JsonObject): string | undefined {
  const isKey = type === "api_key" && typeof key === "string" && !/^!|^[A-Z][A-Z0-9_]*$|\$/.test(key);
  return isKey ? key : undefined;
}
