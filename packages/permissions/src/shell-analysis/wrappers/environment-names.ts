/** Names that can make a program run or load something else, or change what later words mean. */
const dangerous = new Set(
  `PATH IFS ENV CDPATH GLOBIGNORE SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND HOME SHELL FPATH
   ZDOTDIR HISTFILE EXECIGNORE INPUTRC MAILPATH EDITOR VISUAL BROWSER VIMINIT EXINIT GVIMINIT VIM
   VIMRUNTIME MANOPT MANPATH CLASSPATH JAVA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS
   JAVA_OPTS CC CXX CPP LD AR AS MAKEFLAGS MAKEFILES MFLAGS RUSTC RUSTDOC RUSTFLAGS WGETRC GCONV_PATH
   LOCPATH NLSPATH TERMINFO TERMINFO_DIRS TERMCAP OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES AWKPATH
   AWKLIBPATH KUBECONFIG EMACSLOADPATH TMPDIR RSYNC_RSH CVS_RSH TAR_OPTIONS TAPE GZIP BZIP2 XZ_OPT
   XZ_DEFAULTS ZIPOPT RES_OPTIONS HOSTALIASES LOCALDOMAIN POSIXLY_CORRECT PHPRC PHP_INI_SCAN_DIR
   R_PROFILE COMPOSER_HOME GEM_HOME GEM_PATH BUNDLE_GEMFILE JQ_LIBRARY_PATH SUDO_ASKPASS DISPLAY`.split(
    /\s+/,
  ),
);
const dangerousPrefixes =
  /^(?:LD_|DYLD_|BASH_|GIT_|LESS|NODE_(?!ENV$)|NPM_|npm_|PNPM_|YARN_|BUN_|DENO_|PYTHON|PIP_|UV_|PERL|RUBY|CARGO_|RUSTUP_|GO(?!OGLE)|SSH_|SSL_|CURL_|GREP_|RIPGREP_|XDG_|DOCKER_|AWS_|MAVEN_|GRADLE_|KUBE|SUDO_|ASAN_|LSAN_|MALLOC_|GLIBC_|READLINE_|SKEIN_)/;
const dangerousSuffixes = /(?:PAGER|EDITOR|BROWSER|ASKPASS|_PROXY|_proxy|_WRAPPER|_COMMAND|_PRELOAD|_SHELL)$/;

/** Whether to set a variable of this name may make other commands run than those that are written. */
export function isDangerousName(name: string): boolean {
  return dangerous.has(name) || dangerousPrefixes.test(name) || dangerousSuffixes.test(name);
}

const harmless =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI|NODE_ENV|TERM)$/;

/** Whether a program that only reads still does with this variable set. */
export function isHarmlessName(name: string): boolean {
  return harmless.test(name) || (/^[a-z][a-z0-9_]*$/.test(name) && !isDangerousName(name));
}
