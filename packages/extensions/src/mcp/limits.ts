/** What is taken from a server, at most. Beyond it things are clipped, left out or refused, and it is said. */
export const limits = {
  /** Pages of `tools/list`; a list that goes on is an error. */
  listPages: 100,
  /** Tools of one server; the rest is left out. */
  tools: 200,
  /** Bytes of all tool definitions of one server as the model gets them; the rest is left out. */
  definitionsBytes: 400_000,
  /** Bytes of one tool's schema; a tool with a longer one is left out. */
  schemaBytes: 65_536,
  descriptionBytes: 4_096,
  instructionsBytes: 8_192,
  /** Bytes of what a server says went wrong. */
  problemBytes: 8_192,
  /** Bytes of one message, unless the settings say otherwise; a server that sends a longer one is ended. */
  messageBytes: 16_777_216,
  /** Values of one message, counted by the commas and brackets between them, so by no more than twice. */
  messageValues: 500_000,
  /** Values of one message within each other. */
  messageDepth: 500,
  /** Images of one result for the model; the others become files. */
  images: 8,
  /** Characters of standard error that are kept, the last ones. */
  stderrCharacters: 8_192,
  /** Characters of one report of progress. */
  progressCharacters: 1_000,
} as const;

/** Milliseconds. */
export const waits = {
  /** Start of a server to its list of tools. */
  start: 300_000,
  /** For the answer to the question which protocol is spoken; a server that is silent that long is asked in the old way. */
  probe: 10_000,
  /** A call without progress. */
  call: 300_000,
  /** A call with progress. */
  callInAll: 3_600_000,
  /** Notifications of changed tools that come within it count once. */
  changes: 300,
  /** Between two reports of progress; those between are left out. */
  progress: 50,
  /** After the end of its input until a server is told to stop. */
  untilTerm: 300,
  /** After that until it is killed, where this process is killed and cannot do it. */
  untilKill: 1_000,
  /** For the rest of the output of a server that has ended. */
  lastOutput: 1_000,
  /** For the goodbye to a server on the network. */
  goodbye: 1_000,
} as const;

/** Crashes of one server. */
export const crashes = {
  /** Milliseconds that a crash counts. */
  windowMs: 300_000,
  /** So many within the window, and it is not started again until the first has left it. */
  most: 5,
  /** Milliseconds before the start after the second crash; doubled with each one more. */
  delayMs: 500,
} as const;
