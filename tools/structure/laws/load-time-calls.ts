import { lineAt } from "../source.ts";
import { childrenOf, isFunction, isNode, type Node, statementsOf } from "../syntax.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

/** Their functions ask the operating system, and throw where it has no answer. */
const systemModules =
  /^(?:node:(?:child_process|cluster|dgram|dns|fs|net|os|sqlite|tls|tty|worker_threads)(?:\/promises)?|@skein\/environment)$/;

/** Functions of these modules that answer without the operating system. */
const harmless: ReadonlySet<string> = new Set(["AsyncLocalStorage", "availableParallelism"]);

/** Members of `process` that ask the operating system. */
const processCalls: ReadonlySet<string> = new Set([
  "chdir",
  "cwd",
  "getActiveResourcesInfo",
  "getegid",
  "geteuid",
  "getgid",
  "getgroups",
  "getuid",
  "kill",
  "memoryUsage",
  "resourceUsage",
  "umask",
]);

/** Programs: what they do when they are loaded is their work. */
const programs: readonly string[] = ["apps/cli/src/main.ts", "packages/create-extension/src/bin.ts"];

/**
 * No module calls the operating system when it is loaded: an error there has no command to name and no handler, and a
 * bundler may turn it into one about another module.
 */
export function loadTimeCallProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ kind, name }) => kind !== "examples" && name !== "test-kit" && name !== "property-tests")
    .flatMap(({ src }) => src)
    .filter(({ path }) => /\.tsx?$/.test(path) && !programs.includes(path))
    .flatMap(fileProblems);
}

function fileProblems({ path, source, imports }: SourceFile): Problem[] {
  const { text, code } = source;
  if (!imports.some(({ specifier }) => systemModules.test(specifier)) && !/\bprocess\s*\./.test(code))
    return [];
  const bodies = statementsOf(path, text);
  const reader = {
    system: systemNames(bodies),
    functions: localFunctions(bodies),
    visited: new Set<string>(),
  };
  return bodies
    .filter(({ type }) => type !== "ImportDeclaration")
    .flatMap((statement) => callsIn(statement, reader))
    .map(({ name, start }) => ({
      file: path,
      line: lineAt(text, start),
      what: `calls ${name} when it is loaded`,
      fix: "call it in the function that needs the value",
    }));
}

interface Call {
  readonly name: string;
  readonly start: number;
}

interface Reader {
  /** Local names of what is imported from modules that ask the operating system. */
  readonly system: ReadonlySet<string>;
  /** Functions of this file by name: what they call is called when they are. */
  readonly functions: ReadonlyMap<string, Node>;
  readonly visited: Set<string>;
}

function systemNames(bodies: readonly Node[]): ReadonlySet<string> {
  const names = bodies
    .filter((node) => node.type === "ImportDeclaration" && isNode(node["source"]))
    .filter((node) => systemModules.test(String((node["source"] as Node)["value"])))
    .flatMap((node) => (node["specifiers"] as readonly Node[]).map(({ local }) => (local as Node)["name"]));
  return new Set(names.map(String).filter((name) => !harmless.has(name)));
}

function localFunctions(bodies: readonly Node[]): ReadonlyMap<string, Node> {
  const declared = bodies.flatMap((node) => {
    const own = isNode(node["declaration"]) ? node["declaration"] : node;
    if (own.type === "FunctionDeclaration") return [[own["id"], own] as const];
    const variables = (own["declarations"] ?? []) as readonly Node[];
    return variables.map(({ id, init }) => [id, init] as const);
  });
  return new Map(
    declared.flatMap(([id, value]) =>
      isNode(id) && isNode(value) && isFunction(value) ? [[String(id["name"]), value] as const] : [],
    ),
  );
}

/** Calls that happen when a node is evaluated: a function's body does not run by being defined. */
function callsIn(node: Node, reader: Reader): readonly Call[] {
  if (isFunction(node) || isLazyMember(node)) return [];
  const inner = childrenOf(node).flatMap((child) => callsIn(child, reader));
  return [...inner, ...ownCalls(node, reader)];
}

/** Fields of a class get their values when an object is made. */
function isLazyMember({ type, static: isStatic }: Node): boolean {
  return type === "PropertyDefinition" && isStatic !== true;
}

function ownCalls(node: Node, reader: Reader): readonly Call[] {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return [];
  const callee = node["callee"];
  if (!isNode(callee)) return [];
  if (isFunction(callee)) return bodyCalls(callee, reader);
  const name = callee.type === "Identifier" ? String(callee["name"]) : undefined;
  if (name !== undefined && reader.system.has(name)) return [{ name, start: node.start }];
  if (name !== undefined) return localCalls(name, node, reader);
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return [];
  const [owner, member] = [String(object["name"]), String(property["name"])];
  const asksSystem = owner === "process" ? processCalls.has(member) : reader.system.has(owner);
  return asksSystem ? [{ name: `${owner}.${member}`, start: node.start }] : [];
}

function localCalls(name: string, { start }: Node, reader: Reader): readonly Call[] {
  const called = reader.functions.get(name);
  if (!called || reader.visited.has(name)) return [];
  reader.visited.add(name);
  const calls = bodyCalls(called, reader).map((call) => ({ ...call, start }));
  reader.visited.delete(name);
  return calls;
}

function bodyCalls({ body }: Node, reader: Reader): readonly Call[] {
  return isNode(body) ? callsIn(body, reader) : [];
}
