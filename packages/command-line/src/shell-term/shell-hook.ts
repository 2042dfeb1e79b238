/** Shells that a hook is made for. */
export const hookShells = ["bash", "zsh", "fish"] as const;

export type HookShell = (typeof hookShells)[number];

/** What a hook calls, in the words of the command line; each takes the text behind it. */
export interface HookWords {
  /** The function that people type: `@skein`. */
  readonly name: string;
  /** Asks, with the variables that are named in it: `$last`, `$code`, `$session`. */
  readonly ask: string;
}

/**
 * A script for a shell's start file: it keeps the last command and its exit code in variables of the shell, and has a function
 * that asks about them. Nothing is written anywhere until something is asked.
 */
export function shellHook(shell: HookShell, { name, ask }: HookWords): string {
  const call = ask
    .replace("$last", '"$__skein_last"')
    .replace("$code", '"$__skein_code"')
    .replace("$session", '"$__skein_session"');
  return scripts[shell](name, call);
}

const scripts: Readonly<Record<HookShell, (name: string, call: string) => string>> = {
  bash: (name, call) => `__skein_session="term-$(date +%Y%m%d-%H%M%S)-$$" __skein_code=0
__skein_seen() {
  local code=$? last
  last=$(HISTTIMEFORMAT= builtin history 1 | sed 's/^ *[0-9]*[* ] *//')
  case $last in ${name}*) ;; *) __skein_last=$last __skein_code=$code ;; esac
  return $code
}
PROMPT_COMMAND="__skein_seen\${PROMPT_COMMAND:+;$PROMPT_COMMAND}"
function ${name} { ${call} "$*"; }
`,
  zsh: (name, call) => `__skein_session="term-$(date +%Y%m%d-%H%M%S)-$$" __skein_code=0
__skein_begun() { __skein_now=$1 }
__skein_seen() {
  local code=$?
  case $__skein_now in ${name}*|'') ;; *) __skein_last=$__skein_now __skein_code=$code ;; esac
  __skein_now=
}
autoload -Uz add-zsh-hook
add-zsh-hook preexec __skein_begun
add-zsh-hook precmd __skein_seen
function ${name} { ${call} "$*" }
`,
  fish: (name, call) => `set -g __skein_session "term-"(date +%Y%m%d-%H%M%S)"-$fish_pid"
set -g __skein_code 0
function __skein_seen -e fish_postexec
    set -l code $status
    string match -q '${name}*' -- $argv[1]; and return
    set -g __skein_last $argv[1]
    set -g __skein_code $code
end
function ${name}
    ${call} "$argv"
end
`,
};
