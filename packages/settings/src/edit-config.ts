import { dirname } from "node:path";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { writeWhole } from "./atomic-write.ts";
import { parseConfig, readConfigText } from "./config-file.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import { loadYaml } from "./later.ts";

/** A value and its path, the outermost key first; without a value the entry is removed. */
export interface ConfigChange {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

/**
 * Changes values in a YAML file and leaves everything else unchanged: comments, order, unknown keys. Creates the file
 * if missing. All changes are written or none.
 *
 * Throws `ConfigError` when the file cannot be read or written.
 */
export async function editConfigFile(file: string, changes: readonly ConfigChange[]): Promise<void> {
  const before = (await readConfigText(file)) ?? "";
  await parseConfig(file, before);
  const { isMap, parseDocument, visit } = await loadYaml();
  const document = parseDocument(before);
  for (const { path, value } of changes) {
    // An entry without a value (`providers:`) becomes a map, and so does any value that a longer path must go
    // through.
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
      // As a block scalar, a text that begins with spaces would lose them.
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
      hint: "Make it writable, or set SKEIN_HOME to a folder that you own.",
    });
  }
}
