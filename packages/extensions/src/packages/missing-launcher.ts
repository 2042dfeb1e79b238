import { basename } from "node:path";

/** What the programs come with by which servers are usually started, and where that is installed from. */
const sources: Readonly<Record<string, string>> = {
  bun: "Bun (https://bun.sh)",
  bunx: "Bun (https://bun.sh)",
  deno: "Deno (https://deno.com)",
  docker: "Docker (https://docs.docker.com/get-started/get-docker/)",
  node: "Node.js (https://nodejs.org)",
  npm: "Node.js (https://nodejs.org)",
  npx: "Node.js (https://nodejs.org)",
  pipx: "pipx (https://pipx.pypa.io)",
  pnpm: "pnpm (https://pnpm.io/installation)",
  podman: "Podman (https://podman.io)",
  uv: "uv (https://docs.astral.sh/uv/getting-started/installation/)",
  uvx: "uv (https://docs.astral.sh/uv/getting-started/installation/)",
};

/** Says of a program that was not found where it comes from, as the end of a sentence. */
export function missingProgram(command: string): string {
  const name = basename(command).replace(/\.(exe|cmd)$/i, "");
  const source = Object.hasOwn(sources, name) ? `, which comes with ${sources[name]}` : "";
  return `there is no program "${command}"${source}`;
}
