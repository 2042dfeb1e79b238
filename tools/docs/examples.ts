import { dirname, join } from "node:path";
import ts from "typescript";
import { exportedNames } from "../structure/exported-names.ts";
import { readWorkspace, type Member } from "../structure/workspace.ts";

/** Code of an `@example` in a docstring. */
interface Example {
  /** Relative to the root of the repository, with the line: `packages/a/src/b.ts:12`. */
  readonly place: string;
  readonly path: string;
  readonly code: string;
}

/**
 * Type-checks the `@example` blocks of packages as their users would compile them.
 * Names that the package or `protocol` exports are imported for them.
 *
 * @returns one line for each error, and the number of examples.
 */
export function checkExamples(
  root: string,
  packages: readonly string[],
): { readonly count: number; readonly problems: readonly string[] } {
  const { members } = readWorkspace(root);
  const named = (name: string): Member[] => members.filter((member) => member.name === name);
  const files = packages.flatMap(named).flatMap((member) => {
    const names = namesOf([member, ...named("protocol")]);
    return member.src.flatMap(({ path, source }) =>
      examplesIn(path, source.text).map((example) => ({
        ...example,
        text: withImports(example.code, names),
      })),
    );
  });
  const texts = new Map(files.map((file, at) => [join(root, dirname(file.path), `example-${at}.ts`), file]));
  const options = optionsOf(root);
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path)?.text ?? disk.readFile(path),
    getSourceFile(path, language, ...rest) {
      const text = texts.get(path)?.text;
      return text === undefined
        ? disk.getSourceFile(path, language, ...rest)
        : ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const problems = [...texts].flatMap(([path, { place }]) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
  return { count: files.length, problems };
}

function optionsOf(root: string): ts.CompilerOptions {
  const file = join(root, "tools/docs/tsconfig.json");
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(file),
  );
  return {
    ...options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    isolatedModules: false,
    verbatimModuleSyntax: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  };
}

function examplesIn(path: string, text: string): readonly Example[] {
  return [...text.matchAll(/^ *\* @example\n *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm)].map(
    ({ index, 1: lines = "" }) => ({
      place: `${path}:${text.slice(0, index).split("\n").length}`,
      path,
      code: lines.replaceAll(/^ *\* ?/gm, ""),
    }),
  );
}

/** By exported name: the entry that it is imported from. Earlier packages win. */
function namesOf(members: readonly Member[]): ReadonlyMap<string, string> {
  const found = members.flatMap((member) =>
    exportedNames({ root: "", members: [member], loose: [], problems: [] }),
  );
  return new Map(found.map(({ name, entry }) => [name, entry] as const).toReversed());
}

function withImports(code: string, names: ReadonlyMap<string, string>): string {
  const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const declared = new Set(
    [...code.matchAll(/\b(?:const|function|class) ([\w$]+)/g)].map(([, name]) => name),
  );
  const imports = [...names]
    .filter(([name]) => words.has(name) && !declared.has(name))
    .map(([name, entry]) => `import { ${name} } from "${entry}";`);
  return [...imports, "export {};", code].join("\n");
}
