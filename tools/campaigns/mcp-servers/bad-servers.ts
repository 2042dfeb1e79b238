import type { OutcomeName } from "../../../packages/protocol/src/index.ts";

/** How a run must end that has a server like this, and calls its tool once. */
export interface BadServer {
  /** What `bad-server.ts` or `bad-http-server.ts` is told. */
  readonly mode: string;
  /** Default: a process that is spoken to over its standard input and output. */
  readonly transport?: "http";
  readonly outcome: OutcomeName;
  /** Seconds that the run may take, where it would wait for minutes. */
  readonly maxTime?: number;
}

const done = (mode: string): BadServer => ({ mode, outcome: "done" });
const failed = (mode: string): BadServer => ({ mode, outcome: "extension" });
const http = (mode: string, outcome: OutcomeName = "extension", maxTime?: number): BadServer => ({
  mode,
  outcome,
  transport: "http",
  ...(maxTime === undefined ? {} : { maxTime }),
});
const hangs = (mode: string): BadServer => ({ mode, outcome: "limit", maxTime: 3 });

export const badServers: readonly BadServer[] = [
  ...["ends at start", "greets with an error", "greets with a broken line", "speaks of another age"].map(
    failed,
  ),
  ...["greets with 200 MB in one line", "greets with 200 MB and no end of line"].map(failed),
  hangs("never greets"),
  hangs("greets somebody else"),
  ...["greets late", "talks before it greets"].map(done),
  ...["refuses to list", "lists pages without end", "lists in a circle"].map(failed),
  ...["lists 200 MB in one line", "lists 8,000,000 values", "lists a schema 100,000 deep"].map(failed),
  hangs("never lists"),
  ...["lists what is no list", "lists 3,000 tools", "lists a schema of 5 MB"].map(done),
  ...["crashes in the call", "ends in the call", "answers twice", "answers with a number"].map(done),
  ...["answers 200 MB in one line", "answers 200 MB and no end of line", "answers 1,000,000 parts"].map(done),
  ...["answers 8,000,000 values", "answers 1,000,000 deep", "answers 10 MB of text"].map(done),
  ...["answers an image that is none", "fails with 5 MB of words", "answers with broken letters"].map(done),
  ...["writes 100 MB of garbage lines", "writes 300 MB of standard error"].map(done),
  ...["reports progress 200,000 times", "changes its list 50,000 times", "asks for a model 20,000 times"].map(
    done,
  ),
  hangs("never answers"),
  hangs("answers somebody else"),
  hangs("closes its output and stays"),
  done("will not go"),
  ...["lists a cyclic schema", "lists a schema that refers to nothing", "lists the same name 100 times"].map(
    done,
  ),
  ...["lists names that draw", "lists half of a message at a time", "answers in a batch"].map(done),
  ...["changes its tool during the call", "loses its tool during the call", "answers null"].map(done),
  ...["reports progress of other calls", "answers calls that come later", "cancels what it was asked"].map(
    done,
  ),
  ...["answers an error without a message", "asks for what was never offered"].map(done),
  done("starts a program that stays"),
  hangs("closes its input and stays"),
  ...[
    "refuses with 401",
    "refuses with 403",
    "breaks with 500",
    "serves a page",
    "redirects in a circle",
  ].map((mode) => http(mode)),
  ...["answers 300 MB", "closes the connection", "answers no JSON"].map((mode) => http(mode)),
  http("never answers HTTP", "limit", 3),
];
