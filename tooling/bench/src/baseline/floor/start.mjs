/** The floor as it starts beside Backlot: it loads SQLite as well, which the journal does not need. */
import "node:sqlite"

await import("./main.mjs")
