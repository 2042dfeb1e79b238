import type { FoundNotes } from "../findings.ts";
import { holdsMarks, maxNotesBytes, sectionIn, sectionOf, withSection } from "./notes-file.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import type { CurrentSetup } from "./current-setup.ts";

export function planNotes(
  found: readonly FoundNotes[],
  { notes }: CurrentSetup,
  overwrite: boolean,
): Decided {
  const items: PlanItem[] = [];
  let text = notes?.text ?? "";
  for (const one of found) {
    const section = sectionOf(one);
    const older = sectionIn(text, one.id);
    const common = { area: "memory", subject: one.title, file: one.file } as const;
    const lines = one.text.trim().split("\n").length;
    const after = lines === 1 ? "1 line" : `${lines} lines`;
    const problem =
      notes === undefined ? "hints is empty in your settings, so it would not be read" : problemOf(one);
    const next = withSection(text, section, older);
    if (problem !== undefined) items.push({ ...common, action: "skip", why: problem });
    else if (older === section) items.push({ ...common, action: "same", after });
    else if (older !== undefined && !overwrite)
      items.push({
        ...common,
        action: "keep",
        why: "it was imported before and differs now",
        remedy: { do: "overwrite", replaces: [one.title] },
      });
    else if (Buffer.byteLength(next) > maxNotesBytes)
      items.push({
        ...common,
        action: "skip",
        why: `with it your notes would have more than ${maxNotesBytes / 1024} KiB`,
      });
    else {
      const hasImports = /^@\S/m.test(one.text);
      const why = hasImports ? { why: "lines that begin with @ stay as they are: Skein follows none" } : {};
      items.push({ ...common, action: older === undefined ? "add" : "change", after, ...why });
      text = next;
    }
  }
  return text === (notes?.text ?? "") ? { items } : { items, notes: text };
}

function problemOf({ text }: FoundNotes): string | undefined {
  if (text.trim() === "") return "it is empty";
  return holdsMarks(text) ? "it holds marks that an import sets" : undefined;
}
