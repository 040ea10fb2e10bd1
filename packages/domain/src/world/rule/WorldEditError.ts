/** Codes and texts of the faults that only an edit of a world can have. Our choice: docs/choices.md "Control plane". */

const error = (code: string, message: string) => ({ code, message })

export const otherId = (id: string) => error("ID_MISMATCH", `Must be ${id}, which the path names, or left out.`)
export const botIdKept = error("BOT_ID_FIXED", "The bot user of an application keeps its id.")
export const stillNeeded = (because: string) => error("STILL_NEEDED", because)
