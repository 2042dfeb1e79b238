/**
 * By tool: the system's own, then Node, Python, Ruby, Perl, Java, shells, git, proxies and certificates, package
 * managers.
 */
const loaders =
  /^(PATH|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_.*|PYTHON(PATH|HOME|STARTUP)|RUBY(OPT|LIB)|PERL5(OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|CLASSPATH|BASH_ENV|ENV|SHELL|GIT_.*|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_.*|(NPM|PIP|UV|YARN|CARGO|BUN)_.*)$/i;

/**
 * Whether a variable can make a program load or connect to something else. A project or a recipe from elsewhere may
 * not set these for its commands.
 */
export function isLoaderVariable(name: string): boolean {
  return loaders.test(name);
}
