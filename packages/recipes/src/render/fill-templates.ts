import { recipeDirName } from "../check/parameter-checks.ts";
import { typedValue } from "../parameters/typed-text.ts";
import type { ReadRecipe } from "../read/reading.ts";
import { templateEngine, type TemplateFault } from "../template/engine.ts";
import { macrosOf } from "../template/macros.ts";
import { createMarks, type Marks } from "../template/marks.ts";
import { markFilter, nothingName, rewriteTemplate, type Output } from "../template/rewrite.ts";

export interface FilledTemplates {
  /** The recipe's text with marks where values belong. */
  readonly text: string;
  readonly marks: Marks;
}

/** Renders a recipe's templates; values become marks. */
export async function fillTemplates(
  { templates, parameters, source }: ReadRecipe,
  values: Readonly<Record<string, string>>,
): Promise<FilledTemplates | TemplateFault | { readonly nothing: Output }> {
  const marks = createMarks();
  const [main] = templates;
  if (
    main === undefined ||
    templates.every(({ segments }) => segments.every(({ kind }) => kind === "text"))
  ) {
    // As the engine does it: the last line break of a template is none of its text.
    return { text: source.text.replace(/\r?\n$/, ""), marks };
  }
  const engine = await templateEngine();
  const macros = macrosOf(templates.map(({ segments }) => segments));
  const outputs: Output[] = [];
  const texts = new Map(
    templates.map(({ name, segments }) => [
      name,
      rewriteTemplate(segments, { template: name, macros, outputs, parameters, values }),
    ]),
  );
  // An undefined value prints as nothing behind a filter. This word stands for it on the way there.
  const nothing = marks.mark("");
  let empty: Output | undefined;

  const put = (value: unknown, number: unknown): string => {
    const output = outputs[Number(number)];
    const text = String(value);
    if (text === nothing) {
      if (output?.mayBeNothing === false) empty ??= output;
      return "";
    }
    const kept = output?.wasIndented ? text.replace(/\r?\n$/, "") : text;
    const parameter = parameters.find(({ key }) => key === output?.parameter);
    return marks.mark(kept, typedValue(parameter, kept));
  };

  const done = engine.render({
    main: texts.get(main.name) ?? "",
    others: new Map([...texts].filter(([name]) => name !== main.name)),
    context: { ...values, [recipeDirName]: source.folder, [nothingName]: nothing },
    filters: { [markFilter]: put },
  });
  if (empty) return { nothing: empty };
  return "fault" in done ? done : { text: done.text, marks };
}
