import type { HLJSApi, LanguageFn } from "highlight.js";
import type { Paint, Style } from "../text/style.ts";
import {
  loadBash,
  loadC,
  loadCpp,
  loadCsharp,
  loadCss,
  loadDiff,
  loadDockerfile,
  loadGo,
  loadHighlighter,
  loadIni,
  loadJava,
  loadJavascript,
  loadJson,
  loadKotlin,
  loadLua,
  loadMakefile,
  loadMarkdown,
  loadPhp,
  loadPython,
  loadRuby,
  loadRust,
  loadScss,
  loadSql,
  loadSwift,
  loadTypescript,
  loadXml,
  loadYaml,
} from "../later.ts";

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** What models write most. Each is loaded when a block of it is first shown. */
const languages: Readonly<Record<string, Load>> = {
  bash: loadBash,
  c: loadC,
  cpp: loadCpp,
  csharp: loadCsharp,
  css: loadCss,
  diff: loadDiff,
  dockerfile: loadDockerfile,
  go: loadGo,
  ini: loadIni,
  java: loadJava,
  javascript: loadJavascript,
  json: loadJson,
  kotlin: loadKotlin,
  lua: loadLua,
  makefile: loadMakefile,
  markdown: loadMarkdown,
  php: loadPhp,
  python: loadPython,
  ruby: loadRuby,
  rust: loadRust,
  scss: loadScss,
  sql: loadSql,
  swift: loadSwift,
  typescript: loadTypescript,
  xml: loadXml,
  yaml: loadYaml,
};

const aliases: Readonly<Record<string, string>> = {
  "c++": "cpp",
  cjs: "javascript",
  console: "bash",
  cs: "csharp",
  cc: "cpp",
  cts: "typescript",
  cxx: "cpp",
  docker: "dockerfile",
  golang: "go",
  h: "c",
  hpp: "cpp",
  htm: "xml",
  html: "xml",
  js: "javascript",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  kts: "kotlin",
  make: "makefile",
  md: "markdown",
  mjs: "javascript",
  mk: "makefile",
  mts: "typescript",
  patch: "diff",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  vue: "xml",
  yml: "yaml",
  zsh: "bash",
};

/** Longer code is shown plainly: a highlighter takes its time. */
const longestHighlighted = 20_000;

export interface Highlighter {
  /** `undefined` while the language is on its way, or when it is unknown. */
  highlight(code: string, language: string): string | undefined;
  /** Loads what the fenced code of a Markdown text needs. */
  prepare(markdown: string): Promise<void>;
  /** Loads a language, where it is known. */
  load(language: string): Promise<void>;
}

/** @param onReady - called when code that was shown plainly could now be shown in colours. */
export function createHighlighter(paint: Paint, onReady: () => void): Highlighter {
  let core: HLJSApi | undefined;
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();

  async function loadNow(name: string, loadLanguage: Load): Promise<void> {
    const [{ default: api }, { default: language }] = await Promise.all([loadHighlighter(), loadLanguage()]);
    core = api;
    core.registerLanguage(name, language);
    loaded.add(name);
    onReady();
  }

  function load(language: string): Promise<void> | undefined {
    const name = nameOf(language);
    const found = Object.hasOwn(languages, name) ? languages[name] : undefined;
    if (!found) return undefined;
    const known = loading.get(name) ?? loadNow(name, found).catch(() => undefined);
    loading.set(name, known);
    return known;
  }

  return {
    load: async (language) => load(language),
    highlight(code, language) {
      const name = nameOf(language);
      if (!core || !loaded.has(name)) {
        void load(name);
        return undefined;
      }
      if (code.length > longestHighlighted) return undefined;
      return painted(core.highlight(code, { language: name, ignoreIllegals: true }).value, paint);
    },
    async prepare(markdown) {
      const named = [...markdown.matchAll(/^ {0,3}(?:`{3,}|~{3,})([\w+#.-]+)/gm)].map(
        ([, name = ""]) => name,
      );
      await Promise.all([...new Set(named)].map(async (name) => load(name)));
    },
  };
}

/** By the end of its name, or the whole of it: what `highlight` takes as a language; empty where there is nothing to go by. */
export function languageOfFile(path: string): string {
  const name = /[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
  const end = /(?:^|\.)([^.]+)$/.exec(name)?.[1] ?? "";
  return Object.hasOwn(languages, nameOf(end)) ? end : "";
}

function nameOf(language: string): string {
  const name = language.toLowerCase();
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

const styles: readonly (readonly [RegExp, Style])[] = [
  [/^hljs-(?:comment|quote|meta)/, "dim"],
  [/^hljs-(?:keyword|selector-tag|name|tag|doctag)/, "keyword"],
  [/^hljs-(?:string|regexp|char)/, "string"],
  [/^hljs-(?:number|literal|symbol|bullet|variable|template-variable)/, "number"],
  [/^hljs-(?:title|section|function)/, "title"],
  [/^hljs-(?:built_in|type|attr|attribute|property|params|selector)/, "type"],
  [/^hljs-addition/, "added"],
  [/^hljs-deletion/, "removed"],
];

const escapes: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The library writes spans and escaped text, and nothing else. The innermost style counts. */
function painted(html: string, paint: Paint): string {
  const stack: (Style | undefined)[] = [];
  let text = "";
  for (const [piece, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (name !== undefined) stack.push(styles.find(([pattern]) => pattern.test(name))?.[1] ?? stack.at(-1));
    else if (piece === "</span>") stack.pop();
    else {
      const plain = piece.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => escapes[entity] ?? entity);
      const style = stack.at(-1);
      // Line by line, so that a line can be taken out of its block.
      text += style
        ? plain
            .split("\n")
            .map((line) => (line === "" ? "" : paint(style, line)))
            .join("\n")
        : plain;
    }
  }
  return text;
}
