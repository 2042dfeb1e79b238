/** What a tool's call of `sample` rejects with when the client has no model for it. */
export function noModel(): Error {
  return new Error("This client does not let extensions ask its model (sampling).");
}

export function noModelTools(): Error {
  return new Error("This client does not let extensions give its model tools (sampling.tools).");
}
