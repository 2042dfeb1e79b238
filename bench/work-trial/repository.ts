import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../../tools/campaigns/runner/seeded.ts";

const packages = 50;
const filesOfEach = 100;

/** A repository of 5,000 source files, the same each time: most of some 60 lines, one of 4,000. */
export function makeRepository(root: string): void {
  const random = seeded(5);
  for (let one = 0; one < packages; one++) {
    const folder = join(root, "packages", `part${one}`, "src");
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < filesOfEach; file++) {
      const functions = one === 7 && file === 7 ? 500 : 4 + Math.floor(random() * 8);
      writeFileSync(join(folder, `file${file}.ts`), sourceOf(`${one}_${file}`, functions, random));
    }
  }
  writeFileSync(join(root, ".gitignore"), "dist\nnode_modules\n");
  writeFileSync(join(root, "README.md"), "# Trial\n\nA generated repository.\n");
}

function sourceOf(name: string, functions: number, random: () => number): string {
  const parts = Array.from({ length: functions }, (_, index) => {
    const [a, b] = [Math.floor(random() * 1000), Math.floor(random() * 1000)];
    return `/** Computes the price number ${index} of ${name}. */
export function price_${name}_${index}(amount: number): number {
  const factor = amount * ${a} + ${b};
  if (factor > ${b * 3}) {
    return factor - ${a};
  }
  return factor;
}
`;
  });
  return parts.join("\n");
}
