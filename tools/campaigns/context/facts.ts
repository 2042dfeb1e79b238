import type { Project } from "./project.ts";

export const factKinds = [
  "rule of the user",
  "plan",
  "pinned part",
  "what the user told",
  "decision",
  "path",
  "error",
  "number",
  "id",
  "edit",
] as const;
export type FactKind = (typeof factKinds)[number];

/** Where in a session it stands. */
type FactPlace = "user" | "assistant" | "output" | "edit" | "todo" | "skill";

/** Something that is said once, and asked for later. */
export interface Fact {
  readonly kind: FactKind;
  readonly place: FactPlace;
  /** A line, or lines, as they stand there. */
  readonly text: string;
  /** In the words of `text` or inflected; never with the answer. */
  readonly question: string;
  /** What must be found. */
  readonly answer: string;
}

/** Wordings of texts and questions: those of `held-out` were not looked at while anything was improved. */
export type Wording = "tuned" | "held-out";

type Form = (project: Project) => Omit<Fact, "kind" | "place">;

const words = {
  choices: [
    "optimistic locks",
    "a write-ahead log",
    "cursor tokens",
    "a bloom filter",
    "exponential backoff",
    "streaming chunks",
    "banker's rounding",
    "advisory locks",
    "a ring buffer",
    "monotonic counters",
  ],
  others: ["polling", "a global mutex", "offsets", "a nightly batch", "temporary tables", "plain floats"],
  reasons: [
    "the replica lags by minutes",
    "the vendor drops bursts",
    "half of the rows have no key",
    "the old clients cannot parse it",
    "memory doubled under load",
    "the partner sends them twice",
  ],
  languages: ["Portuguese", "Icelandic", "Finnish", "Welsh", "Basque", "Estonian", "Maltese", "Slovene"],
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
  names: ["Harbour", "Juniper", "Basalt", "Meridian", "Saffron", "Walrus", "Tundra", "Quartz", "Nimbus"],
  verbs: ["settle", "merge", "collect", "parse", "resolve", "archive", "expand", "reject", "rebuild"],
  nouns: ["Entry", "Batch", "Window", "Token", "Header", "Voucher", "Segment", "Snapshot", "Quota"],
  extras: ["Rows", "Once", "Safely", "Lazily", "Partially", "InPlace", "Again", "Early"],
  bad: ["a negative quantity", "an empty currency", "a stale cursor", "two equal keys", "a missing header"],
} as const;

const symbolOf = (project: Project): string =>
  project.fresh(() => project.pick(words.verbs) + project.pick(words.nouns) + project.pick(words.extras));
const decimal = (project: Project, from: number, to: number): string =>
  project.fresh(() => `${project.whole(from, to)}.${project.whole(10, 99)}`);
/** A part of the project that nothing else of this sort is said about; once there are no more, one that has a number. */
const about = (project: Project, sort: string): string => {
  const [, name = ""] = project
    .fresh((tries) => {
      const module = project.pick(project.modules);
      return `${sort}|${tries < 200 ? module : `${module} ${project.whole(2, 99)}`}`;
    })
    .split("|");
  return name;
};
const aboutTopic = (project: Project, sort: string) => {
  const [, module = "", topic = ""] = project
    .fresh(() => `${sort}|${project.pick(project.modules)}|${project.pick(project.topics)}`)
    .split("|");
  return { module, topic };
};
const testName = (project: Project) =>
  project.fresh(
    () => `${project.pick(words.verbs)}s ${project.pick(words.bad)} of the ${project.pick(project.modules)}`,
  );

