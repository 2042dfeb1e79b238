// Recordings as cases. They are made by others and are not part of the package:
// a path that does not exist adds none, so that the suite runs everywhere.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolDefinition } from "@skein/protocol";
import { always, type ConformanceCase } from "../cases/case.ts";
import { mustTakeTools } from "../cases/tools.ts";
import type { Subject } from "../subject.ts";
import { readHostile, withstand } from "./hostile.ts";
import { readRecorded } from "./read.ts";
import { replay, type Deviation, type ReplayOptions } from "./replay.ts";

/**
 * Recordings made by others, as paths. A folder or file that does not exist
 * adds no cases.
 *
 * The suite does not download anything. Paths are relative to the current
 * folder of the test process.
 *
 * @example
 * ```ts
 * const material: Material = {
 *   exchanges: "fixtures/recordings",
 *   deviations: { "example/odd-usage 1": { because: "its counters are negative" } },
 * };
 * ```
 */
export interface Material extends Partial<Pick<ReplayOptions, "thorough" | "onReading">> {
  /**
   * Folder of recorded responses, with an `index.json`: see `readRecorded`.
   *
   * Each response in the subject's wire becomes one case. Responses of other
   * wires are skipped, so one folder serves all providers.
   */
  readonly exchanges?: string | undefined;
  /**
   * JSON file of streams that broke other clients.
   *
   * Streams of other wires are skipped.
   */
  readonly hostile?: string | undefined;
  /**
   * Folder of the tool lists of real servers, one JSON file for each.
   *
   * Each file is the result of an MCP `tools/list` request and becomes one
   * case; a file without `tools` becomes none.
   */
  readonly tools?: string | undefined;
  /**
   * Recordings that are read differently on purpose, by the name of the
   * exchange.
   *
   * An entry for a recording that does not deviate fails, if it names a code: a
   * fixed decoder must not leave an outdated excuse.
   */
  readonly deviations?: Readonly<Record<string, Deviation>>;
}

/**
 * Creates one case for each recording in the subject's wire.
 *
 * Groups: `recorded/…`, `hostile/…` and `real-tools/…`. The report counts them
 * instead of listing each.
 *
 * Files are read when the cases are listed, not when they run: a test framework
 * needs their names first.
 */
export function recordedCases({ dialect }: Subject, material: Material): readonly ConformanceCase[] {
  const { exchanges, hostile, tools, deviations = {}, thorough = false, onReading } = material;
  const { id: api, recorded } = dialect;
  return [
    ...(exchanges === undefined ? [] : readRecorded(exchanges, { [api]: recorded })).map(
      (exchange, at): ConformanceCase => {
        const deviation = deviations[exchange.name];
        return {
          id: `recorded/${exchange.name}`,
          title: deviation ? `deviates: ${deviation.because}` : "reads as its oracle says, at every cut",
          notApplicable: always,
          run: (subject) => replay(subject, exchange, at, { thorough, onReading, deviation }),
        };
      },
    ),
    ...(hostile === undefined ? [] : readHostile(hostile))
      .filter((stream) => stream.api === api)
      .map((stream): ConformanceCase => ({
        id: `hostile/${stream.id}`,
        title: "withstands a stream that broke others",
        notApplicable: always,
        run: (subject) => withstand(subject, stream),
      })),
    ...(tools === undefined ? [] : toolLists(tools)).map(([server, list]): ConformanceCase => ({
      id: `real-tools/${server}`,
      title: "makes tools of a real server such as the vendor takes",
      notApplicable: always,
      run: (subject) => mustTakeTools(subject, list),
    })),
  ];
}

/** Tool in a server's answer. */
interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: ToolDefinition["inputSchema"];
}

/**
 * Reads files with a server's answer to `tools/list`.
 *
 * Tools of one server are sent together, as an agent sends them.
 */
function toolLists(folder: string): readonly (readonly [string, readonly ToolDefinition[]])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const { tools } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
        readonly tools?: readonly ListedTool[];
      };
      const list = tools?.map(({ name: tool, description = "", inputSchema }) => ({
        name: tool,
        description,
        inputSchema,
      }));
      return list === undefined ? [] : [[name.replace(/\.json$/, ""), list] as const];
    });
}
