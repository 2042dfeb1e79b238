import { basename, dirname, isAbsolute } from "node:path";
import { ConfigError } from "@skein/protocol";
import { complaintOf, type Git } from "./git.ts";

/** A commit of a repository that other machines can reach, too. */
export interface PinnedCommit {
  readonly url: string;
  readonly commit: string;
}

const hint =
  "Write https://HOST/REPOSITORY, ssh://USER@HOST/REPOSITORY, or the path of a repository, with #REF for a branch or tag.";

/**
 * The commit that `url#ref` names now, without a ref that of `HEAD`. Throws `ConfigError`, for keys in the address and for
 * transports that start programs, too.
 *
 * @param cwd - absolute: any folder.
 */
export async function pinCommit(git: Git, written: string, cwd: string): Promise<PinnedCommit> {
  const [url = "", ref = "HEAD"] = written.split(/#(.*)/s, 2);
  const allowed = transportOf(url);
  if (/^[0-9a-f]{40}$/.test(ref)) return { url, commit: ref };
  if (!/^\w[\w./-]*$/.test(ref)) throw refused(written, `${JSON.stringify(ref)} is no branch or tag`);
  const { code, stdout, stderr } = await git(
    [...only(allowed), "ls-remote", "--", url, ref, `${ref}^{}`],
    cwd,
  );
  if (code !== 0)
    throw refused(
      url,
      `it cannot be read (${complaintOf(stderr)})`,
      "Check the address, and that git can log in there.",
    );
  const found = new Map(stdout.split("\n").map((line) => line.split("\t").toReversed() as [string, string]));
  const names = ref === "HEAD" ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`];
  const name = names.find((one) => found.has(one));
  if (name === undefined)
    throw refused(url, `it has no ${ref === "HEAD" ? "commit" : `branch or tag "${ref}"`}`);
  return { url, commit: found.get(name)! };
}

/**
 * Makes a folder with the files of one commit, without what came before it. Submodules stay empty, and no hook is run. Throws
 * `ConfigError`.
 *
 * @param folder - absolute, must not exist; the folder that it is in must.
 */
export async function checkOutCommit(git: Git, { url, commit }: PinnedCommit, folder: string): Promise<void> {
  const allowed = transportOf(url);
  if (!/^[0-9a-f]{40}$/.test(commit)) throw refused(url, `${JSON.stringify(commit)} is no commit`);
  const run = async (args: readonly string[], cwd: string): Promise<void> => {
    const { code, stderr } = await git(args, cwd);
    if (code !== 0)
      throw refused(
        url,
        `${commit} was not fetched (${complaintOf(stderr)})`,
        "Check that git can log in there on this machine.",
      );
  };
  await run(["init", "--quiet", "--template=", "--", basename(folder)], dirname(folder));
  const shallow = ["--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"];
  await run(
    [...only(allowed), "-c", "transfer.fsckObjects=true", "fetch", ...shallow, "--", url, commit],
    folder,
  );
  await run(["checkout", "--quiet", "--detach", "FETCH_HEAD"], folder);
  await run(["remote", "add", "--", "origin", url], folder);
}

/** Of the transports of git only those that are named; `ext::` and helpers of its kind start programs. */
function transportOf(url: string): "https" | "ssh" | "file" {
  if (isAbsolute(url) && !url.includes("::")) return "file";
  const parsed = URL.parse(url);
  if (parsed?.password)
    throw refused(
      "The address",
      "it has a password in it, which all who see the queue would see",
      "Let git log in by its own helper on each machine.",
    );
  if (parsed?.protocol === "file:" && parsed.hostname === "") return "file";
  if (parsed?.protocol === "https:" && parsed.username === "") return "https";
  if (parsed?.protocol === "ssh:" && /^[\w.-]*$/.test(parsed.username) && !parsed.hostname.startsWith("-"))
    return "ssh";
  if (/^[\w.]+@\w[\w.-]*:[^:]*$/.test(url)) return "ssh";
  throw refused(url, "it is no address of a repository");
}

function only(transport: string): readonly string[] {
  return ["-c", "protocol.allow=never", "-c", `protocol.${transport}.allow=always`];
}

function refused(what: string, why: string, next = hint): ConfigError {
  return new ConfigError("usage", `${what} cannot be worked on: ${why}.`, { hint: next });
}
