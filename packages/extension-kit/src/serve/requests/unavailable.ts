/** Creates the error for a client without a model for extensions. */
export function noModel(): Error {
  return new Error("This client does not let extensions ask its model (sampling).");
}

/**
 * Creates the error for a client whose model cannot get tools of extensions.
 */
export function noModelTools(): Error {
  return new Error("This client does not let extensions give its model tools (sampling.tools).");
}
