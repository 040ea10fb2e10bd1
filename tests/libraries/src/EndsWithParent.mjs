/** Loaded by `node --import` into a server of a test, whose stdin is a pipe: it ends when the process of the test has ended. */
process.stdin.once("close", () => process.exit()).resume()
process.stdin.unref()
