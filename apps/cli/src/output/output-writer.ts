import { type Parsed, oneOf } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import { jsonWriter, streamJsonWriter, textWriter, type OutputWriter } from "@skein/terminal-chat/run";
import { withNextStep } from "../wording/next-step.ts";

const formats = ["text", "json", "stream-json"] as const;

export function outputWriter(flags: Parsed<typeof runFlags>): OutputWriter {
  const { stdout, stderr } = process;
  const named = flags["output-format"] ?? "text";
  const format = oneOf(named, formats, `--output-format: there is no format "${named}".`);
  const write = (text: string) => void stdout.write(text);
  if (flags["no-deltas"] && format !== "stream-json") {
    throw new ConfigError(
      "usage",
      `--no-deltas leaves lines out of stream-json, and the format is ${format}.`,
      {
        hint: "Add --output-format stream-json, or leave it out.",
      },
    );
  }
  if (flags.stream && format !== "text")
    throw new ConfigError("usage", `--stream is for text, and the format is ${format}.`, {
      hint: "Leave it out: stream-json streams, and json is one object.",
    });
  if (flags["include-messages"] && format === "text")
    throw new ConfigError(
      "usage",
      "--include-messages is for json and stream-json, and the format is text.",
      {
        hint: "Add --output-format json, or leave it out.",
      },
    );
  if (format === "text") {
    const hint = { changesHint: "skein session diff · skein session undo" };
    const quiet = flags.quiet ?? false;
    const live = flags.stream ? { live: true } : {};
    return textWriter({ stdout, stderr, quiet, withNextStep, ...live, ...(stderr.isTTY ? hint : {}) });
  }
  const withMessages = flags["include-messages"] ?? false;
  if (format === "json") return jsonWriter(write, withNextStep, { withMessages });
  return streamJsonWriter(write, withNextStep, { withMessages, withDeltas: !flags["no-deltas"] });
}
