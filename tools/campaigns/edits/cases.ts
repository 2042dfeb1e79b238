import { seeded } from "../runner/seeded.ts";
import { bytesOf, type Form } from "./forms.ts";
import { sourceFile, withRenamed, type Random } from "./source-file.ts";

/** A type, not an interface: it is JSON. */
export type EditInput = { readonly old_text: string; readonly new_text: string };

/** An edit or a write of one file, and what the file must be when it has succeeded. */
export interface Case {
  readonly kind: string;
  readonly tool: "edit" | "write";
  readonly before: Buffer;
  readonly input: { readonly content: string } | (EditInput & { readonly more?: readonly EditInput[] });
  /** What someone else makes of the file after the model has read it. */
  readonly meanwhile?: Buffer;
  readonly expected: Buffer;
  /** Default: it reads the file first. */
  readonly isUnread?: boolean;
}

const lf: Form = { encoding: "utf-8", mark: false, end: "\n" };
const forms: Readonly<Record<string, Form>> = {
  CRLF: { ...lf, end: "\r\n" },
  "byte order mark": { ...lf, mark: true },
  "CRLF and byte order mark": { ...lf, mark: true, end: "\r\n" },
  "mixed line ends": { ...lf, end: "mixed" },
  "UTF-16 LE": { encoding: "utf-16le", mark: true, end: "\r\n" },
  "UTF-16 BE": { encoding: "utf-16be", mark: true, end: "\n" },
  "UTF-16 without mark": { encoding: "utf-16le", mark: false, end: "\n" },
  "windows-1252": { encoding: "windows-1252", mark: false, end: "\n" },
  "bytes that are not UTF-8": { ...lf, stray: true },
};

/** The same cases for the same seed. */
export function casesOf(seed: number): readonly Case[] {
  const random: Random = seeded(seed);
  return [
    ...times(25, () => exact(random, "exact text", lf)),
    ...Object.entries(forms).flatMap(([kind, form]) => times(8, () => exact(random, kind, form))),
    ...times(20, () => otherWhiteSpace(random)),
    ...times(18, () => drifted(random)),
    ...times(12, () => duplicates(random)),
    ...times(15, () => changedElsewhere(random)),
    ...times(8, () => changedThere(random)),
    ...times(14, (index) => several(random, index % 2 === 1)),
    ...Object.values(forms)
      .slice(0, 7)
      .map((form) => overwritten(random, form)),
    ...times(4, () => writtenUnread(random)),
    ...times(4, () => writtenMeanwhile(random)),
  ];
}

function times<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Replaces a line that is there once by two. */
function exact(random: Random, kind: string, form: Form): Case {
  const file = sourceFile(random, form);
  const { old, now } = file.target;
  const make = (text: string) => bytesOf(text, form);
  return {
    kind,
    tool: "edit",
    before: make(file.text),
    input: { old_text: old, new_text: now },
    expected: make(file.text.replace(old, () => now)),
  };
}

/** The model gives two spaces where the file has tabs, and ends lines cleanly where the file does not. */
function otherWhiteSpace(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  const tabs = (part: string) => part.replace(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2));
  const old = tabs(target.old).replace(/\n/, "  \n");
  const now = old.split("\n")[0] + tabs(target.now).slice(tabs(target.now).indexOf("\n"));
  const before = tabs(text).replace(tabs(target.old), () => old);
  return {
    kind: "other white space",
    tool: "edit",
    before: Buffer.from(before),
    input: { old_text: target.old, new_text: target.now },
    expected: Buffer.from(before.replace(old, () => now)),
  };
}

/** The model remembers names that have been changed since. */
function drifted(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  return {
    kind: "drifted text",
    tool: "edit",
    before: Buffer.from(text),
    input: { old_text: withRenamed(target.old), new_text: target.now },
    expected: Buffer.from(text.replace(target.old, () => target.now)),
  };
}

/** The place is there twice; the first is meant. */
function duplicates(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  const before = `${text}\n// again\n${target.old}\n`;
  return {
    kind: "duplicates",
    tool: "edit",
    before: Buffer.from(before),
    input: { old_text: target.old, new_text: target.now },
    expected: Buffer.from(before.replace(target.old, () => target.now)),
  };
}

function changedElsewhere(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  const meanwhile = `// by someone else\n${text}// and more\n`;
  return {
    kind: "changed meanwhile, elsewhere",
    tool: "edit",
    before: Buffer.from(text),
    meanwhile: Buffer.from(meanwhile),
    input: { old_text: target.old, new_text: target.now },
    expected: Buffer.from(meanwhile.replace(target.old, () => target.now)),
  };
}

function changedThere(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  const theirs = withRenamed(target.old);
  const meanwhile = text.replace(target.old, () => theirs);
  return {
    kind: "changed meanwhile, there",
    tool: "edit",
    before: Buffer.from(text),
    meanwhile: Buffer.from(meanwhile),
    input: { old_text: target.old, new_text: target.now },
    expected: Buffer.from(meanwhile.replace(theirs, () => target.now)),
  };
}

/** Three edits in one call; of every second call one does not fit. */
function several(random: Random, isBroken: boolean): Case {
  const { text, target, others } = sourceFile(random, lf);
  const edits = [target, ...others].map(({ old, now }) => ({ old_text: old, new_text: now }));
  const [first, ...more] = edits.map((edit, index) =>
    isBroken && index === 1 ? { ...edit, old_text: withRenamed(edit.old_text) } : edit,
  );
  const expected = [target, ...others].reduce((sum, { old, now }) => sum.replace(old, () => now), text);
  if (!first) throw new Error("a file without places");
  return {
    kind: isBroken ? "several, one of them wrong" : "several in one call",
    tool: "edit",
    before: Buffer.from(text),
    input: { ...first, more },
    expected: Buffer.from(expected),
  };
}

/** The model has not seen how lines end, so it cannot have meant to change that. */
function overwritten(random: Random, form: Form): Case {
  const { text, target } = sourceFile(random, form);
  const content = text.replace(target.old, () => target.now);
  return {
    kind: "written whole",
    tool: "write",
    before: bytesOf(text, form),
    input: { content },
    expected: bytesOf(content, form.end === "mixed" ? lf : form),
  };
}

function writtenUnread(random: Random): Case {
  const { text } = sourceFile(random, lf);
  const content = "export const nothing = 0;\n";
  return {
    kind: "written unread",
    tool: "write",
    before: Buffer.from(text),
    input: { content },
    expected: Buffer.from(content),
    isUnread: true,
  };
}

function writtenMeanwhile(random: Random): Case {
  const { text, target } = sourceFile(random, lf);
  const meanwhile = Buffer.from(`// by someone else\n${text}`);
  const content = text.replace(target.old, () => target.now);
  return {
    kind: "written, changed meanwhile",
    tool: "write",
    before: Buffer.from(text),
    meanwhile,
    input: { content },
    expected: Buffer.from(`// by someone else\n${content}`),
  };
}
