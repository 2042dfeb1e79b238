import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readText } from "@skein/platform/text";

/** A command that a project has, and what it is for. */
export interface ProjectCommand {
  readonly purpose: "install" | "build" | "test" | "lint" | "format" | "run";
  readonly command: string;
  /** The file that says so. */
  readonly source: string;
}

type Rule = (
  text: string,
  has: (file: string) => boolean,
) => readonly (readonly [ProjectCommand["purpose"], string])[];

/** By the file whose presence or content tells it. */
const rules: Readonly<Record<string, Rule>> = {
  "package.json": nodeCommands,
  "Cargo.toml": () => [
    ["build", "cargo build"],
    ["test", "cargo test"],
    ["lint", "cargo clippy"],
    ["format", "cargo fmt"],
  ],
  "go.mod": () => [
    ["build", "go build ./..."],
    ["test", "go test ./..."],
    ["lint", "go vet ./..."],
  ],
  "pyproject.toml": pythonCommands,
  "requirements.txt": () => [["install", "pip install -r requirements.txt"]],
  "tox.ini": () => [["test", "tox"]],
  "pom.xml": (_, has) => {
    const maven = has("mvnw") ? "./mvnw" : "mvn";
    return [
      ["build", `${maven} package`],
      ["test", `${maven} test`],
    ];
  },
  "build.gradle": gradleCommands,
  "build.gradle.kts": gradleCommands,
  "composer.json": (text) => [
    ["install", "composer install"],
    ...(/"phpunit/.test(text) ? [["test", "vendor/bin/phpunit"] as const] : []),
  ],
  Gemfile: (text) => [
    ["install", "bundle install"],
    ...(/rspec/.test(text) ? [["test", "bundle exec rspec"] as const] : []),
  ],
  "mix.exs": () => [
    ["install", "mix deps.get"],
    ["test", "mix test"],
  ],
  "CMakeLists.txt": () => [
    ["build", "cmake -B build && make -C build"],
    ["test", "make -C build test"],
  ],
  Makefile: (text) => targets(text).map(([purpose, name]) => [purpose, `make ${name}`]),
  justfile: (text) => targets(text).map(([purpose, name]) => [purpose, `just ${name}`]),
};

/** What the files of a project's folder say about how it is built and tested. Nothing is run. */
export async function projectCommands(
  folder: string,
  files: readonly string[],
): Promise<readonly ProjectCommand[]> {
  const found = await Promise.all(
    Object.entries(rules)
      .filter(([source]) => files.includes(source))
      .map(async ([source, rule]) => {
        const { text } = await readText(await readFile(join(folder, source)).catch(() => Buffer.alloc(0)));
        return rule(text, (file) => files.includes(file)).map(([purpose, command]) => ({
          purpose,
          command,
          source,
        }));
      }),
  );
  return found.flat();
}

const scriptPurposes: readonly (readonly [RegExp, ProjectCommand["purpose"]])[] = [
  [/^build$/, "build"],
  [/^(test|check)(:unit)?$/, "test"],
  [/^(lint|typecheck|type-check)$/, "lint"],
  [/^(format|fmt)$/, "format"],
  [/^(dev|start)$/, "run"],
];

const purposeOf = (name: string) => scriptPurposes.find(([pattern]) => pattern.test(name))?.[1];

function nodeCommands(text: string, has: (file: string) => boolean): ReturnType<Rule> {
  const manager = has("pnpm-lock.yaml")
    ? "pnpm"
    : has("yarn.lock")
      ? "yarn"
      : has("bun.lock") || has("bun.lockb")
        ? "bun"
        : "npm";
  const scripts = Object.keys(scriptsIn(text)).flatMap((name) => {
    const purpose = purposeOf(name);
    return purpose === undefined
      ? []
      : [[purpose, name === "test" ? `${manager} test` : `${manager} run ${name}`] as const];
  });
  return [["install", `${manager} install`], ...scripts];
}

function scriptsIn(text: string): object {
  try {
    const { scripts } = JSON.parse(text) as { readonly scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? scripts : {};
  } catch {
    return {};
  }
}

function pythonCommands(text: string, has: (file: string) => boolean): ReturnType<Rule> {
  const runner = has("uv.lock") ? "uv run " : has("poetry.lock") ? "poetry run " : "";
  const install = has("uv.lock") ? "uv sync" : has("poetry.lock") ? "poetry install" : "pip install -e .";
  return [
    ["install", install],
    ...(/pytest/.test(text) ? [["test", `${runner}pytest`] as const] : []),
    ...(/\bruff\b/.test(text) ? [["lint", `${runner}ruff check .`] as const] : []),
    ...(/\bmypy\b/.test(text) ? [["lint", `${runner}mypy .`] as const] : []),
  ];
}

function gradleCommands(_: string, has: (file: string) => boolean): ReturnType<Rule> {
  const gradle = has("gradlew") ? "./gradlew" : "gradle";
  return [
    ["build", `${gradle} build`],
    ["test", `${gradle} test`],
  ];
}

function targets(text: string): readonly (readonly [ProjectCommand["purpose"], string])[] {
  const names = [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, name = ""]) => name);
  return [...new Set(names)].flatMap((name) => {
    const purpose = name === "install" ? "install" : purposeOf(name);
    return purpose === undefined ? [] : [[purpose, name] as const];
  });
}
