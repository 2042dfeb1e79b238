// The least that has a reply: posts a body, reads and prints the text. Plain JavaScript, so that no types are stripped.
// Arguments: the address.
const http = process.getBuiltinModule("node:http");
const body = JSON.stringify({ stream: true, messages: [{ role: "user", content: "hello" }] });
const sent = http.request(
  `${process.argv[2]}/v1/messages`,
  { method: "POST", headers: { "content-type": "application/json", "content-length": body.length } },
  (response) => {
    let rest = "";
    response.setEncoding("utf8");
    response.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!line.startsWith("data: {")) continue;
        const text = JSON.parse(line.slice("data: ".length)).delta?.text;
        if (text) process.stdout.write(text);
      }
    });
  },
);
sent.end(body);
