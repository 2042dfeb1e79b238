import { describe, expect, it } from "vitest";
import { isLoaderVariable } from "../src/index.ts";

describe("a variable", () => {
  it.each([
    "PATH",
    "Path",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "PYTHONPATH",
    "RUBYOPT",
    "PERL5LIB",
    "JAVA_TOOL_OPTIONS",
    "BASH_ENV",
    "GIT_SSH_COMMAND",
    "https_proxy",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "npm_config_registry",
    "UV_INDEX_URL",
  ])("%s makes programs load or reach something else", (name) => {
    expect(isLoaderVariable(name)).toBe(true);
  });

  it.each([
    "API_TOKEN",
    "MY_PATH",
    "PATHS",
    "NODE_ENV",
    "GITHUB_TOKEN",
    "PYTHONUNBUFFERED",
    "PROXY",
    "ENVIRONMENT",
  ])("%s does not", (name) => {
    expect(isLoaderVariable(name)).toBe(false);
  });
});