const forms: Readonly<Record<FactKind, { readonly place: FactPlace } & Record<Wording, readonly Form[]>>> = {
  "rule of the user": {
    place: "user",
    tuned: [
      (project) => {
        const { module, topic } = aboutTopic(project, "frozen");
        const answer = `${project.pathOf(module)}/legacy-${project.hex(4)}`;
        return {
          text: `Never edit anything under ${answer}: it is frozen until the ${topic} of the ${module} are reviewed.`,
          question: `Which folder is frozen until the ${topic} of the ${module} are reviewed?`,
          answer,
        };
      },
      (project) => {
        const { module, topic } = aboutTopic(project, "run first");
        const answer = `make check-${project.hex(5)}`;
        return {
          text: `Always run ${answer} before you touch the ${topic} in the ${module}.`,
          question: `What must I run before touching the ${topic} in the ${module}?`,
          answer,
        };
      },
      (project) => {
        const { module, topic } = aboutTopic(project, "language");
        const answer = project.pick(words.languages);
        return {
          text: `From now on write comments about ${topic} in the ${module} in ${answer}.`,
          question: `In which language do we write comments about ${topic} in the ${module}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "day");
        const answer = project.pick(words.days);
        return {
          text: `Please do not deploy changes to the ${topic} of the ${module} on a ${answer}, no one is on call then.`,
          question: `On which day can I not deploy ${topic} changes of the ${module}?`,
          answer,
        };
      },
      (project) => {
        const { module, topic } = aboutTopic(project, "branch");
        const answer = `topic/${project.hex(6)}`;
        return {
          text: `Work on ${topic} for the ${module} only in the branch ${answer}.`,
          question: `Which branch is for working on the ${topic} of the ${module}?`,
          answer,
        };
      },
    ],
  },
  "what the user told": {
    place: "user",
    tuned: [
      (project) => {
        const module = about(project, "database");
        const answer = project.fresh(
          () => `${project.pick(words.names).toLowerCase()}-${project.whole(10, 99)}`,
        );
        return {
          text: `The staging database of the ${module} is called ${answer}.`,
          question: `What is the staging database of the ${module} called?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "account");
        const answer = `qa-${project.hex(5)}@example.org`;
        return {
          text: `You can use the test account ${answer} for the ${module}.`,
          question: `Which test account can be used for the ${module}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "ticket");
        const answer = project.fresh(() => `OPS-${project.whole(10_000, 99_999)}`);
        return {
          text: `A customer complained about ${topic} in the ${module}, see ${answer}.`,
          question: `In which ticket did the customer complain about the ${topic} in the ${module}?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "port");
        const answer = project.fresh(() => String(project.whole(10_000, 60_000)));
        return {
          text: `By the way, in staging the ${module} listens on port ${answer}.`,
          question: `What port does the ${module} listen on in staging?`,
          answer,
        };
      },
    ],
  },
  plan: {
    place: "todo",
    tuned: [
      (project) => {
        const { module, topic } = aboutTopic(project, "plan");
        const answer = `move the ${topic} of the ${module} to step ${project.hex(5)}`;
        return { text: answer, question: `Where should the ${topic} of the ${module} be moved to?`, answer };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "plan");
        const answer = `write the missing cases for ${topic} in the ${module}, list ${project.hex(5)}`;
        return { text: answer, question: `Which cases are missing for ${topic} in the ${module}?`, answer };
      },
    ],
  },
  "pinned part": {
    place: "skill",
    tuned: [
      (project) => {
        const { module, topic } = aboutTopic(project, "skill");
        const answer = `the checklist ${project.hex(6)}`;
        return {
          text: `When you change ${topic} in the ${module}, go through ${answer} from top to bottom.`,
          question: `Which checklist is for changing ${topic} in the ${module}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "skill");
        const answer = `reviewers-${project.hex(6)}`;
        return {
          text: `Changes of ${topic} in the ${module} are reviewed by the group ${answer} before they are merged.`,
          question: `Who reviews changes of ${topic} in the ${module}?`,
          answer,
        };
      },
    ],
  },
  decision: {
    place: "assistant",
    tuned: [
      (project) => {
        const { module, topic } = aboutTopic(project, "decision");
        const answer = project.pick(words.choices);
        return {
          text: `I decided to use ${answer} for the ${topic} of the ${module}, because ${project.pick(words.reasons)}.`,
          question: `What did we decide to use for ${topic} of the ${module}?`,
          answer,
        };
      },
      (project) => {
        const { module, topic } = aboutTopic(project, "decision");
        const answer = project.pick(words.reasons);
        return {
          text: `We go with ${project.pick(words.choices)} for ${topic} in the ${module}, since ${answer}.`,
          question: `Why do we go with that for the ${topic} in the ${module}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "decision");
        const [answer, other] = [project.pick(words.reasons), project.pick(words.others)];
        return {
          text: `The ${topic} of the ${module} are done with ${project.pick(words.choices)} now; ${other} was given up as ${answer}.`,
          question: `Why was ${other} given up for the ${topic} of the ${module}?`,
          answer,
        };
      },
      (project) => {
        const { module, topic } = aboutTopic(project, "decision");
        const [answer, other] = [project.pick(words.choices), project.pick(words.others)];
        return {
          text: `After comparing both I choose ${answer} over ${other}: with it ${topic} in the ${module} stay simple.`,
          question: `What was chosen over ${other} to keep ${topic} in the ${module} simple?`,
          answer,
        };
      },
    ],
  },
  path: {
    place: "output",
    tuned: [
      (project) => {
        const symbol = symbolOf(project);
        const answer = `${project.pathOf(project.pick(project.modules))}/part-${project.hex(4)}.ts`;
        return {
          text: `${answer}:${project.whole(3, 400)}:export function ${symbol}(input: Input): Output {`,
          question: `In which file is the function ${symbol} exported?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "config");
        const answer = `/etc/${module.replace(" ", "-")}/${project.hex(4)}/settings.toml`;
        return {
          text: `[${module}] loaded configuration from ${answer}`,
          question: `Where does the ${module} load its configuration from?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const symbol = symbolOf(project);
        const answer = `${project.pathOf(project.pick(project.modules))}/unit-${project.hex(4)}.ts`;
        const spoken = symbol.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
        return {
          text: `    at ${symbol} (${answer}:${project.whole(3, 400)}:${project.whole(3, 60)})`,
          question: `Where in the stack is ${spoken}, which file?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "artifact");
        const answer = `dist/${project.hex(6)}/${module.replace(" ", "-")}.tgz`;
        return {
          text: `packed the ${module} into ${answer}`,
          question: `What file was the ${module} packed into?`,
          answer,
        };
      },
    ],
  },
  error: {
    place: "output",
    tuned: [
      (project) => {
        const name = testName(project);
        const answer = `expected ${project.hex(6)} to equal ${project.hex(6)}`;
        return {
          text: ` FAIL  test/main.test.ts > ${name}\nAssertionError: ${answer}\n  at test/main.test.ts:${project.whole(9, 900)}`,
          question: `With what did the test "${name}" fail?`,
          answer,
        };
      },
      (project) => {
        const path = `${project.pathOf(project.pick(project.modules))}/row-${project.hex(4)}.ts`;
        const answer = `Type '${symbolOf(project)}' is not assignable to type '${project.pick(words.nouns)}'.`;
        return {
          text: `${path}(${project.whole(3, 400)},${project.whole(3, 60)}): error TS2322: ${answer}`,
          question: `What error did the compiler report in ${path}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "crash");
        const answer = `invariant ${project.hex(6)} does not hold`;
        return {
          text: `panic in the ${module} while handling ${topic}: ${answer}\ngoroutine 12 [running]:`,
          question: `What did the ${module} panic with when it handled ${topic}?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "refused");
        const answer = `FATAL: role "${project.pick(words.names).toLowerCase()}_${project.hex(4)}" is not permitted to log in`;
        return {
          text: `${module}: connecting to the database failed: ${answer}`,
          question: `Why did connecting to the database fail in the ${module}?`,
          answer,
        };
      },
    ],
  },
  number: {
    place: "output",
    tuned: [
      (project) => {
        const module = about(project, "cold start");
        const answer = `${decimal(project, 100, 999)} ms`;
        return {
          text: `${module}: cold start took ${answer}, the warm one less`,
          question: `How long did the cold start of the ${module} take?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "rows");
        const answer = project.fresh(() => String(project.whole(1_000_000, 9_999_999)));
        return {
          text: `imported ${answer} rows into the ${module}`,
          question: `How many rows were imported into the ${module}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const module = about(project, "bundle");
        const answer = `${decimal(project, 100, 999)} kB`;
        return {
          text: `bundle of the ${module}: ${answer} minified`,
          question: `How large is the minified bundle of the ${module}?`,
          answer,
        };
      },
      (project) => {
        const module = about(project, "coverage");
        const answer = `${decimal(project, 50, 99)} %`;
        return {
          text: `${module.padEnd(24)} | statements covered | ${answer}`,
          question: `What share of the statements is covered in the ${module}?`,
          answer,
        };
      },
    ],
  },
  id: {
    place: "output",
    tuned: [
      (project) => {
        const module = about(project, "release");
        const answer = project.hex(12);
        return {
          text: `released the ${module} as ${answer}`,
          question: `As what was the ${module} released?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const { module, topic } = aboutTopic(project, "request");
        const answer = `${project.hex(8)}-${project.hex(4)}-4${project.hex(3)}-a${project.hex(3)}-${project.hex(12)}`;
        return {
          text: `${module} ${topic} slow request id=${answer} waited for the pool`,
          question: `What is the id of the slow request of the ${module} about ${topic}?`,
          answer,
        };
      },
    ],
  },
  edit: {
    place: "edit",
    tuned: [
      (project) => {
        const name = symbolOf(project)
          .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
          .toUpperCase();
        const answer = project.fresh(() => `${project.whole(10, 99)}_${project.whole(100, 999)}`);
        return {
          text: `export const ${name} = ${answer};`,
          question: `What value did the edit give to ${name}?`,
          answer,
        };
      },
    ],
    "held-out": [
      (project) => {
        const symbol = symbolOf(project);
        const answer = `limit${project.hex(6)}`;
        return {
          text: `export function ${symbol}(${answer}: number): void {`,
          question: `What is the parameter of ${symbol} called since the edit?`,
          answer,
        };
      },
    ],
  },
};

export function factOf(project: Project, kind: FactKind, wording: Wording): Fact {
  const { place, [wording]: of } = forms[kind];
  return { kind, place, ...project.pick(of)(project) };
}
