/** What a terminal can do beyond text and colours, as far as its environment tells. */
export interface TerminalFeatures {
  /** The protocol for pictures. Absent: it shows none, or nothing says that it does. */
  readonly images?: "kitty" | "iterm2";
  /** Whether OSC 8 does no harm; what does not know it shows the text alone. */
  readonly links: boolean;
  /** The sequence by which it tells its user something. Absent: only by a bell. */
  readonly notice?: "osc9" | "osc777";
  /** What stands between, and lets sequences through in wrappers only. */
  readonly multiplexer?: "tmux" | "screen";
}

interface KnownTerminal extends Pick<TerminalFeatures, "images" | "notice"> {
  readonly isIt: (env: Env) => boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const program = (name: string) => (env: Env) => env["TERM_PROGRAM"]?.toLowerCase() === name;

/** The first that fits counts. */
const known: readonly KnownTerminal[] = [
  { isIt: (env) => env["KITTY_WINDOW_ID"] !== undefined, images: "kitty", notice: "osc9" },
  { isIt: program("ghostty"), images: "kitty", notice: "osc9" },
  { isIt: program("wezterm"), images: "iterm2", notice: "osc9" },
  { isIt: program("iterm.app"), images: "iterm2", notice: "osc9" },
  { isIt: (env) => env["KONSOLE_VERSION"] !== undefined, images: "iterm2", notice: "osc777" },
  { isIt: (env) => env["TERM"]?.startsWith("foot") === true, notice: "osc777" },
  { isIt: (env) => env["TERM"]?.startsWith("rxvt") === true, notice: "osc777" },
  { isIt: (env) => env["WT_SESSION"] !== undefined, notice: "osc9" },
];

/** Inside a multiplexer nothing is known of the terminal outside: its variables may be those of another one. */
export function featuresOf(env: Env): TerminalFeatures {
  const term = env["TERM"] ?? "";
  if (env["TMUX"] !== undefined || term.startsWith("tmux")) return { links: true, multiplexer: "tmux" };
  if (term.startsWith("screen")) return { links: false, multiplexer: "screen" };
  const { images, notice } = known.find(({ isIt }) => isIt(env)) ?? {};
  return {
    links: term !== "linux" && term !== "dumb",
    ...(images === undefined ? {} : { images }),
    ...(notice === undefined ? {} : { notice }),
  };
}
