// Loaded before a program of a README. Node prints the stack of every uncaught error; what counts is whether the
// error is one of ours, and what it tells its reader.
process.on("uncaughtException", (error) => {
  const { name, message, hint, code, stack } = Object(error);
  const isOurs = typeof code === "string" && Object.hasOwn(Object(error), "hint");
  console.error(
    `UNCAUGHT ${JSON.stringify({ name, message: message ?? String(error), hint, isOurs, stack: String(stack) })}`,
  );
  process.exit(1);
});
