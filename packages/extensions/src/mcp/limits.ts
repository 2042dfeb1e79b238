/** Limits for what a server sends. Beyond them things are clipped, left out or rejected, with a notice. */
export const limits = {
  /** Pages of `tools/list`; a longer list is an error. */
  listPages: 100,
  /** Tools of one server; the rest is left out. */
  tools: 200,
  /** Bytes of all tool definitions of one server as sent to the model; the rest is left out. */
  definitionsBytes: 400_000,
  /** Bytes of one tool's schema; a tool with a longer one is left out. */
  schemaBytes: 65_536,
  descriptionBytes: 4_096,
  /** Prompts of one server, and its resources and templates; the rest is left out. */
  offers: 1_000,
  /** Characters of a prompt's name or a resource's address; one with a longer one is left out. */
  addressCharacters: 2_048,
  /** Bytes of the name of a resource, for people. */
  nameBytes: 200,
  promptArguments: 50,
  promptMessages: 100,
  /** Values suggested for what is being typed. */
  completions: 100,
  instructionsBytes: 8_192,
  /** Bytes of a server's error message. */
  problemBytes: 8_192,
  /** Default maximum bytes of one message; a server that sends a longer one is ended. */
  messageBytes: 16_777_216,
  /** Values in one message, estimated from its commas and brackets, at most twice too high. */
  messageValues: 500_000,
  /** Nesting depth of one message. */
  messageDepth: 500,
  /** Bytes of a result's JSON value for programs; a larger one is left out. */
  structuredBytes: 1_048_576,
  /** Images per result for the model; the others become files. */
  images: 8,
  /** Characters of standard error that are kept, the last ones. */
  stderrCharacters: 8_192,
  /** Characters of one line of a log. */
  logCharacters: 2_000,
  /** Lines of standard error that are kept of one piece, the last ones. */
  logBurst: 50,
  /** Bytes of a question for the user, and of its schema. */
  questionBytes: 8_192,
  /** Tokens that a server may have the model write in one reply. */
  sampledTokens: 16_384,
  /** Tools that a server may give the model for one reply, and bytes of their definitions. */
  sampledTools: 64,
  sampledToolBytes: 65_536,
  /** Bytes of one answer of an authorization server. */
  loginBytes: 1_048_576,
  /** Characters of one progress report. */
  progressCharacters: 1_000,
} as const;

/** Milliseconds. */
export const waits = {
  /** From the start of a server to its list of tools. */
  start: 300_000,
  /** For the protocol version request; a server that does not respond gets the old handshake. */
  probe: 10_000,
  /** A call without progress. */
  call: 300_000,
  /** A call with progress. */
  callInAll: 3_600_000,
  /** Notifications of changed tools within this time count once. */
  changes: 300,
  /** A list of a server that does not tell of changes counts for this long. */
  listFresh: 5_000,
  /** The longest that a server can have its answers kept. */
  longestFresh: 86_400_000,
  /** Minimum time between two progress reports; those in between are dropped. */
  progress: 50,
  /** Between two notices to a server that the user still thinks. */
  requestProgress: 1_000,
  /** Between two looks at a task, where the server does not say, and the shortest and longest that it can say. */
  taskPoll: 500,
  longestTaskPoll: 30_000,
  /** From the end of its input to SIGTERM. */
  untilTerm: 300,
  /** From there to SIGKILL, when this process was killed and cannot do it. */
  untilKill: 1_000,
  /** For the remaining output of a server that has ended. */
  lastOutput: 1_000,
  /** From the use of a kept tool list to work that can wait for the first request. */
  untilLessBusy: 250,
  /** For a person to log in on a page. */
  login: 300_000,
  /** For closing a session with a server on the network. */
  goodbye: 1_000,
} as const;

/** Crashes of one server. */
export const crashes = {
  /** Milliseconds that a crash counts. */
  windowMs: 300_000,
  /** After this many within the window, it is not started again until the first one has expired. */
  most: 5,
  /** Milliseconds before the start after the second crash; doubled with each further one. */
  delayMs: 500,
} as const;
