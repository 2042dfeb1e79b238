import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly author_association: string;
}

interface GitHubState {
  /** Of the pull request. */
  readonly diff?: string;
  readonly pull?: object;
  readonly comments?: readonly Comment[];
  /** What somebody may do, by login. */
  readonly roles?: Readonly<Record<string, string>>;
  /** What a request is met with instead; `undefined`: nothing out of the way. */
  readonly refuse?: (request: string, count: number) => Refusal | undefined;
}

export interface GitHubDouble extends AsyncDisposable {
  readonly url: string;
  /** `METHOD /path`, with what was sent. */
  readonly requests: { readonly line: string; readonly body: unknown; readonly token: string }[];
  comments(): readonly Comment[];
  reviews(): readonly {
    readonly comments: readonly { readonly path: string; readonly line: number; readonly body: string }[];
  }[];
}

const own = { login: "github-actions[bot]", type: "Bot" };

/** What is used of GitHub's API for one repository, on loopback. */
export async function gitHubDouble(state: GitHubState = {}): Promise<GitHubDouble> {
  const requests: GitHubDouble["requests"] = [];
  const reviews: { comments: { path: string; line: number; body: string }[] }[] = [];
  let comments = [...(state.comments ?? [])];

  function answer(
    method: string,
    path: string,
    accept: string,
    body: { body?: string },
  ): object | string | undefined {
    if (/\/collaborators\/[^/]+\/permission$/.test(path)) {
      const login = decodeURIComponent(path.split("/").at(-2) ?? "");
      return { permission: "read", role_name: state.roles?.[login] ?? "read" };
    }
    if (method === "GET" && /\/pulls\/\d+$/.test(path))
      return accept.includes("diff") ? (state.diff ?? "") : state.pull;
    if (/\/pulls\/\d+\/reviews$/.test(path)) {
      reviews.push(body as (typeof reviews)[number]);
      return { id: 1 };
    }
    if (/\/pulls\/\d+\/comments$/.test(path))
      return reviews.flatMap((review) => review.comments.map((one) => ({ ...one, user: own })));
    if (method === "POST" && path.endsWith("/comments")) {
      const made = {
        id: 1000 + comments.length,
        body: body.body ?? "",
        user: own,
        author_association: "NONE",
      };
      comments = [...comments, made];
      return made;
    }
    if (method === "PATCH") {
      const id = Number(path.split("/").at(-1));
      comments = comments.map((one) => (one.id === id ? { ...one, body: body.body ?? "" } : one));
      return comments.find((one) => one.id === id);
    }
    return path.endsWith("/comments") ? comments : undefined;
  }

  async function handle(
    request: IncomingMessage,
  ): Promise<Refusal | { status: number; headers?: Refusal["headers"]; body: object | string }> {
    const { method = "", url = "", headers } = request;
    const path = url.split("?")[0] ?? "";
    const sent = await text(request);
    const body = (sent === "" ? {} : JSON.parse(sent)) as { body?: string };
    const line = `${method} ${path.replace("/repos/acme/app", "")}`;
    requests.push({ line, body, token: headers.authorization ?? "" });
    const refusal = state.refuse?.(line, requests.filter((one) => one.line === line).length);
    if (refusal) return refusal;
    if ((body.body ?? "").length > 65_536)
      return {
        status: 422,
        body: { message: "Validation Failed", errors: [{ message: "Body is too long" }] },
      };
    const found = answer(method, path, headers.accept ?? "", body);
    return found === undefined
      ? { status: 404, body: { message: "Not Found" } }
      : { status: 200, body: found };
  }

  const server = createServer((request, response) => {
    const respond = async () => {
      const { status, headers, body } = await handle(request);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    comments: () => comments,
    reviews: () => reviews,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
