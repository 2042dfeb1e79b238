import { readFile } from "node:fs/promises";
import { messageOf } from "@skein/protocol";
import type { Environment } from "minijinja-js";
import { loadTemplateBinding } from "../later.ts";
import { webAssembly, withMemoryLimit, type WebAssemblyMemory } from "./webassembly.ts";

/** The template language of Goose's recipes. It reads no files and has no clock. */
export interface TemplateEngine {
  /** Whether this is one expression, as it may stand between double braces. */
  parses(expression: string): boolean;
  /** What is wrong with the syntax of a template. */
  syntaxFault(text: string): TemplateFault | undefined;
  knowsFilter(name: string): boolean;
  knowsTest(name: string): boolean;
  render(job: RenderJob): { readonly text: string } | TemplateFault;
}

interface RenderJob {
  readonly main: string;
  /** What `extends`, `include` and `import` find, by name. */
  readonly others: ReadonlyMap<string, string>;
  readonly context: Readonly<Record<string, string>>;
  readonly filters?: Readonly<Record<string, (value: unknown, argument: unknown) => string>>;
}

export interface TemplateFault {
  readonly fault: string;
  /** The template's name; absent: the main one. */
  readonly template?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Steps of one rendering. A page of text with loops takes some thousands. */
const fuel = 500_000;
/** Of 64 KiB each; what a template would build beyond that fails. */
const maxMemoryPages = 2048;
/** Expressions of which is known whether they parse. */
const maxRemembered = 1000;
const mainName = "recipe.txt";

/** Loaded once, at the first template. */
export function templateEngine(): Promise<TemplateEngine> {
  loaded ??= load();
  return loaded;
}

let loaded: Promise<TemplateEngine> | undefined;

interface Binding {
  readonly Environment: new () => Environment;
  /** All that it has created so far must have been freed before. */
  readonly __wbg_set_wasm: (exports: object) => void;
}

async function load(): Promise<TemplateEngine> {
  const binding = (await loadTemplateBinding()) as Binding;
  const file = new URL(import.meta.resolve("minijinja-js/dist/bundler/minijinja_js_bg.wasm"));
  const module = new webAssembly.Module(withMemoryLimit(await readFile(file), maxMemoryPages));
  const imports = { "./minijinja_js_bg.js": binding };
  let memory: WebAssemblyMemory | undefined;
  const start = () => {
    // Growing by nothing detaches the buffer, so that the binding lets go of its views of the old memory.
    memory?.grow(0);
    const instance = new webAssembly.Instance(module, imports);
    memory = instance.exports.memory;
    binding["__wbg_set_wasm"](instance.exports);
  };
  start();

  const withEnvironment = <Result>(use: (environment: Environment) => Result): Result => {
    const environment = new binding.Environment();
    let isTrapped = false;
    try {
      environment.undefinedBehavior = "strict";
      environment.enablePyCompat();
      environment.fuel = fuel;
      return use(environment);
    } catch (error) {
      // Out of memory, say: that instance is in no known state.
      isTrapped = error instanceof webAssembly.RuntimeError || error instanceof RangeError;
      throw error;
    } finally {
      try {
        environment.free();
      } catch {
        isTrapped = true;
      }
      if (isTrapped) start();
    }
  };

  const attempt = <Result>(use: (environment: Environment) => Result): Result | TemplateFault => {
    const { error: log } = console;
    // The engine prints what it stumbles over; we report it.
    console.error = () => undefined;
    try {
      return withEnvironment(use);
    } catch (error) {
      return faultOf(error);
    } finally {
      console.error = log;
    }
  };

  const parsed = new Map<string, boolean>();
  const known = new Map<string, boolean>();
  /** Of filters and tests the engine complains when it meets them, not when it reads them. */
  const knows = (template: string): boolean => {
    const fault = known.has(template)
      ? undefined
      : attempt((environment) => environment.renderStr(template, {}));
    if (fault !== undefined)
      known.set(template, typeof fault === "string" || !/^unknown (filter|test)/.test(fault.fault));
    return known.get(template) ?? true;
  };

  return {
    knowsFilter: (name) => knows(`{{ ""|${name} }}`),
    knowsTest: (name) => knows(`{{ "" is ${name} }}`),
    parses(expression) {
      if (/^\s*[a-zA-Z_]\w*\s*$/.test(expression)) return true;
      const before = parsed.get(expression);
      if (before !== undefined) return before;
      const isFine =
        attempt((environment) => environment.addTemplate(mainName, `{{${expression}}}`)) === undefined;
      if (parsed.size >= maxRemembered) parsed.clear();
      parsed.set(expression, isFine);
      return isFine;
    },
    syntaxFault: (text) => attempt((environment) => environment.addTemplate(mainName, text)) ?? undefined,
    render({ main, others, context, filters = {} }) {
      const rendered = (name: string) =>
        attempt((environment) => {
          for (const [one, filter] of Object.entries(filters)) environment.addFilter(one, filter);
          for (const [one, text] of others) environment.addTemplate(engineName(one), text);
          environment.addTemplate(mainName, main);
          return { text: environment.renderTemplate(name, context) };
        });
      let done = rendered(mainName);
      // Of an included template the engine says only that there is an error in it: by itself it says which.
      for (let depth = 0; "fault" in done && depth < maxIncludes; depth++) {
        const template = includedIn(done);
        if (template === undefined || !others.has(template)) break;
        const alone = rendered(engineName(template));
        if (!("fault" in alone)) return { fault: "it cannot be included here", template };
        done = alone;
      }
      return done;
    },
  };
}

/** Templates that include each other so deep are not followed to the one with the error. */
const maxIncludes = 16;

function includedIn({ fault }: TemplateFault): string | undefined {
  return /^could not render include: error in "(.*)\.txt"$/.exec(fault)?.[1];
}

/** By its end the engine would tell a format, and escape values for it. */
export function engineName(name: string): string {
  return `${name}.txt`;
}

function faultOf(error: unknown): TemplateFault {
  if (error instanceof webAssembly.RuntimeError || error instanceof RangeError) {
    return { fault: "it exceeds the memory limit for templates" };
  }
  const [first = "", ...shown] = messageOf(error).split("\n");
  const [, fault = first, template, line] = /^(.*) \(in (.*):(\d+)\)$/.exec(first) ?? [];
  const marker = shown.find((text) => /^ +i +\^/.test(text));
  const column = marker === undefined ? undefined : marker.indexOf("^") - shownCodeAt(shown) + 1;
  return {
    fault,
    ...(template === undefined || template === mainName ? {} : { template: template.replace(/\.txt$/, "") }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined || column < 1 ? {} : { column }),
  };
}

/** Where the code begins in the engine's excerpt: after `   3 > `. */
function shownCodeAt(shown: readonly string[]): number {
  return shown.map((text) => /^ +\d+ > /.exec(text)?.[0].length).find((length) => length !== undefined) ?? 0;
}
