import type { Client } from "@modelcontextprotocol/client";
import { escapeInvisible, stripTerminalCodes, isJsonObject, type JsonObject } from "@skein/protocol";
import { limits } from "./limits.ts";
import { type McpSettings, type ServerLogLine, serverLogLevels } from "./settings.ts";

/** In 2026-07-28 each call says it for itself. Never rejects: a log is not needed. */
export async function askForLogs(
  client: Client,
  { log, logLevel = "info" }: Pick<McpSettings, "log" | "logLevel">,
): Promise<void> {
  if (!log || !client.getServerCapabilities()?.logging || client.getProtocolEra() === "modern") return;
  await client.setLoggingLevel(logLevel).catch(() => undefined);
}

/** A log message of the protocol as a line. */
export function logLine(params: JsonObject): ServerLogLine {
  const { level, logger, data } = params;
  const said = isJsonObject(data) && typeof data["message"] === "string" ? data["message"] : data;
  const text = typeof said === "string" ? said : JSON.stringify(said ?? null);
  const known = serverLogLevels.find((one) => one === level) ?? "info";
  return { level: known, text: shown(typeof logger === "string" ? `${logger}: ${text}` : text) };
}

/** Lines of standard error, whole, as they come in pieces. */
export function errorLines(log: (line: ServerLogLine) => void): (chunk: string) => void {
  let begun = "";
  return (chunk) => {
    const lines = (begun + chunk).split("\n");
    begun = (lines.pop() ?? "").slice(-limits.logCharacters);
    for (const line of lines.slice(-limits.logBurst))
      if (line.trim() !== "") log({ level: "stderr", text: shown(line) });
  };
}

function shown(text: string): string {
  const short = text.slice(0, limits.logCharacters);
  return escapeInvisible(stripTerminalCodes(short))
    .replaceAll(/\s*\n\s*/g, " ⏎ ")
    .trim();
}
