// What the settings mean for the server. Apart from the extension, so that it can be tested without an editor.
"use strict";

/**
 * @param {(name: string) => string} get the value of a setting below "budgetlint"
 * @returns {{command: string, args: string[], options: {tags: string}}} how the server is started, and what it is told
 */
function server(get) {
  const args = ["lsp"];
  const log = get("logFile");
  if (log) args.push("-log", log);
  return { command: get("path") || "budgetlint", args, options: { tags: get("tags") || "" } };
}

/** The documents that the server wants to see: Go files, and its own configuration. */
const documents = [
  { scheme: "file", language: "go" },
  { scheme: "file", pattern: "**/.budgetlint.yml" },
];

module.exports = { server, documents };
