import { recipeDirName } from "../check/parameter-checks.ts";
import { templateEngine, type TemplateFault } from "./engine.ts";
import type { Template } from "./included.ts";
import { macrosOf } from "./macros.ts";
import { createMarks } from "./marks.ts";
import { rewriteTemplate } from "./rewrite.ts";
import type { Segment } from "./segments.ts";
import { builtinNames } from "./tokens.ts";
import { variablesOf } from "./variables.ts";

/**
 * A template with what it extends and includes put in, its outputs as they were written. Conditions are judged as if
 * every parameter were empty.
 */
export async function expandTemplates(
  templates: readonly Template[],
): Promise<{ readonly text: string } | TemplateFault> {
  const engine = await templateEngine();
  const marks = createMarks();
  const macros = macrosOf(templates.map(({ segments }) => segments));
  const asText = (segment: Segment): Segment =>
    segment.kind === "still" && !segment.text.startsWith("{#")
      ? { ...segment, text: marks.mark(segment.text) }
      : segment;
  // A parameter may have a name of the engine's own, but as if it were empty a loop over a range could not be read.
  const names = templates
    .flatMap(({ segments }) => variablesOf(segments))
    .map(({ name }) => name)
    .filter((name) => !builtinNames.has(name));
  const rewritten = templates.map(({ name, segments }) =>
    rewriteTemplate(segments.map(asText), {
      template: name,
      macros,
      outputs: [],
      asSource: (source) => marks.mark(source),
      parameters: [],
      values: {},
    }),
  );
  const [main = ""] = rewritten;
  const done = engine.render({
    main,
    others: new Map(templates.slice(1).map(({ name }, index) => [name, rewritten[index + 1] ?? ""])),
    context: Object.fromEntries([...names, recipeDirName].map((name) => [name, ""])),
  });
  return "fault" in done ? done : { text: marks.fill(done.text)?.text ?? done.text };
}
