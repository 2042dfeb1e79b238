/**
 * What the value of an option is. `path`: a file that is read, `folder`: one that is used, `written`: a file that is
 * written, `list`: a file with more paths, `program`: a file with a program text, `runs`: a program that is started, `upload`: text in
 * which `@x` is a file, `cookies`: the same, and text without `=` is a file too, `format`: the same, and `%output{x}` is written.
 * `include`, `exclude` and `excluded-folder` narrow a search, and so do `glob` and `type` in the way of ripgrep.
 */
type ValueKind = (typeof valueKinds)[number];
const valueKinds = [
  "text",
  "number",
  "path",
  "folder",
  "written",
  "list",
  "program",
  "runs",
  "upload",
  "cookies",
  "format",
  "include",
  "exclude",
  "excluded-folder",
  "glob",
  "type",
] as const;

/**
 * What an option changes: `deep`, `follows`, `hidden` and `ignored` say what is read below a folder; `asks`: it is not free;
 * `escapes`: the program may run, load or change what the command does not name, so it is not free whatever rules say.
 */
type OptionEffect = (typeof optionEffects)[number];
const optionEffects = ["deep", "follows", "hidden", "ignored", "asks", "escapes"] as const;

export interface OptionSpec {
  /** Empty: it takes no value. */
  readonly kinds: readonly ValueKind[];
  /** A value must be attached, and may be left out. */
  readonly isOptional: boolean;
  readonly effect?: OptionEffect;
}

/** By their names with dashes: `-l`, `--all`. */
export type OptionSpecs = ReadonlyMap<string, OptionSpec>;

const asking: ReadonlySet<ValueKind> = new Set(["written", "list", "program"]);

/** Whether a program that only reads otherwise may do more with this option. */
export const isAsking = (spec: OptionSpec): boolean =>
  spec.effect === "asks" || isEscaping(spec) || spec.kinds.some((kind) => asking.has(kind));

/** Whether a program may run, load or change with this option what the command does not name. */
export const isEscaping = ({ kinds, effect }: OptionSpec): boolean =>
  effect === "escapes" || kinds.includes("runs");

const token =
  /^(?<dash>-?)(?<names>[^=:-][^=:]*)(?:=(?<optional>\??)(?<kinds>[a-z,-]+))?(?::(?<effect>[a-z]+))?$/;

/**
 * Reads a line such as `-abc -n=number color=?text arg=text,text -r:deep`: letters behind a dash are options of their own,
 * a name without one is that of a long option.
 */
export function optionSpecs(line: string): OptionSpecs {
  const specs = new Map<string, OptionSpec>();
  for (const text of line.split(/\s+/).filter((part) => part !== "")) {
    const { dash, names = "", optional, kinds, effect } = token.exec(text)?.groups ?? {};
    const spec = {
      kinds: (kinds?.split(",") ?? []).map((kind) => oneOf(valueKinds, kind, text)),
      isOptional: optional === "?",
      ...(effect === undefined ? {} : { effect: oneOf(optionEffects, effect, text) }),
    };
    if (names === "") throw new Error(`This is not an option: ${text}`);
    for (const name of dash === "-" ? names : [`-${names}`]) specs.set(`-${name}`, spec);
  }
  return specs;
}

function oneOf<Name extends string>(names: readonly Name[], name: string, text: string): Name {
  const found = names.find((one) => one === name);
  if (found === undefined) throw new Error(`${name} is not known: ${text}`);
  return found;
}
