/** A language server as data. Several of one name are tried in order. */
export interface LanguageServerEntry {
  /** What settings and reports call it. */
  readonly name: string;
  /** Programs with their arguments: the first that is installed is started. */
  readonly commands: readonly (readonly string[])[];
  /** The protocol's names of languages, by the ends of file names without the dot. */
  readonly languages: Readonly<Record<string, string>>;
  /** It runs code of the project: its own compiler, build scripts or plugins. */
  readonly runsProject: boolean;
  /** The npm package that its program has to come from, and the first major version that is a language server. */
  readonly needs?: { readonly package: string; readonly major: number };
}

const typescriptFiles = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescriptreact",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascriptreact",
};

export const languageServers: readonly LanguageServerEntry[] = [
  {
    name: "typescript",
    commands: [["tsc", "--lsp", "--stdio"]],
    languages: typescriptFiles,
    runsProject: true,
    needs: { package: "typescript", major: 7 },
  },
  {
    name: "typescript",
    commands: [
      ["typescript-language-server", "--stdio"],
      ["vtsls", "--stdio"],
    ],
    languages: typescriptFiles,
    runsProject: true,
  },
  {
    name: "python",
    commands: [["pyright-langserver", "--stdio"], ["basedpyright-langserver", "--stdio"], ["pylsp"]],
    languages: { py: "python", pyi: "python" },
    runsProject: false,
  },
  { name: "go", commands: [["gopls"]], languages: { go: "go" }, runsProject: false },
  { name: "rust", commands: [["rust-analyzer"]], languages: { rs: "rust" }, runsProject: true },
  {
    name: "c",
    commands: [["clangd"]],
    languages: {
      c: "c",
      h: "c",
      cc: "cpp",
      cpp: "cpp",
      cxx: "cpp",
      hh: "cpp",
      hpp: "cpp",
      hxx: "cpp",
    },
    runsProject: false,
  },
  {
    name: "ruby",
    commands: [["ruby-lsp"], ["solargraph", "stdio"]],
    languages: { rb: "ruby" },
    runsProject: true,
  },
  {
    name: "php",
    commands: [
      ["intelephense", "--stdio"],
      ["phpactor", "language-server"],
    ],
    languages: { php: "php" },
    runsProject: false,
  },
  { name: "csharp", commands: [["csharp-ls"]], languages: { cs: "csharp" }, runsProject: true },
  { name: "java", commands: [["jdtls"]], languages: { java: "java" }, runsProject: true },
  { name: "lua", commands: [["lua-language-server"]], languages: { lua: "lua" }, runsProject: false },
  {
    name: "bash",
    commands: [["bash-language-server", "start"]],
    languages: { sh: "shellscript", bash: "shellscript" },
    runsProject: false,
  },
];
