import { dirname } from "node:path";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { writeWhole } from "./atomic-write.ts";
import { parseConfig, readConfigText } from "./config-file.ts";
import { ensurePrivateFolder } from "./private-folder.ts";

/** A value and the names that lead to it, the outermost first; without a value what is there is taken out. */
export interface ConfigChange {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

/**
 * Changes values in a YAML file and leaves everything else as it is: comments, order, what it does not know. Without a
 * file one is made. All changes arrive or none.
 *
 * Throws `ConfigError`: for a file that could not be read before, and for one that cannot be written.
 */
export async function editConfigFile(file: string, changes: readonly ConfigChange[]): Promise<void> {
  const before = (await readConfigText(file)) ?? "";
  await parseConfig(file, before);
  const { isMap, parseDocument, visit } = await import("yaml");
  const document = parseDocument(before);
  for (const { path, value } of changes) {
    // An entry without a value (`providers:`) gets a map, as does anything a longer path cannot go through.
    for (let depth = 0; depth < path.length; depth++) {
      const above = path.slice(0, depth);
      const found = depth === 0 ? document.contents : document.getIn(above, true);
      if (value !== undefined && found !== undefined && !isMap(found)) {
        if (depth === 0) document.contents = null;
        else document.setIn(above, document.createNode({}));
      }
    }
    if (value !== undefined) {
      document.setIn(path, value);
      // As a block, a text that begins with blanks would come back without them.
      visit(document, {
        Scalar(_, scalar) {
          if (isIndented(scalar.value)) scalar.type = "QUOTE_DOUBLE";
        },
      });
    } else if (document.hasIn(path)) document.deleteIn(path);
  }
  const isPadded = /[[{] \S/.test(before);
  await write(file, document.toString({ lineWidth: 0, flowCollectionPadding: isPadded }));
}

function isIndented(value: unknown): boolean {
  return typeof value === "string" && /^\s[^]*\n|^\n/.test(value);
}

async function write(file: string, text: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  try {
    await writeWhole(file, text);
  } catch (cause) {
    throw new ConfigError("unreadable", `${file} cannot be written: ${messageOf(cause)}.`, {
      cause,
      hint: "Make it writable, or set SKEIN_HOME to a folder that is yours.",
    });
  }
}
