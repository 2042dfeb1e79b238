/** A number in [0, 1). */
export type Random = () => number;

/** A place of a file and what is to stand there instead. */
interface Place {
  readonly old: string;
  readonly now: string;
}

export interface SourceFile {
  /** Lines end with `\n`. */
  readonly text: string;
  readonly target: Place;
  readonly others: readonly Place[];
}

const words = ["order", "price", "count", "parcel", "label", "branch", "driver", "ticket"];
const texts = ["größer", "naïve", "plain", "Übung", "café"];

/** A source file of some functions, no two of them alike. */
export function sourceFile(random: Random, { stray }: { readonly stray?: boolean }): SourceFile {
  const functions = Array.from({ length: 6 + below(random, 12) }, (_, index) => {
    const name = `${pick(random, words)}${index}`;
    const [a, b] = [below(random, 1000), below(random, 1000)];
    const lines = [
      `function ${name}(value) {`,
      `  const ${pick(random, words)}Sum${index} = value * ${a} + ${b};`,
      `  if (value > ${b}) {`,
      `    note("${pick(random, texts)} ${a}");`,
      "  }",
      `  return value - ${a};`,
      "}",
    ];
    return { lines, name, a, b, index };
  });
  const places = [1, 3, 5].map((at): Place => {
    const { lines, name, index } = functions[at] ?? { lines: [], name: "", index: 0 };
    const old = lines.slice(0, 3).join("\n");
    return {
      old,
      now: [lines[0], `  check${index}(${name});`, `    deeper${index}();`, lines[2]].join("\n"),
    };
  });
  const [target, ...others] = places;
  if (!target) throw new Error("a file without functions");
  const head = stray === true ? "// \u00ff\u00fe stray bytes, größer\n" : "";
  return { text: head + functions.map(({ lines }) => `${lines.join("\n")}\n`).join("\n"), target, others };
}

/** As someone remembers it wrongly. */
export function withRenamed(text: string): string {
  return text.replace(/Sum(\d+)/, "Total$1").replace("value * ", "amount * ");
}

function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

function pick(random: Random, all: readonly string[]): string {
  return all[below(random, all.length)] ?? "";
}
